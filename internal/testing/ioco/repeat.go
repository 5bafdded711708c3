package ioco

import (
	"context"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// States that internal steps reach again. A configuration is recognized by its values. The terms of a symbolic state grow with every step,
// so a state that is reached a second time looks different. Where a symbolic state has the control of an earlier one, one of two things is
// tried: if the open variables have few values, the state is split into the configurations that it stands for; otherwise the solver is
// asked whether the earlier state stands for all of them. Then nothing new is reached. As in an exploration, unknown is no.
//
// A state that is included in an earlier one closes a cycle as far as is known, though the steps between them may end: a silence is
// excused then, and no system is blamed for it.

// maxCompared bounds the earlier states that a state is compared with, and maxUnproved the comparisons that the solver may leave open before
// none is made.
const (
	maxCompared = 16
	maxUnproved = 5
)

// arrive collects a possibility after an internal step.
func (c *closure) arrive(ctx context.Context, p Possibility, parent int) error {
	c.reduce(&p)
	_, again := c.seen[p.key()]
	earlier := c.open[p.controlKey()]
	if again || p.config != nil || len(earlier) == 0 {
		c.add(p, parent)
		return nil
	}
	if list, few := c.configurations(&p); few {
		for _, q := range list {
			c.add(q, parent)
		}
		return nil
	}
	for _, index := range earlier {
		included, err := c.includes(ctx, &c.out[index], &p)
		if err != nil {
			return err
		}
		if included {
			c.again(&p, parent, index)
			return nil
		}
	}
	c.add(p, parent)
	return nil
}

// remember keeps a symbolic possibility, the next to be collected, to compare later ones with it.
func (c *closure) remember(p *Possibility) {
	if p.config != nil {
		return
	}
	if key := p.controlKey(); len(c.open[key]) < maxCompared {
		c.open[key] = append(c.open[key], len(c.out))
	}
}

// controlKey identifies the locations, the numbers of messages in queues and the channels of the outputs that are due.
func (p *Possibility) controlKey() string {
	var b []byte
	for _, l := range p.State.Locations {
		b = strconv.AppendInt(append(b, '@'), int64(l), 36)
	}
	for _, q := range p.State.Queues {
		b = strconv.AppendInt(append(b, '|'), int64(q.Count), 36)
	}
	for _, m := range p.Pending {
		b = append(append(b, '!'), m.Channel.Name...)
	}
	return string(b)
}

// configurations returns the configurations that a symbolic possibility stands for; false if there may be many, or something in them is not
// known.
func (c *closure) configurations(p *Possibility) ([]Possibility, bool) {
	if c.slow || len(p.Calls) > 0 {
		return nil, false
	}
	list := []Possibility{*p}
	for _, v := range term.Variables(c.cells(p), p.Conds) {
		values := v.Sort().Values(maxListed)
		if values == nil || len(list)*len(values) > maxListed {
			return nil, false
		}
		list = c.splitBy(list, v, values)
	}
	for i := range list {
		if c.reduce(&list[i]); list[i].config == nil {
			return nil, false
		}
	}
	return list, true
}

// splitBy returns possibilities with each of the values of a variable, as far as the form of the conditions allows them.
func (c *closure) splitBy(list []Possibility, v *term.Term, values []term.Value) []Possibility {
	var out []Possibility
	for _, p := range list {
		for _, value := range values {
			q := p
			if c.replace(&q, bindings{v: c.System.Store.Const(v.Sort(), value)}) {
				out = append(out, q)
			}
		}
	}
	return out
}

// includes reports whether a symbolic possibility is known to stand for every state that a later one of the same control stands for.
func (c *closure) includes(ctx context.Context, earlier, later *Possibility) (bool, error) {
	if len(earlier.Calls) > 0 || len(later.Calls) > 0 || c.unproved >= maxUnproved {
		return false, nil
	}
	bound, inside := c.System.Inside(c.cells(later), c.cells(earlier), earlier.Conds)
	if inside.IsConst() {
		return inside.IsTrue(), nil
	}
	conds, ok := term.Conjoin(later.Conds, []*term.Term{c.System.Store.Not(c.System.Some(bound, inside.Conjuncts()))})
	if !ok {
		return true, nil
	}
	var answer smt.Answer
	_, err := c.Hastily(func() (err error) {
		answer, err = c.Ask(ctx, smt.Query{Conjuncts: conds, Kind: smt.Inclusion})
		return err
	})
	if answer.Status == smt.Unknown {
		c.unproved++
	}
	return err == nil && answer.Status == smt.Unsat, err
}
