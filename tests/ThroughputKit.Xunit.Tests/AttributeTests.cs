using System.Reflection;
using ThroughputKit.Baselines;
using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Attributes;

/// <summary>The attributes' settings contain what was set, and nothing else.</summary>
public class AttributeTests
{
    private const string Source = "/home/me/Gates.cs";

    private static readonly string[] _options = ["Connections", "DurationSeconds", "WarmUpSeconds", "Requests", "MaxComparisonSeconds"];

    public static TheoryData<Type, string> Properties
    {
        get
        {
            var data = new TheoryData<Type, string>();
            foreach (var name in typeof(LoadGates).GetProperties(BindingFlags.Public | BindingFlags.Instance).Concat(typeof(ComparisonGates).GetProperties()).Select(p => p.Name).Concat(_options))
            {
                data.Add(typeof(ThroughputFactAttribute), name);
                data.Add(typeof(ThroughputTheoryAttribute), name);
            }

            return data;
        }
    }

    [Theory]
    [InlineData(typeof(ThroughputFactAttribute))]
    [InlineData(typeof(ThroughputTheoryAttribute))]
    public void Nothing_is_set_by_default(Type attribute)
    {
        var settings = Settings(Make(attribute, Source));

        Assert.Equal(new LoadGates(), settings.Gates);
        Assert.Empty(settings.Options);
        Assert.Null(settings.OnInconclusive);
        Assert.Null(settings.BaselineOf("Shop.A"));
    }

    [Theory]
    [MemberData(nameof(Properties))]
    public void Each_gate_and_option_sets_only_itself(Type type, string name)
    {
        var attribute = Make(type, Source);
        var property = type.GetProperty(name)!;
        var value = Convert.ChangeType(3, property.PropertyType, System.Globalization.CultureInfo.InvariantCulture);

        Assert.Contains(property.GetValue(attribute), new object[] { double.NaN, -1L, -1 });
        property.SetValue(attribute, value);

        Assert.Equal(value, property.GetValue(attribute));
        var settings = Settings(attribute);
        string[] set = [.. Set(settings.Gates), .. Set(settings.Comparison), .. settings.MaxComparisonSeconds is null ? [] : new[] { nameof(settings.MaxComparisonSeconds) }];
        Assert.Equal([name], set.Concat(settings.Options));
    }

    [Theory]
    [InlineData(typeof(ThroughputFactAttribute))]
    [InlineData(typeof(ThroughputTheoryAttribute))]
    public void A_baseline_is_used_with_the_tolerance_that_is_set(Type type)
    {
        var attribute = Make(type, Source);
        Assert.Equal([null, double.NaN, double.NaN], ((string[])["Baseline", "BaselineToleranceBytes", "BaselineTolerancePercent"]).Select(n => type.GetProperty(n)!.GetValue(attribute)));

        type.GetProperty("Baseline")!.SetValue(attribute, "a.json");
        Assert.Equal(new BaselineUse("a.json", Source, "Shop.A", new BaselineTolerance()), Settings(attribute).BaselineOf("Shop.A"));
        type.GetProperty("BaselineToleranceBytes")!.SetValue(attribute, 16);
        Assert.Equal(new BaselineTolerance { Bytes = 16 }, Settings(attribute).BaselineOf("Shop.A")!.Tolerance);
        type.GetProperty("BaselineTolerancePercent")!.SetValue(attribute, 0);
        Assert.Equal(new BaselineTolerance { Bytes = 16, Percent = 0 }, Settings(attribute).BaselineOf("Shop.A")!.Tolerance);
    }

    [Fact]
    public void An_attribute_knows_its_source_file() => Assert.EndsWith("AttributeTests.cs", new ThroughputFactAttribute().SourceFile, StringComparison.Ordinal);

    [Fact]
    public void Fact_and_theory_have_the_same_properties() => Assert.Equal(Own(typeof(ThroughputFactAttribute)), Own(typeof(ThroughputTheoryAttribute)));

    [Fact]
    public void The_gates_of_an_endpoint_stand_beside_the_attribute()
    {
        var settings = TestSettings.Of(typeof(Undiscovered).GetMethod(nameof(Undiscovered.Mixed))!);

        Assert.Equal(1, settings.Gates.MinRps);
        Assert.Equal(["items", "orders"], settings.Gates.Endpoints.Select(e => e.Key).Order(StringComparer.Ordinal));
        Assert.Equal(new LoadGates { MaxP99LatencyMs = 20 }, settings.Gates.Endpoints.Single(e => e.Key == "orders").Value);
    }

    [Fact]
    public void Each_gate_that_an_endpoint_can_have_sets_only_itself()
    {
        string[] possible = [.. ThroughputKit.Gates.Figures.All.Where(f => f.IsOfEndpoint).Select(f => f.Gate)];
        var properties = typeof(EndpointGatesAttribute).GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly);

        Assert.Equal(possible.Order(StringComparer.Ordinal), properties.Where(p => p.CanWrite).Select(p => p.Name).Order(StringComparer.Ordinal));
        Assert.All(properties.Where(p => p.CanWrite), p =>
        {
            var attribute = new EndpointGatesAttribute("orders");
            Assert.Contains(p.GetValue(attribute), new object[] { double.NaN, -1L });
            p.SetValue(attribute, Convert.ChangeType(3, p.PropertyType, System.Globalization.CultureInfo.InvariantCulture));
            Assert.Equal([p.Name], Set(((IEndpointAttribute)attribute).Gates));
        });
    }

    [Fact]
    public void The_policy_is_to_warn_unless_it_is_set()
    {
        var attribute = new ThroughputFactAttribute();

        Assert.Equal(InconclusivePolicy.Warn, attribute.OnInconclusive);
        attribute.OnInconclusive = InconclusivePolicy.Fail;
        Assert.Equal(InconclusivePolicy.Fail, Settings(attribute).OnInconclusive);
    }

    [Fact]
    public void The_reference_is_set()
    {
        var attribute = new ThroughputTheoryAttribute();

        Assert.Null(attribute.Reference);
        attribute.Reference = ThroughputReference.BuiltIn;
        Assert.Equal(ThroughputReference.BuiltIn, attribute.Reference);
        Assert.Equal(ThroughputReference.BuiltIn, Settings(attribute).Reference);
    }

    private static IEnumerable<string> Set(object gates) =>
        gates.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(p => p.GetValue(gates) is not null).Select(p => p.Name);

    private static IEnumerable<string> Own(Type type) =>
        type.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).Select(p => $"{p.PropertyType} {p.Name}").Order(StringComparer.Ordinal);

    private static TestSettings Settings(object attribute) => ((IThroughputAttribute)attribute).Settings;

    // Like the compiler, which fills in the test's source file.
    private static object Make(Type attribute, string source) => Activator.CreateInstance(
        attribute, BindingFlags.Public | BindingFlags.Instance | BindingFlags.CreateInstance | BindingFlags.OptionalParamBinding, binder: null, [source], culture: null)!;

#pragma warning disable xUnit1000 // only its attributes are read
    private static class Undiscovered
    {
        [ThroughputFact(MinRps = 1)]
        [EndpointGates("orders", MaxP99LatencyMs = 20)]
        [EndpointGates("items", MinRps = 5)]
        public static LoadTest Mixed() => LoadTest.BuiltIn;
    }
#pragma warning restore xUnit1000
}
