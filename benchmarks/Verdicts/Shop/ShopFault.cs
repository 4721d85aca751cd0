namespace Verdicts.Shop;

/// <summary>What a faulty change has each request of the shop do more.</summary>
internal enum ShopFault
{
    None,

    /// <summary>A query for each row of the page, instead of one for all.</summary>
    Queries,

    /// <summary>An exception that is thrown, and caught.</summary>
    Exception,

    /// <summary>A call of another app, with HttpClient.</summary>
    Call,

    /// <summary>Work under a lock that all requests take.</summary>
    Lock,
}
