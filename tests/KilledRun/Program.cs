using ThroughputKit;

// Loads the app in the folder, and prints the number of its process once it runs.
await LoadTest.ForPublished(args[0], app => app.Configuration["Mode"] = args[1]).Get("/text")
    .Prepare(async (client, cancellationToken) =>
        Console.WriteLine(await client.GetStringAsync(new Uri("/process", UriKind.Relative), cancellationToken)))
    .With(o => o.Duration = TimeSpan.FromMinutes(10)).RunAsync();
