@file:JvmName("Example")

package com.example

import kotlin.math.max
import kotlin.collections.Map as Dictionary
import java.util.*

const val LIMIT: Int = 10
private lateinit var name: String
typealias Handler<T> = (T, Int) -> Unit

annotation class Marker(val text: String = "")

interface Shape<in T, out U : Any> {
    val sides: Int
    fun area(scale: Double): Double
    fun twice(value: T): U? = null
}

enum class Colour(val code: Int) : Runnable {
    RED(1),
    GREEN(2) { override fun run() { } },
    BLUE(3);

    override fun run() { }
}

sealed class Node
data class Leaf(val value: Int, var label: String = "zero") : Node()
object Single : Node() { val only = 1 }

@Marker("class")
open class Point<T : Comparable<T>>(private val x: T, y: Int = 2, vararg rest: Int) : Base(y), Shape<T, Int> by other where T : Cloneable {
    override val sides get() = 4
    var stored: Int = 3
        private set(value) { field = value }
    val lazily by lazy { 5 }

    init {
        stored = 6
    }

    constructor(text: String) : this(text, 7)

    companion object Factory {
        @JvmStatic
        fun create(): Point<String> = Point("x")
    }

    inner class Nested

    @Throws(Exception::class)
    protected suspend inline fun <reified V> compute(first: V, noinline second: (V) -> Int = { 1 }): Int where V : Any {
        return second(first)
    }

    operator fun plus(other: Point<T>): Point<T> = other
}

fun String.extended(count: Int): String {
    var total = 0
    val (left, right) = Pair(1, 2)
    val list = listOf(1, 2, 3)
    outer@ for ((index, item) in list.withIndex()) {
        if (item > 3) {
            total += index
            continue@outer
        } else if (item == 2) {
            break@outer
        } else {
            total--
        }
    }
    for (i in 0 until count step 2) total += i
    while (total > 100) {
        total /= 2
    }
    do {
        total--
    } while (total > 50)
    when (val subject = total) {
        1, 2 -> total = 3
        in 4..5, is Int -> {
            total = 6
        }
        else -> total = 7
    }
    val chosen = if (total > 1) max(total, 8) else (left)
    try {
        throw IllegalStateException("message")
    } catch (error: IllegalStateException) {
        println(error)
    } finally {
        total = 9
    }
    // a line comment
    val square = { x: Int -> x * x }
    val sum = list.filter { it > 1 }.map(square).fold(0) { a, b -> a + b }
    val text = "a $total b ${square(3)}" + "c"
    val anonymous = fun(z: Int): Int { return z }
    val item: Shape<Int, Any>? = object : Shape<Int, Any>, Node() { override val sides = 1 }
    val safe = item?.sides ?: total
    val cast = item!! as Shape<*, *>
    val call = Leaf(value = 1, label = "y")
    val array = list[0] + -right
    val check = !list.isEmpty() && item is Shape<*, *>
    run { println() }
    return text
}

fun main() {
    println("z".extended(count = LIMIT))
}
