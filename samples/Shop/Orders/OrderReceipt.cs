namespace Shop.Orders;

internal sealed record OrderReceipt(int Id, int TotalInCents, bool IsShipped);
