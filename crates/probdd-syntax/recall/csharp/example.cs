using System;
using System.Collections.Generic;
using static System.Math;
using Alias = System.Text.StringBuilder;

[assembly: System.Reflection.AssemblyTitle("example")]

namespace Outer.Inner
{
    /// <summary>Documentation.</summary>
    [Serializable, Obsolete("old")]
    public abstract partial class Shape<T, U> : Base, IComparable<T> where T : class, new() where U : struct
    {
        private static readonly int[] table = { 1, 2, 3 }, other = new int[4];
        public const int Limit = 10;
        public event EventHandler Changed;
        public string Name { get; private set; } = "zero";
        public int Area => Limit * 2;
        public int this[int index] { get { return index; } set { table[0] = value; } }

        static Shape() { }

        protected Shape(int first, string second = "two") : base(first)
        {
            Name = second;
        }

        ~Shape() { }

        [Obsolete]
        public virtual async Task<int> Compute<V>(ref int count, out V result, params object[] rest) where V : new()
        {
            result = new V();
            await Task.Delay(1);
            return count;
        }

        public abstract void Missing();
        public static Shape<T, U> operator +(Shape<T, U> left, int right) => left;
        public static explicit operator int(Shape<T, U> value) { return 3; }

        internal int Control(int count, List<int> list)
        {
            int total = 0, spare;
            var text = $"a {total} b" + "c";
            foreach (var item in list)
            {
                total += item;
            }
            for (int i = 0, n = count; i < n; i++, n--)
            {
                if (i > 3)
                {
                    continue;
                }
                else if (i == 2)
                    break;
                else
                {
                    total--;
                }
            }
            while (total > 100) total /= 2;
            do { total--; } while (total > 50);
            switch (total)
            {
                case 1:
                case 2 when count > 1:
                    total = 3;
                    break;
                default:
                    goto done;
            }
            try
            {
                throw new Exception("message");
            }
            catch (ArgumentException error) when (error != null)
            {
                total = 4;
            }
            catch
            {
                total = 5;
            }
            finally
            {
                total = 6;
            }
            using (var stream = Open()) { stream.Close(); }
            lock (this) { total++; }
            checked { total *= 2; }
            unsafe { int* pointer = &total; }
            // a line comment
            Func<int, int> square = x => x * x;
            Action<int, int> act = (int a, int b) => { Log(a); };
            int Local(int y) { return y; }
            var named = Log(first: 1, second: "x");
            var chosen = total > 1 ? square(total) : (spare = 7);
            var made = new Point { X = 1, Y = 2 };
            var anonymous = new { A = 1, total };
            var matched = total switch { 1 => "one", > 5 and < 9 => "some", _ => "other" };
            if (made is Point { X: 1 } p && !(p.Y == 2)) return -1;
            var query = from item in list where item > 1 orderby item select item;
            var cast = (long)total + sizeof(int);
            var safe = made?.Name ?? default(string);
            object typed = typeof(int) as object;
            yield return total;
        done:
            return table[0] + list[^1];
        }
    }

    public interface IShape : IDisposable { void Draw(int scale); int Size { get; } }
    public struct Point { public int X, Y; }
    public record Pair(int Left, string Right);
    [Flags] public enum Colour : byte { Red = 1, Green, Blue = 4 }
    public delegate int Callback(object sender, int code);
}
