@file:JvmName("Demo")

package demo

import a.b.C
import a.b.D as E
import x.y.*

/** Shouts. */
fun String.shout(): String = uppercase() + "!"

val String.half: String
    get() = take(length / 2)

const val LIMIT = 3
private val quiet by lazy { 1 }
var watched: Int = 0
    private set
var both: Int
    get() = 1
    set(value) { field = value }
lateinit var late: String
val double = { n: Int -> n * 2 }
val triple = fun(n: Int): Int { return n * 3 }

fun interface Sink { fun accept(v: String) }
sealed interface Shape {
    val area: Double
    fun draw() { }
    data object Nothing : Shape
    data class Circle(val r: Double) : Shape { override val area get() = r }
}

/**
 * An item.
 *
 * @param id which
 */
@Serializable
data class Item<T : Any>(val id: Int, @JvmField var name: String = "x", plain: Int, private val seen: T? = null) : Base(id), Sink by other {
    init { println(id) }
    constructor(s: String) : this(s.length)
    companion object {
        const val MAX = 3
        @JvmStatic fun of(n: Int): Item<Int> { return Item(n) }
    }
    private operator fun plus(o: Item<T>) = Item(id + o.id)
    infix fun with(o: Int) = o
    inner class Inner { fun deep() {} }
    lateinit var after: String
    val lazyOne: Int by lazy { 1 }
    var mine: Int = 0
        protected set(v) { field = v }
    protected abstract suspend fun wait()
    override fun toString(): String = "Item"
    external fun native(): Int
    tailrec fun loop(n: Int): Int = if (n == 0) 0 else loop(n - 1)
}

@JvmInline
value class Meters(val n: Int)
annotation class Marker(val why: String)
object Registry : Base() { internal suspend inline fun <reified T> load(key: String): T? = null }
abstract class Named { companion object Factory { fun make() {} } }

sealed class Res { object None : Res() }

enum class Op(val s: String) : Sink {
    /** Adds. */
    ADD("+") { override fun apply(a: Int) = a },
    @Deprecated("x") SUB("-");

    abstract fun apply(a: Int): Int
    companion object { fun find(s: String) = entries.first() }
}
enum class Plain { A, B }

fun open(): Sink {
    val local = 1
    fun inside() = local
    class Local { fun m() {} }
    return object : Sink { override fun accept(v: String) {} }
}

fun <T> List<T>.second(): T where T : Any = this[1]
fun Map<String, Int>?.orEmpty2() = this
operator fun Item<Int>.get(i: Int) = i
suspend fun (() -> Unit).run2() = this()
context(Log) fun logged() {}
internal expect fun platform(): String
actual typealias Native = Int
typealias Handler<T> = (T) -> Unit
fun `name with spaces`() = 1

class Multi(
    /** The first. */
    val first: Int,
    val second: Int, // note
)

class Tests {
    @Test fun works() {}

    @ParameterizedTest
    @ValueSource(ints = [1, 2])
    fun counts(n: Int) {}
    @Test
    fun `says it in words`() = runTest { }
}
