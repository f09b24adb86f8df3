package demo
package inner

import a.b.{C, D => E, F as G, given, *}
import x._
import y.Z, w.V
export part.{run, stop as halt}

/** A vessel. */
trait Vessel(val name: String):
  type Cargo
  def depth: Int
  def width(x: Int): Int = x
  val length: Int
  var open: Boolean
  lazy val late = 1

@deprecated
@main
class Tank[T](val n: Int, private var m: T, plain: Int)(implicit ev: Ord[T]) extends Vessel with Other {
  import scala.util._
  private val hidden = 1
  private[demo] val scoped = 1
  protected[this] def prot: Int = 1
  var opened: Boolean = false
  val a, b = 1
  val (left, right) = (1, 2)
  def this(n: Int) = { this(n, 1) }
  def grow(by: Int)(using q: Q): Tank = { val local = 1; def nested = 2; new Tank(n + by) }
  def +(other: Tank): Tank = this
  def `odd name`: Int = 1
  def unary_! : Boolean = false
  def procedure() { println() }
  override def toString: String = "Tank"
  implicit def conv(x: Int): String = ""
  final class Inner { object Deep }
  val f: Int => Int = x => x + 1
}

object Tank {
  val Empty = new Tank(0)
  final val MaxSize = 3
  def apply(n: Int): Tank = new Tank(n)
  implicit class Rich(val s: String) extends AnyVal { def rich = 1 }
  case object Nothing
}

given order: Ordering[Tank] with
  def compare(a: Tank, b: Tank) = 1
given Ordering[Int] with
  def compare(a: Int, b: Int) = 1
given intShow: Show[Int] = ???
implicit val stringShow: Show[String] = ???

extension (s: String)
  def shout: String = s.toUpperCase
  def <+>(t: String): String = s + t
extension [T](xs: List[T]) def second: T = xs(1)

enum Color(val rgb: Int) derives CanEqual:
  /** Like blood. */
  case Red extends Color(1)
  case Green, Blue
  def mix: Color = this
enum Maybe[+A]:
  case Some(x: A)
  case None

type Alias = List[Int]
opaque type Id = Long
type Match[X] = X match
  case String => Char
case class Point(x: Int, y: Int = 0)
sealed abstract class Shape
case object Dot extends Shape
object Main extends App { println("x") }
@main def run(args: String*): Unit = println("hi")
def topLevel = 1
val top = 1
inline def quick(inline x: Int): Int = ${ quickImpl('x) }
transparent inline def tr = 1
infix def combine(x: Int) = x
package object helpers { def helped = 1 }

class StackSpec extends AnyFlatSpec {
  "A Stack" should "pop" in { }
  test("works") { assert(true) }
  describe("group") { it("does") { } }
  "An empty one" when { "popped" should { "fail" in { } } }
}

object Ended:
  def counted =
    1
  end counted
end Ended
