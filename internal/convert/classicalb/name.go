package classicalb

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/syntax"
)

// space is a space of names of the model in which each name is given once.
type space map[string]bool

// give makes a name of the model from one of the machine: the same if it can be, else one like it. Spaces beside it have taken
// names, too.
func (s space) give(name string, beside ...space) string {
	plain := syntax.Declarable(name)
	out := plain
	for n := 2; s.has(out, beside); n++ {
		out = fmt.Sprint(plain, n)
	}
	s[out] = true
	return out
}

func (s space) has(name string, beside []space) bool {
	for _, other := range beside {
		if other[name] {
			return true
		}
	}
	return s[name]
}
