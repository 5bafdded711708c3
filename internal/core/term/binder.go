package term

import "slices"

// Operations that bind a variable which ranges over the elements of a collection: filter, each, all, fold.

// Filter is the sequence or set of the elements of a collection that satisfy a condition on the bound variable x.
func (s *Store) Filter(t, x, condition *Term) *Term {
	if !s.raw && condition.IsTrue() {
		return t
	}
	if candidates, ok := s.candidates(t); ok {
		return s.filter(t.sort, candidates, s.instances(condition, x))
	}
	return s.node(OpFilter, t.sort.Base(), t, x, condition)
}

// Each is the sequence, or for a set the set, of the elements that are computed from the bound variable x.
func (s *Store) Each(t, x, element *Term) *Term {
	sort := &Sort{Kind: t.sort.Kind, Parts: []*Sort{element.sort.Base()}}
	if candidates, ok := s.iterable(OpEach, t); ok {
		return s.each(sort, candidates, s.instances(element, x))
	}
	return s.node(OpEach, sort, t, x, element)
}

// All reports whether all elements satisfy a condition on the bound variable x.
func (s *Store) All(t, x, condition *Term) *Term {
	if !s.raw && condition.IsTrue() {
		return s.true_
	}
	if candidates, ok := s.candidates(t); ok {
		return s.all(candidates, s.instances(condition, x))
	}
	return s.node(OpAll, Bool, t, x, condition)
}

// Some reports whether an element satisfies a condition on the bound variable x.
func (s *Store) Some(t, x, condition *Term) *Term { return s.Not(s.All(t, x, s.Not(condition))) }

// Fold begins with a first value and computes the next from the accumulator and the bound variable x, for each element in turn. Over a
// set, the order must not matter.
func (s *Store) Fold(t, first, accumulator, x, next *Term) *Term {
	if candidates, ok := s.candidates(t); ok {
		return s.fold(candidates, first, s.instances(next, accumulator, x))
	}
	return s.node(OpFold, first.sort.Base(), t, first, accumulator, x, next)
}

// instance is a body with terms for its bound variables.
type instance func(values ...*Term) *Term

// instances compiles a body to be instantiated.
func (s *Store) instances(body *Term, bound ...*Term) instance {
	free := without(body.Vars(), bound)
	program := s.Compile([]*Term{body}, slices.Concat(free, bound))
	return func(values ...*Term) *Term { return program.Symbolic(slices.Concat(free, values))[0] }
}

func (s *Store) filter(sort *Sort, candidates []candidate, condition instance) *Term {
	return s.items(sort, changed(candidates, func(_ int, c candidate) candidate {
		if !c.when.IsFalse() {
			c.when = s.And(c.when, condition(c.key))
		}
		return c
	}))
}

func (s *Store) each(sort *Sort, candidates []candidate, element instance) *Term {
	out := changed(candidates, func(_ int, c candidate) candidate {
		c.key = element(c.key)
		return c
	})
	if sort.Kind == KindSet {
		out = s.distinct(out)
	}
	return s.items(sort, out)
}

func (s *Store) all(candidates []candidate, condition instance) *Term {
	parts := make([]*Term, len(candidates))
	for i, c := range candidates {
		parts[i] = s.Or(s.Not(c.when), condition(c.key))
	}
	return s.And(parts...)
}

func (s *Store) fold(candidates []candidate, first *Term, next instance) *Term {
	for _, c := range candidates {
		first = s.Ite(c.when, next(first, c.key), first)
	}
	return first
}

// binder is a step of a program that iterates over a collection. Its arguments are the collection, for a fold the first value, and then the
// free variables of the body.
type binder struct {
	source *Term
	bound  []*Term
	body   *Program // inputs: the free variables of the body, then the bound variables
	outer  int      // arguments before the free variables
}

// isBinder reports whether the root binds a variable over a collection.
func (t *Term) isBinder() bool { return t.op >= OpFilter && t.op <= OpFold }

// scoped takes apart a term that binds variables: the arguments outside their scope, the variables, and the body.
func (t *Term) scoped() (outer, bound []*Term, body *Term) {
	last := len(t.args) - 1
	switch {
	case t.op == OpFold:
		return t.args[:2], t.args[2:4], t.args[4]
	case t.isBinder():
		return t.args[:1], t.args[1:2], t.args[2]
	}
	return nil, t.args[:last], t.args[last]
}

// Binds reports whether the root binds variables.
func (t *Term) Binds() bool { return t.op == OpExists || t.op == OpForall || t.isBinder() }

