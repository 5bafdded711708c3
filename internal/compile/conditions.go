package compile

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// Conditions over the state (assume, invariants, predicates) and purposes.

func (c *checker) lowerConditions(items []syntax.Decl) {
	names := map[string]syntax.Name{}
	once := func(n syntax.Name) {
		if first, twice := names[n.Text]; twice {
			c.duplicate(n, first)
		}
		names[n.Text] = n
	}
	for _, d := range items {
		switch d := d.(type) {
		case *syntax.AssumeDecl:
			l := c.stateContext("an assumption")
			cond := l.condition(d.Cond, "an assumption")
			c.system.Assume = c.store.And(c.system.Assume, cond, c.conditions(*l.safety))
		case *syntax.InvariantDecl:
			once(d.Name)
			l := c.stateContext("an invariant")
			cond := l.condition(d.Cond, "an invariant")
			c.system.Invariants = append(c.system.Invariants, sts.Named{Name: d.Name.Text, Cond: cond, Safety: *l.safety, Span: d.Name.Span()})
		case *syntax.PredicatesDecl:
			once(d.Name)
			c.lowerPredicates(d)
		}
	}
}

func (c *checker) lowerPredicates(d *syntax.PredicatesDecl) {
	set := sts.PredicateSet{Name: d.Name.Text}
	for _, e := range d.Conds {
		l := c.stateContext("a predicate")
		set.Conds = append(set.Conds, c.store.And(l.condition(e, "a predicate"), c.conditions(*l.safety)))
		set.Texts = append(set.Texts, e.Span().Text())
	}
	c.system.Predicates = append(c.system.Predicates, set)
}

func (c *checker) lowerPurposes(items []syntax.Decl) {
	seen := map[string]syntax.Name{}
	for _, d := range items {
		p, ok := d.(*syntax.PurposeDecl)
		if !ok {
			continue
		}
		if first, twice := seen[p.Name.Text]; twice {
			c.duplicate(p.Name, first)
		}
		seen[p.Name.Text] = p.Name
		c.lowerPurpose(p)
	}
}

func (c *checker) lowerPurpose(d *syntax.PurposeDecl) {
	p := sts.Purpose{Name: d.Name.Text, Kind: sts.PurposeKind(d.Kind), Cond: c.store.True()}
	if d.Kind == syntax.PurposeLocation {
		if len(d.Names) == 0 || !c.purposeLocation(&p, d.Names[0]) {
			return
		}
		if d.Cond != nil {
			l := c.stateContext("a purpose")
			cond := l.condition(d.Cond, "the condition of a purpose")
			p.Cond = c.store.And(cond, c.conditions(*l.safety))
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
	return didYouMean(name, candidates)
}

// purposeLocation resolves "idle", or "left.idle" where there are several machines.
func (c *checker) purposeLocation(p *sts.Purpose, n syntax.Name) bool {
	machine, name, dotted := strings.Cut(n.Text, ".")
	if !dotted {
		machine, name = "", n.Text
	}
	var names []string
	for i, m := range c.system.Machines {
		for j, l := range m.Locations {
			if l.Name == name && (m.Name == machine || !dotted && len(c.system.Machines) == 1) {
				p.Machine, p.Location = i, j
				return true
			}
			qualified := l.Name
			if m.Name != "" {
				qualified = m.Name + "." + l.Name
			}
			names = append(names, qualified)
		}
	}
	c.list.ErrorHint(diag.CodeUndefinedName, n.Span(), qualifiedHint(n.Text, names), "no location is called %q", n.Text)
	return false
}
