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
