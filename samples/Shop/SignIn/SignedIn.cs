namespace Shop.SignIn;

internal sealed record SignedIn(string Token);
