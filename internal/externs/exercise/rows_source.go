package exercise

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
)

// Inputs that are proposed as rows of a test, in this order:
//
//	conditions    each comparison of the contract true and false, and at its limit and next to it
//	variety       results that no input before had
//	alternatives  inputs for which a result that all conditions but one allow is wrong: one of these is too strict for it
//	small, edges  as for an exercise
//
// Each has a right result. Numbers are small where that is possible, since tests are read.

// proposal is an input and the reason for it.
type proposal struct {
	args []term.Value
	why  string
}

type proposals = iter.Seq2[proposal, error]

const (
	smallNumbers = 1000 // size of the largest number of a row, if there are such
	varied       = 12   // inputs with different numbers
	sameKind     = 2    // inputs for each alternative
	otherTries   = 6    // inputs tried for them
)

// proposals returns inputs for one behaviour, with or without those at the edges of its precondition.
func (e *exerciser) proposals(ctx context.Context, i int, edges bool) proposals {
	return func(yield func(proposal, error) bool) {
		open := true
		propose := func(why string, args []term.Value, err error) bool {
			open = open && (args == nil && err == nil || yield(proposal{args, why}, err))
			return open && err == nil
		}
		conjuncts := e.conjuncts(i, smallNumbers)
		e.atConditions(ctx, i, conjuncts, propose)
		e.variety(ctx, "result", i, conjuncts, e.extern.Output, propose)
		e.variety(ctx, "input", i, conjuncts, e.extern.Inputs, propose)
		e.alternatives(ctx, i, conjuncts, propose)
		if !open || !edges {
			return
		}
		for args, err := range e.chosen(ctx, i) {
			if !propose(fmt.Sprintf("edges %d", i), args, err) {
				return
			}
		}
	}
}

// propose takes an input with a reason, and reports whether more are wanted.
type propose func(why string, args []term.Value, err error) bool

// also solves conjuncts with one more condition.
func (e *exerciser) also(ctx context.Context, conjuncts []*term.Term, t *term.Term) ([]term.Value, error) {
	return e.solve(ctx, append(slices.Clip(conjuncts), t.Conjuncts()...))
}

// atConditions proposes inputs for which each condition is true, false, at its limit and next to it.
func (e *exerciser) atConditions(ctx context.Context, i int, conjuncts []*term.Term, use propose) {
	for k, atom := range atoms([]*term.Term{e.behaviors[i].Pre, e.behaviors[i].Post}) {
		for l, t := range e.cases(atom) {
			args, err := e.also(ctx, conjuncts, t)
			if !use(fmt.Sprintf("condition %d.%d.%d", i, k, l), args, err) {
				return
			}
		}
	}
}

// cases returns a condition, its negation and, if it orders integers, that they are at the limit, next to it, and further away.
func (e *exerciser) cases(atom *term.Term) []*term.Term {
	s := e.store
	out := []*term.Term{atom, s.Not(atom)}
	if (atom.Op() == term.OpLe || atom.Op() == term.OpLt) && atom.Args()[0].Sort().Kind == term.KindInt {
		distance := s.Sub(atom.Args()[1], atom.Args()[0])
		out = append(out, s.Eq(distance, s.Int(0)), s.Eq(distance, s.Int(1)), s.Lt(s.Int(1), distance))
	}
	return out
}

// atoms returns the conditions that and, or, not and implications join, each once. Quantified conditions count as one.
func atoms(conditions []*term.Term) []*term.Term {
	var out []*term.Term
	for _, t := range conditions {
		switch t.Op() {
		case term.OpAnd, term.OpOr, term.OpNot:
			out = append(out, atoms(t.Args())...)
		case term.OpConst:
		default:
			out = append(out, t)
		}
	}
	return unique(out)
}

// unique drops elements that occur before.
func unique[T comparable](list []T) []T {
	seen := map[T]bool{}
	return slices.DeleteFunc(list, func(v T) bool {
		known := seen[v]
		seen[v] = true
		return known
	})
}

