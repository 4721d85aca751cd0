TestApp.App.Run(args);
