using ThroughputKit.Requests;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit;

/// <summary>
/// The name of a step of a scenario, and what it expects of its responses, in the words of a <see cref="LoadRequest"/>: for
/// <see cref="LoadUser.StepAsync(LoadStep, Func{Task}, bool)"/>. Immutable: every method returns a new step. Make it once, outside of the scenario's code.
/// </summary>
/// <remarks>
/// A response that fails a check is a failure of the kind <see cref="FailureKind.FailedCheck"/>, and so is a step without any response. Each check adds to
/// those before it. Nothing is checked here: the first use of a step with mistakes ends the run with an exception that reports all of them.
/// </remarks>
/// <example>
/// <code>
/// var order = LoadStep.Named("order").Expect(201).ExpectJson("/state", "paid");
/// </code>
/// </example>
public sealed class LoadStep
{
    private readonly Lazy<ExpectedAnswer> _expected;
    private readonly IReadOnlyList<int>? _statuses;
    private readonly IReadOnlyList<ResponseCheck> _checks;
    private readonly bool _isSetTwice;

    private LoadStep(string name, IReadOnlyList<int>? statuses = null, IReadOnlyList<ResponseCheck>? checks = null, bool isSetTwice = false)
    {
        (Name, _statuses, _checks, _isSetTwice) = (name, statuses, checks ?? [], isSetTwice);
        _expected = new Lazy<ExpectedAnswer>(() =>
        {
            LoadTestException.ThrowIfAny([.. Check()]);
            return new ExpectedAnswer(StatusTable.Of(status => _statuses?.Contains(status) == true), _checks) { HasOwnStatuses = _statuses is not null };
        });
    }

    /// <summary>Gets the name of the step, for figures and gates.</summary>
    public string Name { get; }

    /// <summary>Gets what the step expects of each response. Has no statuses if the options decide.</summary>
    /// <exception cref="LoadTestException">No response could be as expected.</exception>
    internal ExpectedAnswer Expected => _expected.Value;

    /// <summary>Gets the headers that are expected, whose values failures may quote.</summary>
    internal IEnumerable<KeyValuePair<string, string>> Headers => _checks.OfType<HeaderCheck>().Select(c => c.Header);

    /// <summary>Creates a step that expects nothing yet.</summary>
    /// <param name="name">
    /// The name, for figures and gates. Allowed: not blank, without line breaks and other control characters; at most 64 different ones in a test.
    /// </param>
    public static LoadStep Named(string name) => new(name.NotNull());

    /// <summary>Returns the same step with the statuses that are successes. Without them, <see cref="LoadOptions.IsSuccess"/> decides.</summary>
    /// <inheritdoc cref="LoadRequest.Expect" path="/param"/>
    public LoadStep Expect(params int[] statuses) => new(Name, [.. statuses.NotNull()], _checks, isSetTwice: _isSetTwice || _statuses is not null);

    /// <summary>Returns the same step, whose responses must have a header, whatever its value.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectHeader(string)" path="/param"/>
    public LoadStep ExpectHeader(string name) => Checked(new HeaderCheck(name.NotNull(), value: null));

    /// <summary>Returns the same step, whose responses must have a header with this value. If there are several of that name, one of them must.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectHeader(string, string)" path="/param"/>
    public LoadStep ExpectHeader(string name, string value) => Checked(new HeaderCheck(name.NotNull(), value.NotNull()));

    /// <summary>Returns the same step, whose responses must have this content type.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectContentType" path="/param"/>
    public LoadStep ExpectContentType(string mediaType) => Checked(new ContentTypeCheck(mediaType.NotNull()));

    /// <summary>Returns the same step, whose responses must be JSON with a value at this place, whatever it is.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectJson(string)" path="/param"/>
    public LoadStep ExpectJson(string jsonPointer) => Checked(new JsonCheck(jsonPointer.NotNull()));

    /// <summary>Returns the same step, whose responses must be JSON with this text at this place.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectJson(string, string)" path="/param"/>
    public LoadStep ExpectJson(string jsonPointer, string? value) => Checked(JsonCheck.Of(jsonPointer.NotNull(), value));

    /// <summary>Returns the same step, whose responses must be JSON with this number at this place.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectJson(string, long)" path="/param"/>
    public LoadStep ExpectJson(string jsonPointer, long value) => Checked(JsonCheck.OfNumber(jsonPointer.NotNull(), value));

    /// <inheritdoc cref="ExpectJson(string, long)"/>
    public LoadStep ExpectJson(string jsonPointer, decimal value) => Checked(JsonCheck.OfNumber(jsonPointer.NotNull(), value));

    /// <inheritdoc cref="ExpectJson(string, long)"/>
    public LoadStep ExpectJson(string jsonPointer, float value) => Checked(JsonCheck.OfNumber(jsonPointer.NotNull(), value));

    /// <inheritdoc cref="ExpectJson(string, long)"/>
    public LoadStep ExpectJson(string jsonPointer, double value) => Checked(JsonCheck.OfNumber(jsonPointer.NotNull(), value));

    /// <summary>Returns the same step, whose responses must be JSON with true or false at this place.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectJson(string, bool)" path="/param"/>
    public LoadStep ExpectJson(string jsonPointer, bool value) => Checked(JsonCheck.Of(jsonPointer.NotNull(), value));

    /// <summary>Returns the same step, whose responses must have exactly this body.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectBody(string)" path="/param"/>
    public LoadStep ExpectBody(string text) => Checked(new BodyTextCheck(text.NotNull()));

    /// <summary>Returns the same step, whose responses must have a body that a function accepts.</summary>
    /// <param name="isExpected">Returns whether a body is as expected. An exception is a failed check with its text. Users call it at the same time.</param>
    public LoadStep ExpectBody(BodyPredicate isExpected) => Checked(new BodyFunctionCheck(isExpected.NotNull()));

    /// <summary>Returns the same step, whose responses must have this text somewhere in their body.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectBodyContaining" path="/param"/>
    public LoadStep ExpectBodyContaining(string text) => Checked(new BodyContentCheck(text.NotNull()));

    /// <summary>Returns the same step, whose responses must have a body of this length.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectBodyLength" path="/param"/>
    public LoadStep ExpectBodyLength(long bytes) => Checked(new BodyLengthCheck(bytes));

    /// <summary>Returns the same step, whose responses must have a body with this hash.</summary>
    /// <inheritdoc cref="LoadRequest.ExpectBodyHash" path="/param"/>
    public LoadStep ExpectBodyHash(string sha256) => Checked(new BodyHashCheck(sha256.NotNull()));

    private LoadStep Checked(ResponseCheck check) => new(Name, _statuses, [.. _checks, check], _isSetTwice);

    private IEnumerable<Problem> Check() =>
    [
        .. SetTwice.Check(_isSetTwice ? [nameof(Expect), nameof(Expect)] : []).Select(p => p.In(Name)),
        .. CheckRules.Check(Name, _statuses, _checks),
    ];
}
