if (args is ["worker"])
{
    TestApp.Worker.Run(args);
}
else
{
    TestApp.App.Run(args);
}
