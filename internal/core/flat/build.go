package flat

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Compiling terms to closures. A closure has its operands, so running it is a chain of calls without look-ups; the most common forms (a cell
// against a constant, a cell plus a constant) have closures of their own. A subterm that is used more than once gets a register, since a
// chain of closures would compute it again at each use. Registers are computed whether they are needed or not: all operations are total, and
// one that overflows 64 bits only hands the step to the interpreter.

// memory is the row of cells of a run.
type memory struct {
	cells []int64
	lost  bool // a number left 64 bits: the result is not valid
}

// truth computes a Boolean term, number any other.
type (
	truth  func(m *memory) bool
	number func(m *memory) int64
)

// builder compiles the terms of one move.
type builder struct {
	cell   map[*term.Term]int // of variables, and of registers once they are computed
	shared map[*term.Term]bool
	loads  []assignment
	next   int                      // the next free register
	failed bool                     // some operation has no closure
	sets   map[*term.Term]*universe // of variables whose words are sets
}

func (m *Machine) newBuilder(move *sts.Move, first int) *builder {
	b := &builder{cell: map[*term.Term]int{}, shared: map[*term.Term]bool{}, next: first, sets: map[*term.Term]*universe{}}
	for i, slot := range m.system.Slots {
		b.cell[slot.Term], b.sets[slot.Term] = m.slots+i, m.sets[i]
	}
	for i, p := range move.Params {
		b.cell[p.Term] = m.params + i
	}
	return b
}

// share marks subterms that occur more than once in some terms, apart from those under a bound variable, which has no value before them, and sets.
func (b *builder) share(lists ...[]*term.Term) {
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if len(t.Args()) == 0 {
			return
		}
		if seen[t] {
			b.shared[t] = t.Sort().Kind != term.KindSet
			return
		}
		seen[t] = true
		args := t.Args()
		if t.Op() == term.OpFilter || t.Op() == term.OpAll {
			args = args[:1]
		}
		for _, a := range args {
			visit(a)
		}
	}
	for _, list := range lists {
		for _, t := range list {
			visit(t)
		}
	}
}

// compileAll compiles a list of terms.
func compileAll[T any](terms []*term.Term, compile func(*term.Term) T) []T {
	out := make([]T, len(terms))
	for i, t := range terms {
		out[i] = compile(t)
	}
	return out
}

// register computes a shared subterm into a cell before everything that uses it.
func (b *builder) register(t *term.Term) int {
	if cell, ok := b.cell[t]; ok {
		return cell
	}
	value := b.buildWord(t)
	cell := b.next
	b.next++
	b.loads = append(b.loads, assignment{cell, value})
	b.cell[t] = cell
	return cell
}

// buildWord compiles a term; a Boolean becomes a word.
func (b *builder) buildWord(t *term.Term) number {
	if t.Sort().Kind != term.KindBool {
		return b.buildNumber(t)
	}
	holds := b.buildTruth(t)
	return func(m *memory) int64 { return wordOf(holds(m)) }
}

func wordOf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// truth compiles a Boolean term.
func (b *builder) truth(t *term.Term) truth {
	if t.Op() == term.OpVar || b.shared[t] {
		cell := b.place(t)
		return func(m *memory) bool { return m.cells[cell] != 0 }
	}
	return b.buildTruth(t)
}

// number compiles a term; a Boolean becomes a word.
func (b *builder) number(t *term.Term) number {
	switch {
	case t.Op() == term.OpConst:
		return b.constant(t)
	case t.Op() == term.OpVar || b.shared[t]:
		cell := b.place(t)
		return func(m *memory) int64 { return m.cells[cell] }
	}
	return b.buildWord(t)
}

// place returns the cell of a variable or register; an unknown variable fails.
func (b *builder) place(t *term.Term) int {
	if t.Op() == term.OpVar {
		cell, ok := b.cell[t]
		b.failed = b.failed || !ok || !fits(t.Sort())
		return cell
	}
	return b.register(t)
}

