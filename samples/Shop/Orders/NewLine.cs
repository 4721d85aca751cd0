using System.ComponentModel.DataAnnotations;

namespace Shop.Orders;

public sealed record NewLine(int ProductId, [property: Range(1, 100)] int Quantity);
