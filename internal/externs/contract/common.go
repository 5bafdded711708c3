package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// ShortName returns the name of a behaviour, or b1, b2, ...
func ShortName(b sts.Behavior, i int) string {
	if b.Name == "" {
		return fmt.Sprintf("b%d", i+1)
	}
	return b.Name
}

// PlainText prints a condition with the names that the model gives the parameters.
func PlainText(s *sts.System, x *sts.Extern, t *term.Term) string {
	by := map[*term.Term]*term.Term{}
	for _, v := range slices.Concat(x.Inputs, x.Output) {
		by[v] = s.Store.Var(strings.TrimPrefix(v.Name(), x.Name+"."), v.Sort())
	}
	return strings.Join(strings.Fields(s.Store.Substitute(t, by).String()), " ")
}

// WithConstants returns the behaviours of a contract with the values of frozen constants put in. A constant without a value is
// an error.
func WithConstants(s *term.Store, x *sts.Extern, k *sts.Contract, constants map[*term.Term]term.Value) ([]sts.Behavior, error) {
	by := map[*term.Term]*term.Term{}
	for v, value := range constants {
		by[v] = s.Const(v.Sort(), value)
	}
	var out []sts.Behavior
	for _, b := range k.Behaviors {
		b.Pre, b.Post = s.Substitute(b.Pre, by), s.Substitute(b.Post, by)
		for _, v := range term.Variables([]*term.Term{b.Pre, b.Post}) {
			if !slices.Contains(x.Inputs, v) && !slices.Contains(x.Output, v) {
				return nil, fmt.Errorf("the contract of %s mentions the constant %s: give it a value", x.Name, v.Name())
			}
		}
		out = append(out, b)
	}
	return out, nil
}

// Related is Rel of definition 10: the smallest set that has the given variables and, with one variable of a condition, all of
// its variables.
func Related(conditions, from []*term.Term) []*term.Term {
	out := term.Variables(from)
	set := setOf(out)
	for before := -1; before != len(out); {
		before = len(out)
		for _, c := range conditions {
			for _, v := range c.Vars() {
				if !set[v] && c.MentionsIn(set) {
					set[v] = true
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// Mentioning returns the conditions that have one of the variables.
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

// within reports whether a term mentions only variables of a set.
func within(t *term.Term, set map[*term.Term]bool) bool {
	return !slices.ContainsFunc(t.Vars(), func(v *term.Term) bool { return !set[v] })
}

// reduce drops elements of a list one by one, as long as the rest suffices.
func reduce[T any](list []T, dispensable func(element T, others []T) (bool, error)) ([]T, error) {
	for i := 0; i < len(list); {
		others := slices.Concat(list[:i], list[i+1:])
		drop, err := dispensable(list[i], others)
		switch {
		case err != nil:
			return nil, err
		case drop:
			list = others
		default:
			i++
		}
	}
	return list, nil
}

// ValuesOf returns the values of variables in a model.
func ValuesOf(vars []*term.Term, model smt.Model) []term.Value {
	out := make([]term.Value, len(vars))
	for i, v := range vars {
		out[i] = model[v]
	}
	return out
}

// RanOut reports whether an inner context has run out of time, but not the outer one.
func RanOut(outer, inner context.Context) bool {
	return errors.Is(inner.Err(), context.DeadlineExceeded) && outer.Err() == nil
}
