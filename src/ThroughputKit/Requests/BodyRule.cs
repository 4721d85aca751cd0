using System.Reflection;

namespace ThroughputKit.Requests;

/// <summary>Refuses objects that are obviously not a body. The serializer fails at them with a message about itself, or writes their properties.</summary>
internal static class BodyRule
{
    /// <summary>Returns the problem with a body; <see langword="null"/> if there is none.</summary>
    public static Problem? Check(object? body) => body switch
    {
        Delegate => Refuse(
            body,
            "a function",
            "A function isn't called for each request. For different bodies, write {name} into the text of one, and give the values with WithData."),
        Task or ValueTask => Refuse(body, "a task", "Is an await missing?"),
        { } when body.GetType() is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(ValueTask<>) =>
            Refuse(body, "a task", "Is an await missing?"),
        MemberInfo => Refuse(body, "a type or a member of one", "Give an object of that type, such as new Order()."),
        Stream or TextReader or HttpContent => Refuse(
            body, "content that is yet to be read", "Read it first, and give its bytes with WithContent or its text with PostJsonText."),
        _ => null,
    };

    private static Problem Refuse(object body, string kind, string remedy) => new(
        $"The JSON body is {kind}: {Readable.Type(body.GetType())}",
        "the object itself, which is written once, before the load, and sent with every request",
        remedy);
}
