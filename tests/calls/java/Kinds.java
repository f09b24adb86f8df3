// The ways in which calls are written in Java.
import java.util.ArrayList;
import java.util.List;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

interface Opener {
    int open();
    default int twice() { return open() + open(); } // -> Opener.open, File.open, Folder.open
    static Opener of() { return new File("of"); } // -> File.File
}

abstract class Base implements Opener {
    protected final String name;
    Base(String name) { this.name = name; }
    abstract int size();
    int total() { return size() + helper(); } // -> Base.size, File.size, Folder.size, Base.helper
    private int helper() { return 1; }
    int shared() { return 2; }
}

class File extends Base {
    File(String name) { super(name); } // -> Base.Base
    File() { this("none"); } // -> File.File
    public int open() { return Kinds.start(); } // -> Kinds.start
    int size() { return super.shared() + shared(); } // -> Base.shared, File.shared
    @Override int shared() { return 3; }
    int read(int n) { return read("" + n); } // -> File.read
    int read(String text) { return 4; }
    File with(String part) { return this; }
    static File create() { return new File(); } // -> File.File
}

class Folder extends Base {
    private final List<File> files = new ArrayList<>();
    private Supplier<Integer> hook = Kinds::stop;
    Folder() { super("folder"); } // -> Base.Base
    public int open() {
        int sum = 0;
        for (File file : files) sum += file.open(); // -> File.open
        for (int i = 0; i < files.size(); i++) sum += files.get(i).size(); // -> File.size
        files.forEach(f -> f.open()); // -> File.open
        files.forEach(File::open);
        files.stream().map(f -> f.with("a")).filter(f -> f.size() > 1).count(); // -> File.with, File.size
        return sum + hook.get();
    }
    int size() { return this.twice(); } // -> Opener.twice
    class Inner {
        int up() { return Folder.this.open() + size(); } // -> Folder.open, Folder.size
    }
    Inner inner() { return new Inner(); }
}

enum Level {
    LOW { int rank() { return Kinds.start(); } }, HIGH; // -> Kinds.start
    int rank() { return 0; }
    static Level find() { return LOW; }
}

record Pair(File left, Folder right) {
    int both() { return left.open() + right().open(); } // -> File.open, Folder.open
    static Pair of(File f) { return new Pair(f, new Folder()); } // -> Folder.Folder
}

class Holder<T extends Opener> {
    private final T held;
    private final Map<String, T> all = new HashMap<>();
    Holder(T held) { this.held = held; }
    T get() { return held; }
    int run() { return held.open() + all.get("a").open(); } // -> Opener.open, File.open, Folder.open
}

public class Kinds {
    static int start() { return 1; }
    static int stop() { return 2; }
    static int apply(Supplier<Integer> by) { return by.get(); }
    int field = start(); // -> start
    static { stop(); } // -> stop

    int uses() {
        File file = new File("a"); // -> File.File
        var other = File.create().with("b"); // -> File.create, File.with
        Opener opener = file;
        return opener.open() + other.total() + file.twice() + Opener.of().open(); // -> Opener.open, File.open, Folder.open, Base.total, Opener.twice, Opener.of
    }
    int overloads(File file) { return file.read(1) + file.read("x"); } // -> File.read
    int lambdas() { return apply(() -> start()) + apply(Kinds::stop); } // -> apply, start
    int anonymous() {
        Opener one = new Opener() {
            public int open() { return stop(); } // -> stop
        };
        return one.twice(); // -> Opener.twice
    }
    int generics() { return new Holder<>(new File("c")).get().size() + new Holder<File>(File.create()).run(); } // -> Holder.Holder, File.File, Holder.get, File.size, File.create, Holder.run
    int casts(Object o) { return ((Folder) o).inner().up(); } // -> Folder.inner, Inner.up
    int patterns(Object o) { return o instanceof File f ? f.open() : 0; } // -> File.open
    int enums() { return Level.HIGH.rank() + Level.find().rank(); } // -> Level.rank, Level.find
    int records() { return Pair.of(new File()).both() + Pair.of(null).left().size(); } // -> Pair.of, File.File, Pair.both, File.size
    int functions(Function<Integer, File> by) { return by.apply(1).open(); } // -> File.open
    int conditional(boolean b) { return (b ? new File() : File.create()).open(); } // -> File.File, File.create, File.open
    int switches(Level level) { return switch (level) { case LOW -> start(); default -> stop(); }; } // -> start, stop
    int arrays() { File[] files = { new File() }; return files[0].open(); } // -> File.File, File.open
}
