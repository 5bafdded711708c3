package term

import "context"

// A Program is a set of terms compiled to a straight line of steps over numbered registers. Shared subterms are computed
// once, however often they occur, so a run takes time linear in the size of the graph, and there is no look-up by name in
// it. The same line of steps runs in two algebras: on values (Frame.Run), which is the concrete semantics, and on terms
// (Symbolic), which is substitution. That they agree is what makes a symbolic path replayable.

// Program computes several terms (the roots) from a row of inputs.
type Program struct {
	store   *Store
	loads   []load
	presets []preset
	code    []step
	roots   []int
	size    int
}

// load fills a register from an input.
type load struct{ register, input int }

// preset is a register that holds a constant, or a variable that is no input.
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
}

// Compile translates roots to a program whose inputs are the given variables, in that order.
func (s *Store) Compile(roots, inputs []*Term) *Program {
	c := compiler{program: &Program{store: s}, register: map[*Term]int{}, input: map[*Term]int{}}
	for i, v := range inputs {
		c.input[v] = i
	}
	for _, r := range roots {
		c.program.roots = append(c.program.roots, c.visit(r))
	}
	return c.program
}

type compiler struct {
	program  *Program
	register map[*Term]int
	input    map[*Term]int
}

func (c *compiler) fresh(t *Term) int {
	r := c.program.size
	c.program.size++
	c.register[t] = r
	return r
}

// visit returns the register of t, adding steps for what is not computed yet. It recurs as deep as the term.
func (c *compiler) visit(t *Term) int {
	if r, ok := c.register[t]; ok {
		return r
	}
	p := c.program
	if t.op == OpConst || t.op == OpVar {
		r := c.fresh(t)
		if i, ok := c.input[t]; ok {
			p.loads = append(p.loads, load{r, i})
		} else {
			p.presets = append(p.presets, preset{r, t})
		}
		return r
	}
	st := step{term: t}
	if t.op == OpExists || t.op == OpForall {
		st.quantifier = c.program.store.compileQuantifier(t)
		for _, v := range t.Vars() {
			st.args = append(st.args, c.visit(v))
		}
	} else {
		for _, a := range t.args {
			st.args = append(st.args, c.visit(a))
		}
		st.compute = operation(t)
	}
	st.target = c.fresh(t)
	p.code = append(p.code, st)
	return st.target
}

// Frame is the memory of one concrete run of a Program. It is reused from run to run by one goroutine.
type Frame struct {
	program *Program
	values  []Value

	// Decide answers a closed formula that enumeration cannot, for instance an unbounded quantifier; it may be nil.
	Decide func(closed *Term) (bool, error)

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

// Run computes all roots from the inputs. An error means that a quantifier could not be decided.
func (f *Frame) Run(inputs []Value) error {
	f.budget, f.err = enumerationLimit, nil
	f.run(inputs)
	return f.err
}

func (f *Frame) run(inputs []Value) {
	p := f.program
	for _, l := range p.loads {
		f.values[l.register] = inputs[l.input]
	}
	for i := range p.code {
		st := &p.code[i]
		if st.quantifier != nil {
			f.values[st.target] = f.runQuantifier(st)
			continue
		}
		f.values[st.target] = st.compute(f, st.args)
	}
}

// Value is the value of root i after a run.
func (f *Frame) Value(i int) Value { return f.values[f.program.roots[i]] }

// Bool is the truth of root i after a run.
func (f *Frame) Bool(i int) bool { return f.Value(i).Bool() }

// Roots is the number of roots.
func (p *Program) Roots() int { return len(p.roots) }

// Symbolic computes the roots as terms: the inputs are replaced by the given terms.
func (p *Program) Symbolic(inputs []*Term) []*Term {
	out, _ := p.SymbolicWithin(context.Background(), inputs) // this never ends
	return out
}

// stepsBetweenChecks is how many steps of a program go unasked whether there is time for more.
const stepsBetweenChecks = 4096

// SymbolicWithin is Symbolic for programs that may be very long: the error is that of ctx, when it ends before.
func (p *Program) SymbolicWithin(ctx context.Context, inputs []*Term) ([]*Term, error) {
	regs := make([]*Term, p.size)
	for _, c := range p.presets {
		regs[c.register] = c.term
	}
	for _, l := range p.loads {
		regs[l.register] = inputs[l.input]
	}
	args := make([]*Term, 0, 8)
	for i := range p.code {
		st := &p.code[i]
		if i%stepsBetweenChecks == stepsBetweenChecks-1 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		args = args[:0]
		for _, a := range st.args {
			args = append(args, regs[a])
		}
		regs[st.target] = p.store.rebuild(st, args)
	}
	out := make([]*Term, len(p.roots))
	for i, r := range p.roots {
		out[i] = regs[r]
	}
	return out, nil
}

// rebuild applies the operation of a step to new arguments.
func (s *Store) rebuild(st *step, args []*Term) *Term {
	if st.quantifier != nil {
		return st.quantifier.substitute(s, args)
	}
	t := st.term
	switch t.op {
	case OpNot:
		return s.Not(args[0])
	case OpAnd:
		return s.And(args...)
	case OpOr:
		return s.Or(args...)
	case OpIte:
		return s.Ite(args[0], args[1], args[2])
	case OpEq:
		return s.Eq(args[0], args[1])
	case OpLe:
		return s.Le(args[0], args[1])
	case OpLt:
		return s.Lt(args[0], args[1])
	case OpAdd:
		return s.Add(args...)
	case OpMul:
		return s.Mul(args[0], args[1])
	case OpDiv:
		return s.Div(args[0], args[1])
	case OpMod:
		return s.Mod(args[0], args[1])
	case OpToReal:
		return s.ToReal(args[0])
	case OpFloor:
		return s.Floor(args[0])
	case OpBitNot:
		return s.BitNot(args[0])
	case OpConvert:
		return s.Convert(args[0], t.sort)
	case OpBitsToInt:
		return s.BitsToInt(args[0])
	case OpIntToBits:
		return s.IntToBits(args[0], t.sort)
	case OpConcat:
		return s.Concat(args...)
	case OpLength:
		return s.Length(args[0])
	default:
		return s.bitwise(t.op, args[0], args[1])
	}
}

// Substitute replaces variables of t by terms; variables that are not in the map stay.
func (s *Store) Substitute(t *Term, by map[*Term]*Term) *Term {
	inputs := make([]*Term, len(t.Vars()))
	for i, v := range t.Vars() {
		if u, ok := by[v]; ok {
			inputs[i] = u
		} else {
			inputs[i] = v
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
