using System;
using Text = System.Text;
using static System.Math;

namespace Demo.Shop;

public record OrderId(Guid Value);

/// <summary>An order.</summary>
[Serializable]
public partial class Order : IOrder
{
    private const int Max = 3;
    private readonly List<int> _rows = new(), _more;
    public event EventHandler? Changed;
    public int Count { get; private set; }
    public int Twice => Count * 2;
    public string this[int i] => _rows[i].ToString();
    public Order() { }
    ~Order() { }
    [Obsolete]
    internal void Add(int a) { int Local(int x) => x; }
    public static Order operator +(Order a, Order b) => a;
    public static implicit operator int(Order o) => 1;
    protected internal class Nested { }
}

public interface IRepo<T> { T Get(int id); }
public enum State { New = 1, Paid }
public delegate int Reducer(int a, int b);
public readonly struct Money { public decimal Amount { get; } }

public static class Extensions
{
    public static bool IsEmpty(this Order o) => true;
}

public class Tests
{
    [Fact]
    public void Works() { }
}
