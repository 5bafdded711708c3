package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Calls outside contracts. A contract need not be complete: it may have inputs to which no behaviour applies. Definition 6 has no step for
// such a call, so the path ends there; that is reported once for each call of a move, with arguments that a run gives it. Nothing else
// depends on it: the tree is the one of the definition.

// findGaps notes, for each contract in force that is not complete, the condition that none of its behaviours applies. A contract that the
// solver proves complete is not checked again.
func (s *search) findGaps(ctx context.Context, w *worker) error {
	for _, x := range s.system.Externs {
		k := s.options.Contracts[x]
		if k == nil || w.summarised(x) {
			continue
		}
		gap := s.system.Store.Not(k.Applies(s.system.Store))
		start, _ := s.system.StartSymbolic()
		whole := s.system.Store.And(s.system.Instantiate(sts.SymbolicCall{Extern: x, Args: x.Inputs, Results: x.Output}, gap), s.system.Apply(s.system.Assume, &start))
		if whole.IsFalse() {
			continue
		}
		answer, err := w.solver.Check(ctx, smt.Query{Conjuncts: s.system.InNormalForm(whole.Conjuncts())})
		if err != nil {
			return err
		}
		if answer.Status != smt.Unsat {
			s.gaps[x] = gap
		}
	}
	return nil
}

// checkOutside looks for runs that call a function of the move with arguments outside of its contract.
func (w *worker) checkOutside(ctx context.Context, st *State, m *sts.Move, out *expansion) {
	for i, c := range m.Calls {
		key := fmt.Sprintf("outside@%s#%d", m.Name, i)
		if w.search.gaps[c.Extern] == nil || w.search.known(key) || w.search.outside[key] {
			continue
		}
		x := stepping{worker: w, from: st, move: m, out: out}
		x.findOutside(ctx, i, key)
		if out.err != nil {
			return
		}
	}
}

// findOutside looks for a run in which no behaviour applies to call i of the step.
func (x *stepping) findOutside(ctx context.Context, i int, key string) {
	x.step = x.system.StepValue(x.move, x.from.Symbolic(), x.from.Depth, nil)
	if !x.takeEffect(ctx) || !x.addConjuncts(x.guardBefore(i)) {
		return
	}
	x.addCalls()
	for j, before := range x.calls[:i] {
		k := x.search.options.Contracts[x.move.Calls[j].Extern]
		if k != nil && !x.summarised(before.Extern) && !x.addConjuncts(x.kept(before, k)) {
			return // no run reaches call i
		}
	}
	call := x.calls[i]
	if !x.addConjuncts([]*term.Term{x.system.Instantiate(call, x.search.gaps[call.Extern])}) {
		return
	}
	found, status, reason, err := x.solvePath(ctx, pathQuery{state: x.from, added: x.added, calls: x.calls, move: x.move, params: x.step.Params, limit: x.search.limit(key, 0)})
	note := doubt{name: x.move.Name, from: x.from, depth: x.from.Depth + 1, key: key}
	open := func(reason string) {
		note.reason = "whether a behavior of " + call.Extern.Name + " applies: " + reason
		x.out.doubts = append(x.out.doubts, note)
	}
	switch {
	case err != nil:
		x.out.err = err
	case status == smt.Sat:
		x.confirmOutside(i, found, note, open)
	case status == smt.Unknown:
		open(reason)
	}
}

// confirmOutside reports call i of the last step of a run, if no behaviour applies to the arguments that it has there.
func (x *stepping) confirmOutside(i int, found *run.Witness, note doubt, open func(reason string)) {
	extern := x.move.Calls[i].Extern
	args, err := x.executor.CallArguments(found.Parent.Config, x.move, found.Params, i)
	outside := false
	if err == nil {
		outside, err = x.isOutside(extern, args, found)
	}
	switch {
	case trouble(err) != nil:
		x.out.err = err
	case err != nil:
		open(err.Error())
	case !outside:
		open(errUnconfirmed.Error())
	default:
		note.reason = formatArguments(extern, args) + " is not followed: no behavior of the contract applies"
		x.out.outside = append(x.out.outside, note)
	}
}

// guardBefore are the conjuncts of the guard that are decided before call i returns.
func (x *stepping) guardBefore(i int) []*term.Term {
	var late []*term.Term
	for _, c := range x.move.Calls[i:] {
		late = append(late, term.Pick(x.step.Params, c.Results)...)
	}
	return slices.DeleteFunc(slices.Clone(x.step.Guard), func(c *term.Term) bool { return c.Mentions(late...) })
}

// kept returns the condition that some behaviour applies to a call, and that the call satisfies all behaviours that apply.
func (x *stepping) kept(call sts.SymbolicCall, k *sts.Contract) []*term.Term {
	s := x.system.Store
	return []*term.Term{x.system.Instantiate(call, s.And(k.Applies(s), k.Promise(s)))}
}

// isOutside confirms with values that no behaviour applies.
func (x *stepping) isOutside(e *sts.Extern, args []term.Value, run *run.Witness) (bool, error) {
	values := map[*term.Term]term.Value{}
	for k, v := range e.Inputs {
		values[v] = args[k]
	}
	for k, slot := range x.system.Slots {
		values[slot.Term] = run.Parent.Config.Values[k]
	}
	return x.evaluate(x.search.gaps[e], values)
}

// formatArguments prints a call without its result.
func formatArguments(x *sts.Extern, args []term.Value) string {
	var out []string
	for _, p := range x.Params {
		out = append(out, p.Type.Format(args[:p.Type.Size()]))
		args = args[p.Type.Size():]
	}
	return x.Name + "(" + strings.Join(out, ", ") + ")"
}
