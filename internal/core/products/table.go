package products

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Truth tables. A line of few features has few products, valid or not, so a condition over them is decided by its table: a bit for each product,
// computed from the tables of its parts. Conditions on a path share most parts with each other, and terms are unique, so most tables are made
// once.

// Limits of tables.
const (
	maxTabled = 12      // features of a line that has tables: 512 bytes for each condition
	maxTables = 1 << 14 // tables that are kept
)

// table has a bit for each product: that of the number whose bits are the values of the features.
type table []uint64

// tables are those of the conditions of one line.
type tables struct {
	features []Feature
	known    map[*term.Term]table // nil for a condition that has none
}

// newTables returns no tables for a line of many features.
func newTables(features []Feature) *tables {
	if len(features) > maxTabled {
		return nil
	}
	return &tables{features: features, known: map[*term.Term]table{}}
}

// possible decides whether a condition over features has a solution, if it has a table.
func (t *tables) possible(cond *term.Term) (possible, decided bool) {
	if t == nil {
		return false, false
	}
	if len(t.known) > maxTables {
		clear(t.known)
	}
	of := t.of(cond)
	return slices.ContainsFunc(of, func(word uint64) bool { return word != 0 }), of != nil
}

// of returns the table of a condition; nil if it has other operations than those of Boolean logic, or other variables.
func (t *tables) of(cond *term.Term) table {
	if known, ok := t.known[cond]; ok {
		return known
	}
	out := t.make(cond)
	t.known[cond] = out
	return out
}

func (t *tables) make(cond *term.Term) table {
	switch {
	case cond.IsConst():
		return t.filled(func(int) bool { return cond.IsTrue() })
	case cond.Op() == term.OpVar:
		i := slices.IndexFunc(t.features, func(f Feature) bool { return f.Var == cond })
		if i < 0 {
			return nil
		}
		return t.filled(func(product int) bool { return product>>i&1 == 1 })
	}
	word := operation(cond)
	if word == nil {
		return nil
	}
	args := make([]table, len(cond.Args()))
	for i, a := range cond.Args() {
		if args[i] = t.of(a); args[i] == nil {
			return nil
		}
	}
	out := slices.Clone(args[0])
	for i := range out {
		out[i] = word(args, i)
	}
	out[0] &= t.present()
	return out
}

// filled returns the table of the products for which is holds.
func (t *tables) filled(is func(product int) bool) table {
	n := 1 << len(t.features)
	out := make(table, (n+63)/64)
	for product := range n {
		if is(product) {
			out[product/64] |= 1 << (product % 64)
		}
	}
	return out
}

// present has the bits of the first word that stand for products: a line of less than six features does not fill it.
func (t *tables) present() uint64 {
	if len(t.features) >= 6 {
		return ^uint64(0)
	}
	return 1<<(1<<len(t.features)) - 1
}

// operation returns how a word of the table of a condition is computed from those of its arguments; nil if the condition is not one of Boolean logic.
func operation(cond *term.Term) func(args []table, i int) uint64 {
	if len(cond.Args()) == 0 || slices.ContainsFunc(cond.Args(), func(a *term.Term) bool { return a.Sort().Kind != term.KindBool }) {
		return nil
	}
	switch cond.Op() {
	case term.OpNot:
		return func(args []table, i int) uint64 { return ^args[0][i] }
	case term.OpAnd:
		return func(args []table, i int) uint64 {
			out := ^uint64(0)
			for _, a := range args {
				out &= a[i]
			}
			return out
		}
	case term.OpOr:
		return func(args []table, i int) (out uint64) {
			for _, a := range args {
				out |= a[i]
			}
			return out
		}
	case term.OpEq:
		return func(args []table, i int) uint64 { return ^(args[0][i] ^ args[1][i]) }
	case term.OpIte:
		return func(args []table, i int) uint64 { return args[0][i]&args[1][i] | ^args[0][i]&args[2][i] }
	}
	return nil
}
