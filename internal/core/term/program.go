package term

import (
	"context"
	"maps"
	"slices"
)

// A Program is a set of terms compiled to a straight line of steps over numbered registers. Shared subterms are computed
// once, no matter how many times they occur, so a run takes time linear in the size of the graph, and there is no look-up by name in
// it. The same line of steps runs in two algebras: on values (Frame.Run), which is the concrete semantics, and on terms
// (Symbolic), which is substitution. That they agree is what makes a symbolic path replayable.

// Program computes several terms (the roots) from a row of inputs.
type Program struct {
	store   *Store
	loads   []load
	presets []preset
	code    []step
	roots   []int
	ends    []int // of each root: the number of steps that compute it and those before it
	size    int
	number  uint64 // 0 if its results are not remembered
}

// load fills a register from an input.
type load struct{ register, input int }

// pickInput returns input i of those in several rows.
func pickInput[T any](rows [][]T, i int) T {
	for _, row := range rows {
		if i < len(row) {
			return row[i]
		}
		i -= len(row)
	}
	panic("term: a program has more inputs than it is given")
}

// preset is a register that holds a constant, or a variable that is not an input.
type preset struct {
	register int
	term     *Term
}

// step computes one register from others.
type step struct {
	term       *Term // what it computes, before substitution
	target     int
	args       []int
	compute    func(f *Frame, args []int) Value
	quantifier *quantifier
	binder     *binder
}

// Compile translates roots to a program whose inputs are the given variables, in that order.
func (s *Store) Compile(roots, inputs []*Term) *Program {
	c := compiler{program: &Program{store: s}, register: map[*Term]int{}, input: inputsOf(roots, inputs)}
	for _, r := range roots {
		c.program.roots = append(c.program.roots, c.visit(r))
		c.program.ends = append(c.program.ends, len(c.program.code))
	}
	return c.program
}

// inputsOf returns the indices of the inputs that the roots mention: a system may have a thousand variables, of which a guard reads few.
func inputsOf(roots, inputs []*Term) map[*Term]int {
	out := map[*Term]int{}
	for _, r := range roots {
		for _, v := range r.Vars() {
			out[v] = -1
		}
	}
	for i, v := range inputs {
		if _, mentioned := out[v]; mentioned {
			out[v] = i
		}
	}
	maps.DeleteFunc(out, func(_ *Term, i int) bool { return i < 0 })
	return out
}

type compiler struct {
	program  *Program
	register map[*Term]int
	input    map[*Term]int // of the variables that are inputs
}

// newRegister numbers the register of t.
func (c *compiler) newRegister(t *Term) int {
	r := c.program.size
	c.program.size++
	c.register[t] = r
	return r
}

// visit returns the register of t, adding steps for terms that are not computed yet. Its recursion is as deep as the term.
func (c *compiler) visit(t *Term) int {
	if r, ok := c.register[t]; ok {
		return r
	}
	p := c.program
	if t.op == OpConst || t.op == OpVar {
		r := c.newRegister(t)
		if i, ok := c.input[t]; ok {
			p.loads = append(p.loads, load{r, i})
		} else {
			p.presets = append(p.presets, preset{r, t})
		}
		return r
	}
	st, args := step{term: t}, t.args
	switch {
	case t.isBinder():
		st.binder, args = p.store.compileBinder(t)
	case t.Binds():
		st.quantifier, args = p.store.compileQuantifier(t), t.Vars()
	default:
		st.compute = operation(t)
	}
	for _, a := range args {
		st.args = append(st.args, c.visit(a))
	}
	st.target = c.newRegister(t)
	p.code = append(p.code, st)
	return st.target
}

// Frame is the memory of one concrete run of a Program. It is reused from run to run by one goroutine.
type Frame struct {
	program *Program
	values  []Value

	// Decide answers a closed formula that enumeration cannot, for instance an unbounded quantifier; it may be nil.
	Decide func(closed *Term) (bool, error)

	bodies map[*binder]*bodyRun // of its binders
	budget int
	err    error
}

// enumerationLimit bounds how many cases the quantifiers of one run may try.
const enumerationLimit = 1 << 20

// NewFrame makes the memory for runs of p.
func (p *Program) NewFrame() *Frame {
	f := &Frame{program: p, values: make([]Value, p.size)}
	for _, c := range p.presets {
		f.values[c.register] = c.term.value
	}
	return f
}

// Run computes all roots from the inputs, which may be given in several rows, one after the other. An error means that a quantifier
// could not be decided, or that a value is too large.
func (f *Frame) Run(inputs ...[]Value) error {
	f.budget, f.err = enumerationLimit, nil
	f.run(inputs...)
	return f.err
}

// Failing computes the roots, which are conditions, one after the other until limit of them are false, and returns how many are.
func (f *Frame) Failing(limit int, inputs ...[]Value) (count int, err error) {
	f.budget, f.err = enumerationLimit, nil
	f.load(inputs)
	done := 0
	for i, end := range f.program.ends {
		f.compute(done, end)
		if done = end; f.err != nil {
			return count, f.err
		}
		if !f.Bool(i) {
			if count++; count == limit {
				break
			}
		}
	}
	return count, nil
}

func (f *Frame) run(inputs ...[]Value) {
	f.load(inputs)
	f.compute(0, len(f.program.code))
}

// load fills the registers of inputs.
func (f *Frame) load(inputs [][]Value) {
	for _, l := range f.program.loads {
		f.values[l.register] = pickInput(inputs, l.input)
	}
}

// compute takes the steps from one to another.
func (f *Frame) compute(from, to int) {
	code := f.program.code[from:to]
	for i := range code {
		st := &code[i]
		switch {
		case st.compute != nil:
			f.values[st.target] = st.compute(f, st.args)
		case st.binder != nil:
			f.values[st.target] = f.runBinder(st)
		default:
			f.values[st.target] = f.runQuantifier(st)
		}
	}
}

