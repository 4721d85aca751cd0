using HelloApi;
using ThroughputKit;

Console.WriteLine(await LoadTest.For<HelloApp>().Get("/hello").RunAsync());