// compileBinder returns the binder of a step and its arguments.
func (s *Store) compileBinder(t *Term) (*binder, []*Term) {
	outer, bound, body := t.scoped()
	free := without(body.Vars(), bound)
	b := &binder{source: t, bound: bound, body: s.Compile([]*Term{body}, slices.Concat(free, bound)), outer: len(outer)}
	return b, slices.Concat(outer, free)
}

// substitute applies the binder to new arguments. The body of a collection that stays opaque gets bound variables that do not occur in the
// new arguments.
func (b *binder) substitute(s *Store, args []*Term) *Term {
	outer, free := args[:b.outer], slices.Clone(args[b.outer:])
	body := func(values ...*Term) *Term { return b.body.Symbolic(slices.Concat(free, values))[0] }
	if candidates, ok := s.iterable(b.source.op, outer[0]); ok {
		return b.unrolled(s, candidates, outer, body)
	}
	renamed := s.renamed(b.bound, free)
	return s.bind(b.source.op, outer, renamed, body(renamed...))
}

// iterable has the candidates of a collection that a binder goes over.
func (s *Store) iterable(op Op, t *Term) ([]candidate, bool) {
	if op == OpEach && t.sort.Kind == KindSet {
		return s.comparable(t) // values computed from different elements may be equal
	}
	return s.candidates(t)
}

// unrolled applies the binder to candidates.
func (b *binder) unrolled(s *Store, candidates []candidate, outer []*Term, body instance) *Term {
	switch b.source.op {
	case OpFilter:
		return s.filter(outer[0].sort, candidates, body)
	case OpEach:
		return s.each(b.source.sort, candidates, body)
	case OpAll:
		return s.all(candidates, body)
	}
	return s.fold(candidates, outer[1], body)
}

// bind makes the term of a binder.
func (s *Store) bind(op Op, outer, bound []*Term, body *Term) *Term {
	switch op {
	case OpFilter:
		return s.Filter(outer[0], bound[0], body)
	case OpEach:
		return s.Each(outer[0], bound[0], body)
	case OpAll:
		return s.All(outer[0], bound[0], body)
	}
	return s.Fold(outer[0], outer[1], bound[0], bound[1], body)
}

// renamed are bound variables under names that do not occur in terms.
func (s *Store) renamed(bound, terms []*Term) []*Term {
	out := slices.Clone(bound)
	for i, v := range bound {
		for slices.ContainsFunc(terms, func(t *Term) bool { return t.Mentions(out[i]) }) {
			out[i] = s.Var(out[i].name+"'", v.sort)
		}
	}
	return out
}

// runBinder iterates over the elements of a concrete collection.
func (f *Frame) runBinder(st *step) Value {
	b := st.binder
	run := f.bodyOf(st)
	run.body.Decide = f.Decide
	for i, a := range st.args[b.outer:] {
		run.inputs[i] = f.values[a]
	}
	items := f.values[st.args[0]].list().items
	switch b.source.op {
	case OpFilter:
		return f.limited(ListValue(slices.DeleteFunc(slices.Clone(items), func(v Value) bool { return !run.value(v).Bool() })...))
	case OpEach:
		out := make([]Value, len(items))
		for i, v := range items {
			out[i] = run.value(v)
		}
		if b.source.sort.Kind == KindSet {
			return f.limited(SetValue(out...))
		}
		return f.limited(ListValue(out...))
	case OpAll:
		return BoolValue(!slices.ContainsFunc(items, func(v Value) bool { return !run.value(v).Bool() }))
	}
	accumulator := f.values[st.args[1]]
	for _, v := range items {
		accumulator = run.value(accumulator, v)
	}
	return accumulator
}

// bodyOf returns the run of the body of a binder, made when first used.
func (f *Frame) bodyOf(st *step) *bodyRun {
	if run := f.bodies[st.binder]; run != nil {
		return run
	}
	free := len(st.args) - st.binder.outer
	inputs := make([]Value, free+len(st.binder.bound))
	run := &bodyRun{frame: f, body: st.binder.body.NewFrame(), inputs: inputs, bound: inputs[free:]}
	if f.bodies == nil {
		f.bodies = map[*binder]*bodyRun{}
	}
	f.bodies[st.binder] = run
	return run
}

// bodyRun computes the body of a binder for one element after the other.
type bodyRun struct {
	frame         *Frame
	body          *Frame
	inputs, bound []Value
}

func (r *bodyRun) value(bound ...Value) Value {
	if r.frame.budget--; r.frame.budget < 0 && r.frame.err == nil {
		r.frame.err = ErrTooLarge{}
	}
	if r.frame.err != nil {
		return Value{}
	}
	copy(r.bound, bound)
	r.body.budget, r.body.err = r.frame.budget, nil
	r.body.run(r.inputs)
	r.frame.budget, r.frame.err = r.body.budget, r.body.err
	return r.body.Value(0)
}
