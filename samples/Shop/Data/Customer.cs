namespace Shop.Data;

public sealed class Customer
{
    public int Id { get; init; }

    public required string Email { get; init; }

    public required string PasswordHash { get; set; }
}
