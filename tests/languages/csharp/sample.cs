extern alias Legacy;
global using System.Linq;
using System;
using Text = System.Text;
using Pair = (int Left, int Right);
using static System.Math;

[assembly: System.Reflection.AssemblyTitle("Demo")]

namespace Demo.Shop;

public record OrderId(Guid Value);

/// <summary>A point on the map.</summary>
/// <param name="X">To the right.</param>
public readonly record struct Spot(int X, int Y = 0)
{
    public double Length => Sqrt(X * X + Y * Y);
}

/// <summary>An order.</summary>
[Serializable]
public partial class Order : IOrder
{
    private const int Max = 3, Min = 1;
    private readonly List<int> _rows = new(), _more;
    public static readonly Func<int, int> Double = n => n * 2;

    static Order() { }
    public event EventHandler? Changed;
    public event EventHandler Closed { add { } remove { } }
    public int Count { get; private set; }
    public required string Name { get; init; } = "";
    public int Twice => Count * 2;
    public string this[int i] => _rows[i].ToString();
    int IOrder.Total { get => 1; }
    public Order() { }
    public Order(int count) : this() { Count = count; }
    ~Order() { }

    [Obsolete]
    // why
    internal void Add(int a) { int Local(int x) => x; static void Other<T>() where T : new() { } }
    void IOrder.Send() { }
    public async Task<T> LoadAsync<T>(string key, CancellationToken token = default)
        where T : class, new()
    {
        await Task.Yield();
        return new T();
    }
    partial void OnSent(int n);
    public static Order operator +(Order a, Order b) => a;
    public static bool operator true(Order o) => true;
    public static implicit operator int(Order o) => 1;
    public static explicit operator Order(int n) => new();
    protected internal class Nested { private enum Deep { One } }
    private unsafe struct Raw { public fixed byte Bytes[8]; }
}

public partial class Order
{
    partial void OnSent(int n) { }
}

public class Service(ILogger log, int retries = 3) : Base(log)
{
    public void Run() => log.Info(retries);
}

public interface IRepo<T> where T : IRepo<T>
{
    T Get(int id);
    int Size { get; }
    static abstract T operator -(T a);
    void Reset() { }
}

[Flags]
public enum State : byte
{
    /// <summary>Just made.</summary>
    New = 1,
    [Obsolete] Paid,
}

public delegate int Reducer<in T>(T a, T b);
public readonly ref struct Money { public decimal Amount { get; } }
file sealed class Hidden { }

public static class Extensions
{
    extension(Order order)
    {
        public bool Full => order.Count > 9;
        public void Clear() { }
    }

    public static bool IsEmpty(this Order o) => true;
}

public class Tests
{
    [Fact]
    public void Works() { }

    [Theory, InlineData(1)]
    public async Task Counts(int n) { }

#if NET8_0
    public void New() { }
#else
    public void New(int old) { }
#endif

#if DEBUG
    public void Twin() {
#else
    public void Twin(int n) {
#endif
    }
    public void AfterTwin() { }
}
