using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text;
using ThroughputKit.Testing;
using Xunit;
using TestMethod = ThroughputKit.Testing.TestMethod;

namespace ThroughputKit.Execution;

/// <summary>A test's method. Calling it also judges the measurements by the gates. All other members are the method's own.</summary>
/// <param name="method">The method.</param>
/// <param name="displayName">The name of the test in reports.</param>
/// <param name="timeout">The maximum duration, in milliseconds; 0 for no limit. A row of a theory may have a different limit than its attribute.</param>
[StackTraceHidden]
internal sealed class GatedMethod(MethodInfo method, string displayName, int timeout) : MethodInfo
{
    public override MethodAttributes Attributes => method.Attributes;

    public override CallingConventions CallingConvention => method.CallingConvention;

    public override bool ContainsGenericParameters => method.ContainsGenericParameters;

    public override IEnumerable<CustomAttributeData> CustomAttributes => method.CustomAttributes;

    public override Type? DeclaringType => method.DeclaringType;

    public override bool IsGenericMethod => method.IsGenericMethod;

    public override bool IsGenericMethodDefinition => method.IsGenericMethodDefinition;

    public override int MetadataToken => method.MetadataToken;

    public override RuntimeMethodHandle MethodHandle => method.MethodHandle;

    public override Module Module => method.Module;

    public override string Name => method.Name;

    public override Type? ReflectedType => method.ReflectedType;

    public override ParameterInfo ReturnParameter => method.ReturnParameter;

    public override Type ReturnType => typeof(Task); // the test is over only when the task ends

    public override ICustomAttributeProvider ReturnTypeCustomAttributes => method.ReturnTypeCustomAttributes;

    public override MethodInfo GetBaseDefinition() => method.GetBaseDefinition();

    public override object[] GetCustomAttributes(bool inherit) => method.GetCustomAttributes(inherit);

    public override object[] GetCustomAttributes(Type attributeType, bool inherit) => method.GetCustomAttributes(attributeType, inherit);

    public override IList<CustomAttributeData> GetCustomAttributesData() => method.GetCustomAttributesData();

    public override Type[] GetGenericArguments() => method.GetGenericArguments();

    public override MethodInfo GetGenericMethodDefinition() => method.GetGenericMethodDefinition();

    public override bool Equals(object? obj) => method.Equals(obj is GatedMethod other ? other.Own() : obj);

    public override int GetHashCode() => method.GetHashCode();

    public override MethodImplAttributes GetMethodImplementationFlags() => method.GetMethodImplementationFlags();

    public override ParameterInfo[] GetParameters() => method.GetParameters();

    public override object Invoke(object? obj, BindingFlags invokeAttr, Binder? binder, object?[]? parameters, CultureInfo? culture) => RunAsync(obj, parameters);

    public override bool IsDefined(Type attributeType, bool inherit) => method.IsDefined(attributeType, inherit);

    public override MethodInfo MakeGenericMethod(params Type[] typeArguments) => new GatedMethod(method.MakeGenericMethod(typeArguments), displayName, timeout);

    public override string? ToString() => method.ToString();

    private MethodInfo Own() => method;

    private async Task RunAsync(object? instance, object?[]? arguments)
    {
        var attribute = method.GetCustomAttributes().OfType<IThroughputAttribute>().Single();
        var context = (TestContext)TestContext.Current;
        var gated = new GatedTest(
            new TestMethod(method, arguments?.Length ?? 0) { DisplayName = displayName },
            attribute.Settings,
            timeout == 0 ? null : TimeSpan.FromMilliseconds(timeout),
            Environment.GetEnvironmentVariable,
            Write)
        {
            Attach = (name, json) => context.AddAttachment(name, Encoding.UTF8.GetBytes(json), replaceExistingValue: true, "application/json"),
            GiveUp = context.CancelCurrentTest,
        };
        var outcome = await gated.RunAsync(instance, arguments, context.CancellationToken).ConfigureAwait(false);
        if (outcome.SkipReason is { } reason)
        {
            throw new SkippedException(reason);
        }

        if (outcome.Warning is { } warning)
        {
            context.AddWarning(warning);
        }

        // To the test's own output, and to anyone who follows the run.
        void Write(string text)
        {
            context.TestOutputHelper?.WriteLine(text);
            context.SendDiagnosticMessage($"{displayName}: {text}");
        }
    }
}
