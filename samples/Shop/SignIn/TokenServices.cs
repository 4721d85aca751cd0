using Microsoft.AspNetCore.Authentication.JwtBearer;
using Microsoft.AspNetCore.Identity;
using Microsoft.IdentityModel.Tokens;
using Shop.Data;

namespace Shop.SignIn;

internal static class TokenServices
{
    public static void AddTokens(this IServiceCollection services)
    {
        services.AddSingleton<Tokens>();
        services.AddSingleton<IPasswordHasher<Customer>, PasswordHasher<Customer>>();
        services.AddAuthorization();
        services.AddAuthentication(JwtBearerDefaults.AuthenticationScheme).AddJwtBearer();
        services.AddOptions<JwtBearerOptions>(JwtBearerDefaults.AuthenticationScheme).Configure<IConfiguration>((bearer, configuration) =>
            bearer.TokenValidationParameters = new TokenValidationParameters { ValidIssuer = configuration["Tokens:Issuer"], ValidateAudience = false, IssuerSigningKey = Tokens.Key });
    }
}
