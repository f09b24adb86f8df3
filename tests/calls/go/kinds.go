// Package kinds has the ways in which calls are written in Go.
package kinds

func start() int { return 1 }
func stop() int  { return 2 }
func pause() int { return 3 }

type Opener interface{ Open() int }
type Closer interface{ Close() int }
type Both interface {
	Opener
	Closer
}

type File struct{ name string }

func (f *File) Open() int  { return start() } // -> start
func (f File) Close() int  { return f.Open() } // -> File.Open
func NewFile(n string) *File { return &File{name: n} }

type Wrapper struct {
	*File
	hook  func() int
	inner Opener
}

func (w *Wrapper) Open() int { return w.File.Open() + w.hook() } // -> File.Open, ~stop
func (w *Wrapper) Inner() int { return w.inner.Open() } // -> Opener.Open, File.Open, Wrapper.Open

func embedded() int {
	w := &Wrapper{File: NewFile("a"), hook: stop} // -> NewFile
	return w.Close() + w.Open() // -> File.Close, Wrapper.Open
}

func byInterface(o Opener) int { return o.Open() } // -> Opener.Open, File.Open, Wrapper.Open
func byBoth(b Both) int { return b.Close() } // -> Closer.Close, File.Close
func gives() int { return byInterface(NewFile("b")) } // -> byInterface, NewFile

func methodValue() int {
	f := NewFile("c") // -> NewFile
	open := f.Open
	return open() // -> File.Open
}
func methodExpression() int { return (*File).Open(NewFile("d")) } // -> File.Open, NewFile

var table = map[string]func() int{"start": start, "stop": stop}
var list = []func() int{start, pause}

func byKey(n string) int { return table[n]() } // -> ~start, ~stop
func byFound(n string) int {
	if run, ok := table[n]; ok {
		return run() // -> ~start, ~stop
	}
	return 0
}
func byRange() (sum int) {
	for _, run := range list {
		sum += run() // -> ~start, ~pause
	}
	return
}

type Command struct {
	Name string
	Run  func() int
}

var commands = []Command{{"start", start}, {Name: "stop", Run: stop}}

func byField() int {
	for _, c := range commands {
		c.Run() // -> ~start, ~stop
	}
	one := Command{Run: pause}
	return one.Run() // -> ~pause, ~start, ~stop
}

func apply(run func() int) int { return run() } // -> start, pause
func higher() int {
	later := func() int { return stop() } // -> stop
	return apply(start) + apply(pause) + later() // -> apply
}
func choose(b bool) func() int {
	if b {
		return start
	}
	return stop
}
func byResult() int { return choose(true)() } // -> choose, ~start, ~stop

func deferred() {
	defer stop() // -> stop
	go pause() // -> pause
	defer func() { start() }() // -> start
}

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(item T) { s.items = append(s.items, item) }
func (s *Stack[T]) Pop() T { return s.items[0] }
func generic() int {
	s := &Stack[*File]{}
	s.Push(NewFile("e")) // -> Stack.Push, NewFile
	return s.Pop().Open() // -> Stack.Pop, File.Open
}
func Map[T, U any](in []T, by func(T) U) (out []U) {
	for _, i := range in {
		out = append(out, by(i))
	}
	return
}

type Option func(*File)

func WithName(n string) Option { return func(f *File) { f.name = n } }
func build(options ...Option) *File {
	f := &File{}
	for _, o := range options {
		o(f)
	}
	return f
}
func built() int { return build(WithName("f")).Open() } // -> build, WithName, File.Open

type Kind int

func (k Kind) String() string { return "kind" }

const First Kind = 1

func byConst() string { return First.String() } // -> Kind.String
func byConversion() string { return Kind(2).String() } // -> Kind.String
func bySwitch(v any) int {
	switch t := v.(type) {
	case *File:
		return t.Open() // -> File.Open
	case Kind:
		t.String() // -> Kind.String
	}
	if o, ok := v.(Closer); ok {
		return o.Close() // -> Closer.Close, File.Close
	}
	return v.(*Wrapper).Open() // -> Wrapper.Open
}
func byChannel(files chan *File) int {
	one := <-files
	for f := range files {
		f.Open() // -> File.Open
	}
	return one.Open() // -> File.Open
}
func shadows() int {
	start := func() int { return 4 }
	return start()
}
func several() (*File, error) { return NewFile("g"), nil } // -> NewFile
func bySeveral() int {
	f, err := several() // -> several
	_ = err
	return f.Open() // -> File.Open
}
func init() { pause() } // -> pause
