package com.example

import scala.collection.mutable.{Map, Set => MutableSet, _}
import java.util.List

@deprecated("old", "1.0")
sealed abstract class Shape[+T <: Comparable[T], U](val side: T, private var count: Int = 1) extends Base(side) with Cloneable with Runnable {
  self: Cloneable =>
  type Output = Int
  protected[example] final lazy val area: Double = 2.0
  override def run(): Unit = ()
  def missing(value: T): Option[U]
  def this(text: String) = this(text, 2)
  private def curried(a: Int)(implicit b: String): Int = a
}

trait Named { def name: String; val label = "zero" }
case class Point(x: Int, y: Int = 2) extends Named
case object Single
object Example extends App {
  val (left, right) = (1, 2)
  var first, second: Int = 3
  val table = Array(1, 2, 3)

  def control(count: Int, label: String*)(body: => Unit): Int = {
    var total = 0
    for (i <- 0 until count; j = i * 2 if j > 1) {
      total += i
    }
    val list = for {
      a <- table
      b <- table
    } yield a + b
    if (total > 1) {
      total = 2
    } else if (total < 0) total = 3
    else {
      total = 4
    }
    while (total > 100) {
      total /= 2
    }
    do { total -= 1 } while (total > 50)
    total match {
      case 1 | 2 => total = 5
      case n: Int if n > 3 =>
        total = n
      case Point(x, _) => ()
      case head :: tail => throw new Exception("message")
      case _ => total = 6
    }
    try {
      total = 7
    } catch {
      case error: Exception => println(error, total)
      case _: Throwable =>
    } finally {
      total = 8
    }
    // a line comment
    val square = (x: Int) => x * x
    val partial: PartialFunction[Int, Int] = { case 9 => 10 }
    val chosen = if (total > 11) square(total) else (count)
    val text = s"a $total ${square(3)}" + "c"
    val made = new Point(x = 1, y = 2) with Named { val extra = 4 }
    val mapped = table.map(_ + 1).filter(k => k > 2).sum
    val typed = identity[Int](total): Int
    val check = !list.isEmpty && made.isInstanceOf[Named]
    return -chosen + mapped
  }
}

given ordering: Ordering[Int] with { def compare(p: Int, q: Int): Int = p - q }
extension (text: String) def twice: String = text + text
enum Colour(val code: Int) { case Red extends Colour(1); case Green, Blue }
