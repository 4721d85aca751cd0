using System.Globalization;
using System.Security.Claims;
using System.Security.Cryptography;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;
using Shop.Data;

namespace Shop.SignIn;

/// <summary>Bearer tokens, signed with a key that is new at each start.</summary>
internal sealed class Tokens(IConfiguration configuration, TimeProvider time)
{
    private readonly JsonWebTokenHandler _handler = new();
    private readonly SigningCredentials _signing = new(Key, SecurityAlgorithms.HmacSha256);

    public static SymmetricSecurityKey Key { get; } = new(RandomNumberGenerator.GetBytes(32));

    public string Make(Customer customer) => _handler.CreateToken(new SecurityTokenDescriptor
    {
        Issuer = configuration["Tokens:Issuer"],
        Expires = (time.GetUtcNow() + configuration.GetValue<TimeSpan>("Tokens:Lifetime")).UtcDateTime,
        Subject = new ClaimsIdentity([new Claim(ClaimTypes.NameIdentifier, customer.Id.ToString(CultureInfo.InvariantCulture)), new Claim(ClaimTypes.Email, customer.Email)]),
        SigningCredentials = _signing,
    });
}
