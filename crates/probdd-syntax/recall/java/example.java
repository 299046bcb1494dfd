package com.example.app;

import java.util.*;
import static java.lang.Math.max;
import java.util.function.Function;

/** Documentation. */
@FunctionalInterface
interface Shape<T extends Comparable<T> & Cloneable> extends Cloneable, Iterable<T> {
    int SIDES = 4;
    double area(T first, int... rest) throws Exception;
    default Iterator<T> iterator() { return null; }
}

@interface Marker {
    int value() default 3;
    String[] names() default {"a", "b"};
}

enum Colour implements Runnable {
    RED(1), GREEN(2) { public void run() { } }, BLUE(3);
    private final int code;
    Colour(int code) { this.code = code; }
    public void run() { }
}

record Point(int x, int y) {
    Point {
        if (x < 0) throw new IllegalArgumentException("negative");
    }
}

sealed abstract class Base permits Example, Other { protected int inherited; }
final class Other extends Base { }

@SuppressWarnings({"unchecked", "rawtypes"})
public final class Example<K, V extends Number> extends Base implements Runnable, Cloneable {
    private static final int[] TABLE = {1, 2, 3}, OTHER = new int[4];
    @Deprecated transient volatile long counter = 5L;
    static { TABLE[0] = 9; }
    { counter = 6; }

    public Example(final int start, List<? super Integer> list) throws RuntimeException {
        super();
        this.counter = start;
    }

    @Override
    public synchronized void run() {
        int total = 0, other;
        outer:
        for (int i = 0, n = 10; i < n; i++, n--) {
            if (i > 3) {
                total += i;
                continue outer;
            } else if (i == 2) {
                break outer;
            } else {
                total--;
            }
        }
        for (final String text : new ArrayList<String>()) total += text.length();
        while (total > 100) { total /= 2; }
        do { total--; } while (total > 50);
        ;
        switch (total) {
            case 1:
            case 2:
                total = 3;
                break;
            default:
                total = 4;
        }
        int chosen = switch (total) { case 5, 6 -> 7; case 8 -> { yield 9; } default -> 10; };
        try (Scanner scanner = new Scanner("x"); Scanner second = scanner) {
            throw new java.io.IOException("text" + total);
        } catch (java.io.IOException | RuntimeException error) {
            total = 11;
        } finally {
            total = 12;
        }
        // a line comment
        synchronized (this) { total++; }
        assert total > 0 : "message";
        Function<Integer, Integer> square = (x) -> x * x;
        Function<String, Integer> parse = Integer::parseInt;
        Runnable task = new Runnable() { public void run() { counter++; } };
        Object object = (Object) square;
        if (object instanceof String string && !string.isEmpty()) return;
        var value = total > 3 ? max(total, 4) : (chosen);
        int[][] matrix = new int[2][3];
        System.out.println(Collections.<Integer>emptyList().size() + -matrix[0][1] << 2);
    }

    private static <A, B> A convert(A first, B second) {
        class Local { }
        return first;
    }
}
