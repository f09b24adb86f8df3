package demo

import a.b.{C, D => E}
import x._

/** A vessel. */
trait Vessel:
  def depth: Int
  def width(x: Int): Int = x

@deprecated
class Tank(val n: Int) extends Vessel {
  private val hidden = 1
  var open: Boolean = false
  def grow(by: Int)(using q: Q): Tank = { val local = 1; new Tank(n + by) }
}

object Tank {
  val Empty = new Tank(0)
  def apply(n: Int): Tank = new Tank(n)
}

given order: Ordering[Tank] with
  def compare(a: Tank, b: Tank) = 1

extension (s: String)
  def shout: String = s.toUpperCase

enum Color(val rgb: Int):
  case Red extends Color(1)
  case Green, Blue

type Alias = List[Int]
case class Point(x: Int, y: Int)