// fits reports whether words can hold the values of a sort; for int, most of them.
func fits(s *term.Sort) bool {
	return s.IsScalar() && s.Kind != term.KindReal && s.Kind != term.KindString
}

func (b *builder) constant(t *term.Term) number {
	n, ok := t.Value().Small()
	if !ok || !fits(t.Sort()) {
		return b.fail()
	}
	return func(*memory) int64 { return n }
}

// fail leaves the move to the interpreter.
func (b *builder) fail() number {
	b.failed = true
	return func(*memory) int64 { return 0 }
}

func (b *builder) buildTruth(t *term.Term) truth {
	args := t.Args()
	switch t.Op() {
	case term.OpConst:
		holds := t.IsTrue()
		return func(*memory) bool { return holds }
	case term.OpNot:
		x := b.truth(args[0])
		return func(m *memory) bool { return !x(m) }
	case term.OpAnd:
		return all(compileAll(args, b.truth))
	case term.OpOr:
		return some(compileAll(args, b.truth))
	case term.OpIte:
		c, x, y := b.truth(args[0]), b.truth(args[1]), b.truth(args[2])
		return func(m *memory) bool {
			if c(m) {
				return x(m)
			}
			return y(m)
		}
	case term.OpEq:
		return b.equality(args[0], args[1])
	case term.OpLe, term.OpLt:
		return b.comparison(t)
	case term.OpHas:
		return b.has(t)
	case term.OpAll:
		return b.every(t)
	}
	return b.never()
}

func all(parts []truth) truth {
	if len(parts) == 2 {
		x, y := parts[0], parts[1]
		return func(m *memory) bool { return x(m) && y(m) }
	}
	return func(m *memory) bool {
		for _, p := range parts {
			if !p(m) {
				return false
			}
		}
		return true
	}
}

func some(parts []truth) truth {
	if len(parts) == 2 {
		x, y := parts[0], parts[1]
		return func(m *memory) bool { return x(m) || y(m) }
	}
	return func(m *memory) bool {
		for _, p := range parts {
			if p(m) {
				return true
			}
		}
		return false
	}
}

// small returns the value of a constant that fits a word.
func small(t *term.Term) (int64, bool) {
	if !t.IsConst() || !fits(t.Sort()) {
		return 0, false
	}
	return t.Value().Small()
}

func (b *builder) equality(x, y *term.Term) truth {
	if x.Sort().Kind == term.KindSet {
		return b.sameSets(x, y)
	}
	if _, ok := small(x); ok {
		x, y = y, x
	}
	if n, ok := small(y); ok && x.Op() == term.OpVar {
		cell := b.place(x)
		return func(m *memory) bool { return m.cells[cell] == n }
	}
	f, g := b.number(x), b.number(y)
	return func(m *memory) bool { return f(m) == g(m) }
}

// comparison orders numbers; the words of an unsigned machine integer are patterns.
func (b *builder) comparison(t *term.Term) truth {
	x, y := t.Args()[0], t.Args()[1]
	if !fits(x.Sort()) {
		b.fail()
	}
	less, unsigned := t.Op() == term.OpLt, x.Sort().Kind == term.KindBits && !x.Sort().Signed
	if n, ok := small(y); ok && x.Op() == term.OpVar && !less && !unsigned {
		cell := b.place(x)
		return func(m *memory) bool { return m.cells[cell] <= n }
	}
	if n, ok := small(x); ok && y.Op() == term.OpVar && !less && !unsigned {
		cell := b.place(y)
		return func(m *memory) bool { return n <= m.cells[cell] }
	}
	f, g := b.number(x), b.number(y)
	switch {
	case unsigned && less:
		return func(m *memory) bool { return uint64(f(m)) < uint64(g(m)) }
	case unsigned:
		return func(m *memory) bool { return uint64(f(m)) <= uint64(g(m)) }
	case less:
		return func(m *memory) bool { return f(m) < g(m) }
	}
	return func(m *memory) bool { return f(m) <= g(m) }
}
