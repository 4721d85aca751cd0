using var app = CountedApp.App.Build(args);
app.Run();
