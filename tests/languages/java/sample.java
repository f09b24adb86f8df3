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
