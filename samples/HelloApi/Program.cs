HelloApi.HelloApp.Build(args).Run();
