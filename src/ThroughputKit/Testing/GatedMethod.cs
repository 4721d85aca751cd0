using System.Diagnostics;
using System.Globalization;
using System.Reflection;

namespace ThroughputKit.Testing;

/// <summary>
/// A test's method. Calling it also judges the measurements by the gates, whoever calls it: test frameworks may have runners of their own. Almost all other
/// members are the method's own.
/// </summary>
/// <param name="method">The method.</param>
/// <param name="run">Calls the method, on an object and with arguments, and judges the measurements.</param>
[StackTraceHidden]
internal sealed class GatedMethod(MethodInfo method, Func<MethodInfo, object?, object?[]?, Task> run) : MethodInfo
{
    /// <summary>Gets the method itself.</summary>
    public MethodInfo Own => method;

    /// <summary>Throws if a throughput test is about to be called without its gates.</summary>
    /// <param name="method">The method that a runner is about to call.</param>
    public static void Require(MethodInfo method)
    {
        if (method is not GatedMethod && method.GetCustomAttributes().OfType<IThroughputAttribute>().Any())
        {
            throw new LoadTestException(TestProblems.Ungated(method.Name));
        }
    }

    public override MethodAttributes Attributes => method.Attributes;

    public override CallingConventions CallingConvention => method.CallingConvention;

    public override bool ContainsGenericParameters => method.ContainsGenericParameters;

    public override IEnumerable<CustomAttributeData> CustomAttributes => method.CustomAttributes;

    public override Type? DeclaringType => method.DeclaringType;

    public override bool IsGenericMethod => method.IsGenericMethod;

    public override bool IsGenericMethodDefinition => method.IsGenericMethodDefinition;

    public override int MetadataToken => method.MetadataToken;

    // With it, the method could be called without its gates.
    public override RuntimeMethodHandle MethodHandle =>
        throw new NotSupportedException(
            $"The throughput test {Name} can be called only through MethodInfo.Invoke, so that its gates are judged. Use a test framework that does so.");

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

    public override bool Equals(object? obj) => method.Equals(obj is GatedMethod other ? other.Own : obj);

    public override int GetHashCode() => method.GetHashCode();

    public override MethodImplAttributes GetMethodImplementationFlags() => method.GetMethodImplementationFlags();

    public override ParameterInfo[] GetParameters() => method.GetParameters();

    public override object Invoke(object? obj, BindingFlags invokeAttr, Binder? binder, object?[]? parameters, CultureInfo? culture) =>
        run(method, obj, parameters);

    public override bool IsDefined(Type attributeType, bool inherit) => method.IsDefined(attributeType, inherit);

    public override MethodInfo MakeGenericMethod(params Type[] typeArguments) => new GatedMethod(method.MakeGenericMethod(typeArguments), run);

    public override string? ToString() => method.ToString();
}
