<?php

declare(strict_types=1);

namespace App\Support;

use App\Other\{A, B as C, function f1, const K1};
use Single\Name;
use One\Two as Alias, Three\Four;
use function Some\helper as h;
use const Some\LIMIT;
require_once 'boot.php';
require __DIR__ . '/more.php';

const TOP = 1, NEXT = 2;
define('LEGACY', 2);

/**
 * Talks.
 *
 * @mixin Mailer
 */
trait Chatty
{
    private static int $count = 0;
    protected function murmur(string $m): void { echo $m; }
    abstract public static function channel(): string;
}

#[Attribute(Attribute::TARGET_CLASS)]
final class Mailer extends Base implements \Countable
{
    use Chatty, Other { murmur as protected whisper; Other::x insteadof Chatty; }

    public const MAX = 3, MIN = 1;
    final protected const string TYPED = 'x';
    private ?string $name = null, $other;
    public static array $all = [];
    public readonly int $fixed;
    var $ancient;
    public string $full {
        get => $this->name . 'x';
        set(string $value) { $this->name = $value; }
    }
    public private(set) int $seen = 0;

    public function __construct(
        private readonly int $n = 0,
        #[SensitiveParameter] protected ?Closure $f = null,
        int $plain = 1,
    ) {
        parent::__construct();
    }

    #[\ReturnTypeWillChange]
    #[Other]
    /** After the attribute. */
    public function count(): int { return $this->n; }

    public function &refs(): array { static fn (int $x): int => $x; return []; }
    public static function make(): static { return new static(); }
    public function __get($k) {}
    function untold() {}
}

enum Suit: string implements HasLabel
{
    const Wild = self::Hearts;
    /** Red. */
    case Hearts = 'H';
    #[Rare]
    case Spades = 'S';
    public function label(): string { return match ($this) { self::Hearts => 'x' }; }
}

readonly class Dto { public function __construct(public int $id) {} }
abstract class Shapes { abstract protected function area(): float; }
function defines() { define('INSIDE', 3); }
interface Shape extends A, B { const SIDES = 0; public function area(): float; }

function outer(int &...$xs): array
{
    function inner_function() {}
    return [new class(1) extends Base { private $p; public function inner() {} }];
}
function &by_ref() {}
function gen(): iterable { yield 1; }

$handler = function (int $x) use ($y): int { return $x; };
$short = fn (int $x): int => $x + 1;
$first = strlen(...);

if (!function_exists('conditional')) {
    function conditional() { return 1; }
    class Maybe {}
}
class MailTest extends TestCase
{
    public function testSends(): void {}
    #[Test]
    public function it_sends(): void {}
}
test('adds', function () { expect(1); });
it('works', fn () => 1);
describe('group', function () { it('inner', function () {}); });
?>
<footer>function not_php() {}</footer>
<?php function after_html() { return 2; } ?>
<?= $x ?>