// variety proposes inputs for which each of some numbers is new, of the inputs or of the result.
func (e *exerciser) variety(ctx context.Context, what string, i int, conjuncts, vars []*term.Term, use propose) {
	blocked := slices.Clip(conjuncts)
	for range varied {
		answer, err := e.checker.Solver.Check(ctx, smt.Query{Conjuncts: e.checker.System.InNormalForm(blocked), Values: slices.Concat(e.extern.Inputs, e.extern.Output), Timeout: inputLimit})
		if err == nil && answer.Status != smt.Sat {
			return
		}
		args := contract.ValuesOf(e.extern.Inputs, answer.Model)
		if !use(fmt.Sprintf("another %s %d", what, i), args, err) {
			return
		}
		blocked = append(blocked, e.store.Not(e.same(args)))
		for _, v := range vars {
			if kind := v.Sort().Kind; kind == term.KindInt || kind == term.KindReal {
				blocked = append(blocked, e.store.Not(e.store.Eq(v, e.store.Const(v.Sort(), answer.Model[v]))))
			}
		}
	}
}

// alternatives proposes inputs for which a condition of the postcondition matters: a result that satisfies the others, and has a
// larger or smaller number than the right one, is wrong, and no right result has such a number.
func (e *exerciser) alternatives(ctx context.Context, i int, conjuncts []*term.Term, use propose) {
	post := e.behaviors[i].Post.Conjuncts()
	for c := range post {
		for w, weak := range e.weakened(post[c]) {
			relaxed := e.store.And(append(slices.Concat(post[:c], post[c+1:]), weak)...)
			for k, v := range e.extern.Output {
				if v.Sort().Kind != term.KindInt {
					continue
				}
				for _, larger := range []bool{true, false} {
					why := fmt.Sprintf("alternative %d.%d.%d.%d.%t", i, c, w, k, larger)
					for args, err := range e.alternative(ctx, conjuncts, relaxed, v, larger) {
						if !use(why, args, err) {
							return
						}
					}
				}
			}
		}
	}
}

// weakened are conditions that a condition implies: an equation becomes two comparisons, others become true.
func (e *exerciser) weakened(t *term.Term) []*term.Term {
	if t.Op() == term.OpEq && t.Args()[0].Sort().Kind == term.KindInt {
		return []*term.Term{e.store.Le(t.Args()[0], t.Args()[1]), e.store.Le(t.Args()[1], t.Args()[0])}
	}
	return []*term.Term{e.store.True()}
}

// alternative returns inputs with a result that the relaxed postcondition allows, whose number v no right result reaches.
func (e *exerciser) alternative(ctx context.Context, conjuncts []*term.Term, relaxed, v *term.Term, larger bool) arguments {
	s := e.store
	by := map[*term.Term]*term.Term{}
	for _, o := range e.extern.Output {
		by[o] = s.Var(o.Name()+"'", o.Sort())
	}
	beyond := func(a, b *term.Term) *term.Term {
		if larger {
			return s.Lt(a, b)
		}
		return s.Lt(b, a)
	}
	query := slices.Concat(conjuncts, s.And(s.Substitute(relaxed, by), beyond(v, by[v])).Conjuncts())
	return func(yield func([]term.Value, error) bool) {
		found := 0
		for range otherTries {
			answer, err := e.checker.Solver.Check(ctx, smt.Query{Conjuncts: e.checker.System.InNormalForm(query), Values: append(slices.Clip(e.extern.Inputs), by[v]), Timeout: inputLimit})
			if err == nil && answer.Status != smt.Sat {
				return
			}
			args := contract.ValuesOf(e.extern.Inputs, answer.Model)
			var reached []term.Value
			if err == nil {
				reached, err = e.right(ctx, args, s.Not(beyond(v, s.Const(v.Sort(), answer.Model[by[v]]))))
			}
			if reached == nil {
				found++
			}
			if (err != nil || reached == nil) && !yield(args, err) || err != nil || found == sameKind {
				return
			}
			query = append(query, s.Not(e.same(args)))
		}
	}
}
