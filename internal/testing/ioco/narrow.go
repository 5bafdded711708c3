package ioco

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Conditions are decided as early as possible. A condition that gives a variable its value (x == 3, or b) replaces the variable
// everywhere and is gone; so what the system chose becomes known as soon as an output shows it. The conditions that stay can hold
// together (witness.go).

// bindings are terms for variables.
type bindings map[*term.Term]*term.Term

// knowledge decides and simplifies what is known of possibilities.
type knowledge struct {
	*asker
	System *sts.System
	slow   bool // every state is symbolic: for tests
}

// narrow adds conditions to a possibility, and reports whether they can hold.
func (k *knowledge) narrow(ctx context.Context, p *Possibility, more ...*term.Term) (bool, error) {
	known := p.Conds
	var ok bool
	if p.Conds, ok = term.Conjoin(known, more); !ok {
		return false, nil
	}
	if k.slow {
		return k.check(ctx, p.Conds)
	}
	if !k.settleValues(p, known) {
		return false, nil
	}
	var err error
	p.witness, ok, err = k.decideAll(ctx, known, p.Conds, p.witness)
	return ok, err
}

// settleValues replaces the variables to which conditions give a value, and reports whether the conditions can still hold as far as their
// form shows.
func (k *knowledge) settleValues(p *Possibility, known []*term.Term) bool {
	for {
		v, value := k.definition(p)
		if v == nil {
			v, value = k.lone(p, known)
		}
		if v == nil {
			return true
		}
		if !k.replace(p, bindings{v: value}) {
			return false
		}
	}
}

// definition returns a variable to which a condition gives a value, and the value; nil if there is none. Arguments and results of calls
// stay variables.
func (k *knowledge) definition(p *Possibility) (v, value *term.Term) {
	for _, c := range p.Conds {
		if v, value := k.defines(c); v != nil && !p.calls(v) {
			return v, value
		}
	}
	return nil, nil
}

// maxListed bounds the values of a sort that are tried one by one.
const maxListed = 64

// lone returns a variable of which conditions leave only one of few values, and the value; nil if there is none. It looks at the
// variables of conditions that are new.
func (k *knowledge) lone(p *Possibility, known []*term.Term) (v, value *term.Term) {
	for _, c := range p.Conds {
		vars := c.Vars()
		if len(vars) != 1 || slices.Contains(known, c) || p.calls(vars[0]) {
			continue
		}
		if left, listed := k.left(p.Conds, vars[0]); listed && len(left) == 1 {
			return vars[0], k.System.Store.Const(vars[0].Sort(), left[0])
		}
	}
	return nil, nil
}

// left returns the values of a variable that the conditions on it alone allow; false if its sort has many.
func (k *knowledge) left(conds []*term.Term, v *term.Term) (values []term.Value, listed bool) {
	all := v.Sort().Values(maxListed)
	if all == nil {
		return nil, false
	}
	var own []*term.Term
	for _, c := range conds {
		if vars := c.Vars(); len(vars) == 1 && vars[0] == v {
			own = append(own, c)
		}
	}
	frame := k.System.Store.Compile(own, []*term.Term{v}).NewFrame()
	for _, x := range all {
		if err := frame.Run([]term.Value{x}); err != nil {
			return nil, false
		}
		holds := true
		for i := range own {
			holds = holds && frame.Bool(i)
		}
		if holds {
			values = append(values, x)
		}
	}
	return values, true
}

// calls reports whether a variable occurs in a call of a function whose arguments are open.
func (p *Possibility) calls(v *term.Term) bool {
	for _, c := range p.Calls {
		if slices.Contains(c.Results, v) || slices.ContainsFunc(c.Args, func(a *term.Term) bool { return a.Mentions(v) }) {
			return true
		}
	}
	return false
}

// defines returns the variable to which a condition gives a value, and the value; nil if it is of another form.
func (k *knowledge) defines(c *term.Term) (v, value *term.Term) {
	switch {
	case c.Op() == term.OpVar:
		return c, k.System.Store.True()
	case c.Op() == term.OpNot && c.Args()[0].Op() == term.OpVar:
		return c.Args()[0], k.System.Store.False()
	case c.Op() != term.OpEq:
		return nil, nil
	}
	a, b := c.Args()[0], c.Args()[1]
	switch {
	case a.Op() == term.OpVar && !b.Mentions(a):
		return a, b
	case b.Op() == term.OpVar && !a.Mentions(b):
		return b, a
	}
	return nil, nil
}

