using System.ComponentModel.DataAnnotations;

namespace Shop.Orders;

public sealed record NewOrder([property: Required, MinLength(1), MaxLength(20)] IReadOnlyList<NewLine> Lines);
