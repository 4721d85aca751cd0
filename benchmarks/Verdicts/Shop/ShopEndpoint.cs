namespace Verdicts.Shop;

/// <summary>What of the sample with a database is loaded.</summary>
internal enum ShopEndpoint
{
    List,
    Order,
    SignIn,
}
