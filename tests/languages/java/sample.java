package a.b;

import java.util.List;
import static a.B.helper;
import x.y.*;

/**
 * A service.
 */
@Component("x")
public class Service<T> extends Base implements Runnable {
    public static final int MAX = 3;
    private int first, second = 1;

    protected Service(int x) { super(x); }

    @Override
    public void run() { Object o = new Object() { void anonymous() {} }; }

    abstract List<T> all();

    enum Mode {
        ON { void go() {} },
        OFF;
        void go() {}
    }

    record Point(int x, int y) {
        Point { }
    }

    @interface Marker { int value() default 1; }

    interface Sink { void accept(String s); }

    @Test
    void works() { }
}

/** A shape. */
public sealed interface Shape permits Circle, Square {
    double PI = 3.14;
    double area();
    default String name() { return "shape"; }
    static Shape unit() { return new Circle(1); }
    private void hidden() {}
}

record Circle(@NonNull double radius, int... rest) implements Shape {
    static int count;
    static final Map<String, Integer> CACHE = new HashMap<>();
    Circle {
        if (radius < 0) throw new IllegalArgumentException();
    }
    Circle(int whole) { this((double) whole); }
    @Override public double area() { return PI * radius * radius; }
}

non-sealed class Square<T extends Comparable<? super T> & Serializable> implements Shape, Cloneable {
    private final T side;
    volatile transient int[] cells[], more;
    protected static final Comparator<Square<?>> BY_SIDE =
        Comparator.comparing(s -> s.side.hashCode());
    Runnable task = () -> { run(); };
    Function<String, Integer> parse = Integer::parseInt;

    static { System.loadLibrary("x"); }
    { instance(); }

    public <U> Square(U side) throws IOException { }
    public double area() { return 1; }
    @Deprecated(since = "2")
    @SuppressWarnings({"a", "b"})
    public static synchronized <K, V> Map<K, List<V>>
    group(List<V> values, Function<? super V, ? extends K> by)
            throws IOException, InterruptedException {
        class Local { void inside() {} }
        Comparator<String> c = new Comparator<>() {
            @Override
            public int compare(String a, String b) { return 0; }
        };
        switch (values) {
            case List<V> l when l.isEmpty() -> { }
            default -> { }
        }
        return null;
    }
    native int fast(int x);
    abstract static class Nested<E> { abstract E pick(); }
    class Inner { class Deeper { int depth() { return 2; } } }
    int legacy()[] { return null; }
    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {1, 2})
    void parameterised(int n) { }
    @Nested class Grouped { @RepeatedTest(3) void again() { } }
}

enum Planet implements Shape {
    /** Near. */
    MERCURY(3.3e23, 2.4e6) {
        @Override public double area() { return 0; }
    },
    @Deprecated VENUS,
    ;

    private final double mass;
    Planet(double... values) { mass = values[0]; }
    static final class Holder { }
    public double area() { return mass; }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Config {
    String value() default "";
    int[] sizes() default {1, 2};
    String NAME = "config";
    enum Mode { A }
}

class Outer { static class StaticNested { enum State { ON } } interface Callback { void done(); } }
