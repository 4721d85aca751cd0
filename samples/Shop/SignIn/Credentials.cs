using System.ComponentModel.DataAnnotations;

namespace Shop.SignIn;

public sealed record Credentials([property: Required, EmailAddress] string Email, [property: Required] string Password);