// replace puts terms in the place of variables everywhere, and reports whether the conditions can still hold as far as their form shows.
// The bounds of the variables become conditions.
func (k *knowledge) replace(p *Possibility, by bindings) bool {
	store := k.System.Store
	conds := make([]*term.Term, 0, len(p.Conds))
	for _, c := range p.Conds {
		conds = append(conds, substituted(store, c, by))
	}
	for v, value := range by {
		conds = append(conds, within(store, v.Sort(), value)...)
	}
	var ok bool
	if p.Conds, ok = term.Conjoin(conds); !ok {
		return false
	}
	p.rewrite(func(x *term.Term) *term.Term { return substituted(store, x, by) })
	return true
}

// substituted is Substitute for terms that seldom mention one of the variables.
func substituted(store *term.Store, x *term.Term, by bindings) *term.Term {
	for v := range by {
		if x.Mentions(v) {
			return store.Substitute(x, by)
		}
	}
	return x
}

// within returns the conditions that a value is within the bounds of a sort.
func within(store *term.Store, s *term.Sort, value *term.Term) []*term.Term {
	var out []*term.Term
	if s.HasLow {
		out = append(out, store.Le(store.Const(s, term.IntValue(s.Low)), value))
	}
	if s.HasHigh {
		out = append(out, store.Le(value, store.Const(s, term.IntValue(s.High))))
	}
	return out
}

// rewrite changes the terms of the state and of the outputs that are due. Lists that change are copied: they are shared.
func (p *Possibility) rewrite(change func(*term.Term) *term.Term) {
	p.State.Store = rewritten(p.State.Store, change)
	for i, q := range p.State.Queues {
		if items := rewritten(q.Items, change); !slices.Equal(items, q.Items) {
			p.State.Queues = slices.Clone(p.State.Queues)
			p.State.Queues[i].Items = items
		}
	}
	for i, m := range p.Pending {
		if args := rewritten(m.Args, change); !slices.Equal(args, m.Args) {
			p.Pending = slices.Clone(p.Pending)
			p.Pending[i] = sts.Message{Channel: m.Channel, Args: args}
		}
	}
	if p.lag != nil {
		p.lag = change(p.lag)
	}
}

// rewritten returns a list with changed terms; the list itself if none changes.
func rewritten(list []*term.Term, change func(*term.Term) *term.Term) []*term.Term {
	out, copied := list, false
	for i, x := range list {
		y := change(x)
		if y != x && !copied {
			out, copied = slices.Clone(list), true
		}
		out[i] = y
	}
	return out
}

// observe adds to a possibility that terms have the values that were observed, and reports whether that is possible. A term that is
// not a variable is replaced by its value where it is the whole content of a slot.
func (k *knowledge) observe(ctx context.Context, p *Possibility, terms, values []*term.Term) (bool, error) {
	by := bindings{}
	var equal []*term.Term
	for i, x := range terms {
		known, again := by[x]
		switch {
		case again && known != values[i], x.IsConst() && !x.Value().Equal(values[i].Value()):
			return false, nil
		case x.IsConst() || again:
		case x.Op() == term.OpVar && !p.calls(x) && !k.slow:
			by[x] = values[i]
		default:
			equal = append(equal, k.System.Store.Eq(x, values[i]))
			if !k.slow {
				p.rewrite(whole(x, values[i]))
			}
		}
	}
	before := p.Conds
	var ok bool
	if p.Conds, ok = term.Conjoin(before, equal); !ok || len(by) > 0 && !k.replace(p, by) {
		return false, nil
	}
	more := p.Conds
	p.Conds = slices.DeleteFunc(slices.Clone(more), func(c *term.Term) bool { return !slices.Contains(before, c) })
	return k.narrow(ctx, p, more...)
}

// whole returns a change that puts a value in the place of a term where it stands by itself.
func whole(x, value *term.Term) func(*term.Term) *term.Term {
	return func(y *term.Term) *term.Term {
		if y == x {
			return value
		}
		return y
	}
}
