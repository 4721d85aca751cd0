namespace Shop.SignIn;

internal sealed record Registered(int Id);
