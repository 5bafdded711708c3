package compile

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Conditions over the state (assume, invariants, predicates) and purposes.

func (c *checker) lowerConditions(items []syntax.Decl) {
	var names []syntax.Name
	for _, d := range items {
		switch d := d.(type) {
		case *syntax.AssumeDecl:
			c.system.Assume = c.store.And(c.system.Assume, c.safeCondition(d.Cond, "an assumption", "an assumption"))
		case *syntax.InvariantDecl:
			names = append(names, d.Name)
			l := c.stateContext("an invariant")
			cond := l.condition(d.Cond, "an invariant")
			c.system.Invariants = append(c.system.Invariants, sts.Named{Name: d.Name.Text, Cond: cond, Safety: *l.safety, Span: d.Name.Span()})
		case *syntax.PredicatesDecl:
			names = append(names, d.Name)
			set := sts.PredicateSet{Name: d.Name.Text}
			for _, e := range d.Conds {
				set.Conds = append(set.Conds, c.safeCondition(e, "a predicate", "a predicate"))
				set.Texts = append(set.Texts, e.Span().Text())
			}
			c.system.Predicates = append(c.system.Predicates, set)
		}
	}
	c.distinct(names...)
}

// safeCondition lowers a condition over the state together with what makes it meaningful, such as a divisor that is not zero.
func (c *checker) safeCondition(e syntax.Expr, place, what string) *term.Term {
	l := c.stateContext(place)
	cond := l.condition(e, what)
	return c.store.And(cond, c.conditions(*l.safety))
}

func (c *checker) lowerPurposes(items []syntax.Decl) {
	var names []syntax.Name
	for _, p := range each[*syntax.PurposeDecl](items) {
		names = append(names, p.Name)
		c.lowerPurpose(p)
	}
	c.distinct(names...)
}

func (c *checker) lowerPurpose(d *syntax.PurposeDecl) {
	p := sts.Purpose{Name: d.Name.Text, Kind: sts.PurposeKind(d.Kind), Cond: c.store.True()}
	if d.Kind == syntax.PurposeLocation {
		if len(d.Names) == 0 || !c.purposeLocation(&p, d.Names[0]) {
			return
		}
		if d.Cond != nil {
			p.Cond = c.safeCondition(d.Cond, "a purpose", "the condition of a purpose")
		}
	} else {
		for _, n := range d.Names {
			t := c.transitionNamed(n)
			if t == nil && n.Text != "*" {
				return
			}
			p.Transitions = append(p.Transitions, t)
		}
	}
	c.system.Purposes = append(c.system.Purposes, p)
}

// transitionNamed finds a transition by its qualified name; "*" is nil without an error.
func (c *checker) transitionNamed(n syntax.Name) *sts.Transition {
	if n.Text == "*" {
		return nil
	}
	var names []string
	for _, m := range c.system.Machines {
		for _, t := range m.Transitions {
			if t.Name == n.Text {
				return t
			}
			names = append(names, t.Name)
		}
	}
	c.list.ErrorHint(diag.CodeUndefinedName, n.Span(), qualifiedHint(n.Text, names), "no transition is called %q", n.Text)
	return nil
}

// qualifiedHint proposes the name with that of its machine before it, or the closest name.
func qualifiedHint(name string, candidates []string) string {
	for _, c := range candidates {
		if strings.HasSuffix(c, "."+name) {
			return "did you mean \"" + c + "\"?"
		}
	}
	return diag.DidYouMean(name, candidates)
}

// purposeLocation resolves "idle", or "left.idle" where there are several machines.
func (c *checker) purposeLocation(p *sts.Purpose, n syntax.Name) bool {
	var names []string
	for i, m := range c.system.Machines {
		for j, l := range m.Locations {
			qualified := l.Name
			if m.Name != "" {
				qualified = m.Name + "." + l.Name
			}
			if n.Text == qualified || n.Text == l.Name && len(c.system.Machines) == 1 {
				p.Machine, p.Location = i, j
				return true
			}
			names = append(names, qualified)
		}
	}
	c.list.ErrorHint(diag.CodeUndefinedName, n.Span(), qualifiedHint(n.Text, names), "no location is called %q", n.Text)
	return false
}
