package demo

import a.b.C
import a.b.D as E
import x.y.*

/** Shouts. */
fun String.shout(): String = uppercase() + "!"

val String.half: String
    get() = take(length / 2)

interface Sink { fun accept(v: String) }

@Serializable
data class Item(val id: Int, var name: String = "x", plain: Int) {
    constructor(s: String) : this(s.length)
    companion object {
        const val MAX = 3
        fun of(n: Int): Item { return Item(n) }
    }
    private operator fun plus(o: Item) = Item(id + o.id)
}

object Registry { internal suspend inline fun <reified T> load(key: String): T? = null }

sealed class Res { object None : Res() }

enum class Op(val s: String) {
    ADD("+") { override fun apply(a: Int) = a };
    abstract fun apply(a: Int): Int
}

fun open(): Sink {
    val local = 1
    return object : Sink { override fun accept(v: String) {} }
}

typealias Handler = (Int) -> Unit
fun `name with spaces`() = 1

class Tests { @Test fun works() {} }