// Value is the value of root i after a run.
func (f *Frame) Value(i int) Value { return f.values[f.program.roots[i]] }

// Bool reports whether root i is true after a run.
func (f *Frame) Bool(i int) bool { return f.Value(i).Bool() }

// Roots returns the number of root terms.
func (f *Frame) Roots() int { return f.program.Roots() }

// Roots is the number of roots.
func (p *Program) Roots() int { return len(p.roots) }

// Symbolic computes the roots as terms: the inputs are replaced by the given terms, which may come in several rows.
func (p *Program) Symbolic(inputs ...[]*Term) []*Term {
	out, _ := p.SymbolicWithin(context.Background(), inputs...) // this context never ends
	return out
}

// stepsBetweenChecks is the number of steps, or of new terms, after which a program checks whether its context has ended.
const stepsBetweenChecks = 4096

// SymbolicWithin is Symbolic for programs that may be very long: it returns the error of ctx if that ends first.
func (p *Program) SymbolicWithin(ctx context.Context, inputs ...[]*Term) ([]*Term, error) {
	regs := make([]*Term, p.size)
	for _, l := range p.loads {
		regs[l.register] = pickInput(inputs, l.input)
	}
	place := p.place(regs)
	if known, ok := p.recall(place, regs); ok {
		return known, nil
	}
	for _, c := range p.presets {
		regs[c.register] = c.term
	}
	args := make([]*Term, 0, 8)
	checked := p.store.Len()
	for i := range p.code {
		st := &p.code[i]
		if made := p.store.Len(); i%stepsBetweenChecks == stepsBetweenChecks-1 || made-checked > stepsBetweenChecks {
			if checked = made; ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		args = args[:0]
		for _, a := range st.args {
			args = append(args, regs[a])
		}
		regs[st.target] = p.store.rebuild(st, args)
	}
	out := Pick(regs, p.roots)
	p.remember(place, regs, out)
	return out, nil
}

// The constructors of operations whose sort follows from the arguments.
var (
	unary = [opCount]func(*Store, *Term) *Term{OpNot: (*Store).Not, OpToReal: (*Store).ToReal, OpFloor: (*Store).Floor,
		OpBitNot: (*Store).BitNot, OpBitsToInt: (*Store).BitsToInt, OpLength: (*Store).Length,
		OpToInt: (*Store).ToInt, OpFromInt: (*Store).FromInt, OpUpper: (*Store).Upper, OpLower: (*Store).Lower,
		OpSize: (*Store).Size, OpReverse: (*Store).Reverse, OpSorted: (*Store).Sorted, OpToSet: (*Store).ToSet, OpToMap: (*Store).ToMap, OpKeys: (*Store).Keys}
	binary = [opCount]func(*Store, *Term, *Term) *Term{OpEq: (*Store).Eq, OpLe: (*Store).Le, OpLt: (*Store).Lt, OpMul: (*Store).Mul,
		OpDiv: (*Store).Div, OpMod: (*Store).Mod, OpTextLe: (*Store).Le, OpTextLt: (*Store).Lt, OpContains: (*Store).Contains,
		OpStartsWith: (*Store).StartsWith, OpEndsWith: (*Store).EndsWith, OpMatches: (*Store).matches}
	ternary = [opCount]func(*Store, *Term, *Term, *Term) *Term{OpIte: (*Store).Ite, OpSubstring: (*Store).Substring,
		OpIndexOf: (*Store).IndexOf, OpReplace: (*Store).Replace, OpReplaceAll: (*Store).ReplaceAll}
)

// rebuild applies the operation of a step to new arguments. The list is passed on by direct calls only, so that it stays on the
// stack of the caller.
func (s *Store) rebuild(st *step, args []*Term) *Term {
	op := st.term.op
	switch {
	case st.quantifier != nil:
		return st.quantifier.substitute(s, args)
	case st.binder != nil:
		return st.binder.substitute(s, args)
	case op == OpAnd:
		return s.And(args...)
	case op == OpOr:
		return s.Or(args...)
	case op == OpAdd:
		return s.Add(args...)
	case op == OpConcat:
		return s.Concat(args...)
	case binary[op] != nil:
		return binary[op](s, args[0], args[1])
	case unary[op] != nil:
		return unary[op](s, args[0])
	case ternary[op] != nil:
		return ternary[op](s, args[0], args[1], args[2])
	case op == OpConvert:
		return s.Convert(args[0], st.term.sort)
	case op == OpIntToBits:
		return s.IntToBits(args[0], st.term.sort)
	case op >= OpTuple:
		return s.rebuildList(st.term, args)
	}
	return s.bitwise(op, args[0], args[1])
}

// Substitute replaces variables of t by terms; variables that are not in the map stay.
func (s *Store) Substitute(t *Term, by map[*Term]*Term) *Term {
	inputs := slices.Clone(t.Vars())
	for i, v := range inputs {
		if u, ok := by[v]; ok {
			inputs[i] = u
		}
	}
	return s.Compile([]*Term{t}, t.Vars()).Symbolic(inputs)[0]
}

// Evaluate computes t under an assignment of its free variables. It compiles t first: for a term that is evaluated often,
// compile once and keep a Frame.
func (s *Store) Evaluate(t *Term, assignment map[*Term]Value) (Value, error) {
	inputs := make([]Value, len(t.Vars()))
	for i, v := range t.Vars() {
		inputs[i] = assignment[v]
	}
	f := s.Compile([]*Term{t}, t.Vars()).NewFrame()
	err := f.Run(inputs)
	return f.Value(0), err
}
