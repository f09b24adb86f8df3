// Package deck deals cards.
package deck

import (
	"fmt"
	str "strings"
	_ "embed"
	. "math"
)

// Limit is a limit.
const Limit = 3

const (
	First = iota
	second
)

var handler = func(x int) int { return x }

var a, b int

// Deck holds cards.
type Deck[T any] struct {
	items []T
	*Base
	Name, Kind string
}

type Shuffler interface {
	Shuffle(name string) error
}

type (
	Alias = Base
	Named Base
)

// Deal deals
// one card.
func (d *Deck[T]) Deal(v T) (out T, err error) {
	return fmt.Sprint(v), nil
}

func (Deck[T]) kind() string { return str.ToLower("X") }

func Map[T, U any](xs []T, f func(T) U) []U { return nil }

func init() {}

func TestDeal(t *testing.T) {}

/*
Server serves.

With a block comment.
*/
type Server struct {
	sync.Mutex
	*log.Logger
	Base[int]
	Name string `json:"name"` // trailing
	options struct {
		depth int
	}
	handle func(w Writer, r *Request) error
	_ [0]func()
}

type Number interface {
	~int | ~float64
	fmt.Stringer
	comparable
	Add(other Number) (sum Number, err error)
}

type (
	// HandlerFunc handles.
	HandlerFunc func(w Writer, r *Request)

	Set[K comparable] map[K]struct{}
	Pair[A, B any]    struct {
		First  A
		Second B
	}
)

// Weekday is a day.
type Weekday int

const (
	Sunday Weekday = iota // first
	Monday
	_
	// Tuesday is documented.
	Tuesday
	KB, MB = 1 << 10, 1 << 20
)

var (
	// ErrClosed says so.
	ErrClosed = errors.New("closed")
	_ io.Reader = (*Server)(nil)
	registry  = map[string]HandlerFunc{
		"a": func(w Writer, r *Request) {},
	}
	once, lazy = sync.OnceValue(func() int { return 1 }), 2
	describe = (*Server).String
)

func (s *Server) String() string { return s.Name }

//go:noinline
//nolint:all
func (s Server) Serve(
	ctx context.Context,
	opts ...Option,
) (err error) {
	defer func() { recover() }()
	local := func() {}
	type inner struct{ a int }
	const limit = 3
	go local()
	return nil
}

func (p *Pair[A, B]) Swap() Pair[B, A] { return Pair[B, A]{p.Second, p.First} }
func (Weekday) private()              {}

// Deprecated: use Serve.
func New[T any, PT interface{ *T }](options ...func(*T)) (*T, error) { return nil, nil }
func external(x int) int
func main() {}

func TestServe(t *testing.T) {
	t.Run("starts at once", func(t *testing.T) {
		t.Run("deeper", func(t *testing.T) {})
	})
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {})
	}
}
func BenchmarkServe(b *testing.B)    { b.Run("small", func(b *testing.B) {}) }
func FuzzServe(f *testing.F)         {}
func ExampleServer_Serve()           {}
func TestMain(m *testing.M)          {}
func Testing()                       {}
func (s *Suite) TestMethod()         {}
func helper() { run("no test", func() {}) }
