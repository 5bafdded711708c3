package contract

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// What speaks of contracts, here and in package contractcode, has in common: names of behaviours, their conditions as text, and
// which variables belong together.

// BehaviorName is "behavior" and the name, or the number if there is none.
func BehaviorName(b sts.Behavior, i int) string {
	if b.Name == "" {
		return fmt.Sprintf("behavior %d", i+1)
	}
	return "behavior " + b.Name
}

// ShortName is the name of a behaviour, or b1, b2, ...
func ShortName(b sts.Behavior, i int) string {
	if b.Name == "" {
		return fmt.Sprintf("b%d", i+1)
	}
	return b.Name
}

// PlainText prints a condition with the parameters as the model calls them.
func PlainText(s *sts.System, x *sts.Extern, t *term.Term) string {
	by := map[*term.Term]*term.Term{}
	for _, vars := range [][]*term.Term{x.Inputs, x.Output} {
		for _, v := range vars {
			by[v] = s.Store.Var(strings.TrimPrefix(v.Name(), x.Name+"."), v.Sort())
		}
	}
	return strings.Join(strings.Fields(s.Store.Substitute(t, by).String()), " ")
}

// WithConstants is a contract with the values of frozen constants in their places. One without a value is an error.
func WithConstants(s *term.Store, x *sts.Extern, k *sts.Contract, constants map[*term.Term]term.Value) ([]sts.Behavior, error) {
	by := map[*term.Term]*term.Term{}
	for v, value := range constants {
		by[v] = s.Const(v.Sort(), value)
	}
	own := setOf(append(append([]*term.Term(nil), x.Inputs...), x.Output...))
	var out []sts.Behavior
	for _, b := range k.Behaviors {
		b.Pre, b.Post = s.Substitute(b.Pre, by), s.Substitute(b.Post, by)
		for _, v := range append(append([]*term.Term(nil), b.Pre.Vars()...), b.Post.Vars()...) {
			if !own[v] {
				return nil, fmt.Errorf("the contract of %s mentions the constant %s: give it a value", x.Name, v.Name())
			}
		}
		out = append(out, b)
	}
	return out, nil
}

// Related is Rel of definition 10: the smallest set that has the given variables and, with one variable of a condition, all of it.
func Related(conditions, from []*term.Term) []*term.Term {
	out := unique(from)
	set := setOf(out)
	for changed := true; changed; {
		changed = false
		for _, c := range conditions {
			if !c.MentionsIn(set) {
				continue
			}
			for _, v := range c.Vars() {
				if !set[v] {
					set[v], changed = true, true
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// Mentioning are the conditions that have one of the variables.
func Mentioning(conditions, vars []*term.Term) []*term.Term {
	set := setOf(vars)
	var out []*term.Term
	for _, c := range conditions {
		if c.MentionsIn(set) {
			out = append(out, c)
		}
	}
	return out
}

func setOf(vars []*term.Term) map[*term.Term]bool {
	out := map[*term.Term]bool{}
	for _, v := range vars {
		out[v] = true
	}
	return out
}
