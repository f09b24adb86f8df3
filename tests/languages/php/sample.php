<?php
namespace App\Support;

use App\Other\{A, B as C};
use Single\Name;
use function Some\helper;
require_once 'boot.php';

const TOP = 1;
define('LEGACY', 2);

/** Talks. */
trait Chatty
{
    protected function murmur(string $m): void { echo $m; }
    abstract public static function channel(): string;
}

#[Attribute]
final class Mailer implements \Countable
{
    use Chatty;
    public const MAX = 3;
    private ?string $name = null, $other;

    public function __construct(private readonly int $n = 0) {}

    #[\ReturnTypeWillChange]
    public function count(): int { return $this->n; }
}

enum Suit: string
{
    case Hearts = 'H';
    public function label(): string { return 'x'; }
}

interface Shape { public function area(): float; }

function outer(int &...$xs): array
{
    return [new class { public function inner() {} }];
}

if (!function_exists('conditional')) {
    function conditional() { return 1; }
}
?>
<footer>function not_php() {}</footer>
<?php function after_html() { return 2; } ?>
