package convert

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Names is a space of names of the model in which each name is given once.
type Names struct {
	given map[string]bool
	next  map[string]int // the first number that may be free after a name
}

// NewNames returns a space in which the given names are taken.
func NewNames(taken ...string) *Names {
	n := &Names{map[string]bool{}, map[string]int{}}
	for _, name := range taken {
		n.given[name] = true
	}
	return n
}

// Give makes a name of the model from a foreign one: the same if the language allows it and it is free, otherwise a similar one. It also
// differs from the names that the other spaces gave.
func (n *Names) Give(foreign string, others ...*Names) string {
	plain := syntax.Declarable(foreign)
	name := plain
	for i := max(2, n.next[plain]); n.has(name, others); i++ {
		name = fmt.Sprint(plain, i)
		n.next[plain] = i + 1
	}
	n.given[name] = true
	return name
}

func (n *Names) has(name string, others []*Names) bool {
	for _, other := range others {
		if other.given[name] {
			return true
		}
	}
	return n.given[name]
}

// Taken reports whether a name was given.
func (n *Names) Taken(name string) bool { return n.given[name] }

// Free makes a name available again.
func (n *Names) Free(name string) {
	delete(n.given, name)
	clear(n.next)
}
