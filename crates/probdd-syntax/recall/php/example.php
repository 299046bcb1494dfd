<?php
declare(strict_types=1);

namespace App\Model;

use App\Base;
use App\Other as Renamed, App\Third;
use App\Group\{First, Second as Two};
use function App\helper;

const LIMIT = 10, SMALL = 2;
define('OLD', 1);

#[Attribute(1, flags: 2)]
abstract class Shape extends Base implements Renamed, \Countable
{
    use First, Two { First::hello insteadof Two; Two::hello as protected greet; }

    public const SIDES = 4;
    private static ?int $count = 0, $spare;
    protected readonly array $list;

    public function __construct(private int $side, public readonly string $label = 'zero', ...$rest)
    {
        parent::__construct($side);
        $this->list = [1, 2, 3, 'a' => 4, ...$rest];
    }

    abstract protected function area(float $scale): float;

    final public static function &create(?int $first, int|string &$second = null): static
    {
        return new static($first);
    }
}

interface Named { public function name(): string; }
trait Greets { public function hello() { echo 'hello', "b"; } }
enum Colour: string implements Named { case Red = 'r'; case Blue = 'b'; public function name(): string { return 'x'; } }

function control(int $count, array $options = []): int
{
    global $total, $other;
    static $calls = 0, $more;
    $total = 0;
    if ($total > 3 && !$count) {
        $total += 1;
    } elseif ($total < 0) {
        $total--;
    } else if ($count) {
        $total = 5;
    } else {
        $total = 4;
    }
    foreach ($options as $key => $value) {
        $total += $value;
        continue;
    }
    for ($i = 0, $j = 1; $i < 10; $i++, $j--) {
        break 1;
    }
    while ($total > 100) {
        $total /= 2;
    }
    do {
        $total--;
    } while ($total > 50);
    switch ($total) {
        case 1:
        case 2:
            $total = 3;
            break;
        default:
            $total = 6;
    }
    try {
        throw new \Exception("message", 7);
    } catch (\TypeError | \ValueError $error) {
        print $error;
    } finally {
        $total = 8;
    }
    // a line comment
    $square = fn(int $x): int => $x * $x;
    $closure = function ($y) use ($total, &$count) { return $y; };
    $chosen = $total ? $square($total) : ($count);
    $short = $chosen ?: 9;
    $matched = match (true) { $total > 1, $count => 'one', default => 'other' };
    $text = "a $total {$options['k']}" . 'c' . LIMIT;
    ['q' => $left, 'r' => $right] = $options;
    list($head, $tail) = $options;
    $cast = (string) $total;
    $safe = $this?->list[0] ?? Shape::SIDES;
    $anonymous = new class(1) extends Shape { public $z; };
    unset($left, $right);
    goto end;
    {
        $total = clone $anonymous;
    }
    @risky();
    end:
    if ($total instanceof Shape): echo 'alternative'; else: echo 'syntax'; endif;
    control(count: 1, options: ['q' => -$total]);
    exit(1);
    return $total ** 2;
}
?>
<p><?= $total ?></p>
<br>
