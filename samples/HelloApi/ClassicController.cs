using Microsoft.AspNetCore.Mvc;

namespace HelloApi;

[ApiController]
[Route("classic")]
public sealed class ClassicController(HelloService hello) : ControllerBase
{
    [HttpGet("hello")]
    public Greeting Hello() => hello.Greet();

    [HttpPost("orders")]
    public Receipt Orders(Order order) => hello.Place(order);

    [HttpGet("date")]
    public string Date() => hello.Date();
}
