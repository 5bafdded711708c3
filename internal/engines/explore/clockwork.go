package explore

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Findings about time. In a system with clocks, a timelock is a state from which time can pass only up to some instant, and no step without
// input is possible any more: no real system stops time, and none can force an input. A Zeno cycle returns to the same state by steps of the
// system while no time passes, so that it can be taken any number of times in zero time.

// The kinds of these findings.
const (
	Timelock = "timelock"
	Zeno     = "zeno"
)

// waitName is the name of the variable that stands for the time that passes in a state before time stops.
const waitName = "wait@0"

// checkTimelock reports a run to st after which time stops, immediately or later.
func (w *worker) checkTimelock(ctx context.Context, st *State, out *expansion) {
	if !w.system.Timed() || out.err != nil || !w.system.MayStop(st.Symbolic().Locations) {
		return
	}
	where := w.system.LocationName(st.Symbolic().Locations)
	key := Timelock + "@" + where
	if w.search.known(key) {
		return
	}
	wait := w.system.Store.Var(waitName, term.Real)
	later := w.system.Later(st.Symbolic(), wait)
	blocked, possible := w.blocked(later, w.unprompted())
	added := append(w.system.MayWait(st.Symbolic(), wait), blocked...)
	if !possible || w.system.Store.And(added...).IsFalse() {
		return
	}
	q := pathQuery{state: st, added: added, limit: w.search.limit(key, limitOf(added)), kind: smt.Timelock}
	answer, err := w.solver.Check(ctx, w.smtQuery(q))
	if err != nil || answer.Status == smt.Unsat {
		out.err = cmp.Or(out.err, err)
		return
	}
	reason := answer.Reason
	if answer.Status == smt.Sat {
		var found *run.Witness
		var limit *big.Rat
		if found, limit, err = w.confirmTimelock(ctx, q, answer.Model); found != nil {
			out.findings = append(out.findings, w.timelock(st, key, found, limit))
			return
		}
		if err == nil {
			return // time can pass forever there
		}
		out.err, reason = cmp.Or(out.err, trouble(err)), err.Error()
	}
	out.doubts = append(out.doubts, doubt{name: "timelock in " + where, depth: st.Depth, reason: cmp.Or(reason, errUnconfirmed.Error()), key: key})
}

// timelock is the finding that time stops after a run to a state.
func (w *worker) timelock(st *State, key string, found *run.Witness, limit *big.Rat) *finding {
	where := w.system.LocationName(st.Locations())
	return &finding{kind: Timelock, sampled: true, key: key, state: st, witness: found, name: moveName(st.Move), span: w.stoppingSpan(st),
		message: fmt.Sprintf("time stops in %s: no more than %s can pass, and then no transition without input can be taken", where, term.FormatRat(limit))}
}

// unprompted returns the moves of the current state that need no input.
func (w *worker) unprompted() []*sts.Move {
	return slices.DeleteFunc(slices.Clone(w.moves), func(m *sts.Move) bool { return m.Input != nil })
}

// confirmTimelock returns the run of a solution, and how much time can pass after it, if that is bounded and nothing is enabled any more when
// the time of the solution has passed. It returns no run if time can pass forever.
func (w *worker) confirmTimelock(ctx context.Context, q pathQuery, model smt.Model) (*run.Witness, *big.Rat, error) {
	found, err := w.replay(ctx, q, model)
	if err != nil {
		return nil, nil, err
	}
	limit, err := w.confirmStop(found, model[w.system.Store.Var(waitName, term.Real)].Rat())
	if err != nil || limit == nil {
		return nil, nil, err
	}
	return found, limit, nil
}

// confirmStop returns how much time can pass after a run, if that is bounded and nothing is enabled any more when some time has passed; nil if
// time can pass forever.
func (w *worker) confirmStop(found *run.Witness, passed *big.Rat) (*big.Rat, error) {
	window := w.waiting(found.Config)
	if window.High == nil {
		return nil, nil
	}
	config := *found.Config
	config.Values = slices.Clone(config.Values)
	for _, i := range w.system.Clocks() {
		config.Values[i] = term.RatValue(new(big.Rat).Add(config.Values[i].Rat(), passed))
	}
	if nothing, err := w.executor.NothingEnabled(&config, w.unprompted()); err != nil || !nothing || !window.Contains(passed) {
		return nil, cmp.Or(err, errUnconfirmed)
	}
	return window.High, nil
}

// stoppingSpan is the place of a location with a condition that stops time.
func (w *worker) stoppingSpan(st *State) diag.Span {
	for i, l := range st.Locations() {
		if loc := w.system.Machines[i].Locations[l]; loc.While != nil || loc.Urgency != sts.Ordinary {
			return loc.Span
		}
	}
	return w.system.Unfinished(st.Locations())
}

// waiting returns for how long time can pass in a configuration without a step.
func (w *worker) waiting(c *sts.Config) sts.Window {
	wait, state := w.system.Store.Var(waitName, term.Real), w.system.Constant(c)
	window, _ := w.system.Project(w.system.MayWait(&state, wait), wait)
	return window
}

// timeStops reports whether time cannot pass forever in a configuration: if no step is possible, that is a timelock, and not a deadlock.
func (w *worker) timeStops(c *sts.Config) bool { return w.system.Timed() && w.waiting(c).High != nil }

// checkZeno reports a cycle of steps without input that returns to the same state while no time passes.
func (w *worker) checkZeno(ctx context.Context, st *State, out *expansion) {
	var cycle []string
	var still []*term.Term // the delays of the cycle are 0
	now := w.system.Store.Const(term.Real, term.Value{})
	by := map[*term.Term]*term.Term{}
	for a := st; a.Move != nil && a.Move.Input == nil; a = a.Parent {
		delay := a.Params()[a.Move.DelayParam()]
		cycle, still, by[delay] = append(cycle, a.Move.Name), append(still, w.system.Store.Eq(delay, now)), now
		same, possible := w.sameState(a.Parent, st)
		if !possible || !w.mayHold(a.Parent, st, same, by) {
			continue
		}
		key := zenoKey(cycle)
		if w.search.known(key) {
			return
		}
		q := pathQuery{state: st, added: slices.Concat(still, same), limit: w.search.limit(key, 0), kind: smt.Timelock}
		found, status, reason, err := w.solvePath(ctx, q)
		if err != nil {
			out.err = cmp.Or(out.err, err)
			return
		}
		where := w.system.LocationName(st.Symbolic().Locations)
		if status == smt.Unknown {
			out.doubts = append(out.doubts, doubt{name: "zeno at " + where, depth: st.Depth, reason: cmp.Or(reason, errUnconfirmed.Error()), key: key})
		}
		if status == smt.Sat && w.isZeno(found, st.Depth-a.Parent.Depth) {
			out.findings = append(out.findings, &finding{kind: Zeno, loop: len(cycle), sampled: true, key: key, state: st, witness: found, span: st.Move.Parts[0].Span,
				message: "steps can repeat forever at " + where + " without time passing", name: st.Move.Name})
			return
		}
	}
}

// zenoKey returns the key of a cycle, which is the same wherever it is entered.
func zenoKey(cycle []string) string {
	names := slices.Clone(cycle)
	sort.Strings(names)
	return Zeno + "@" + strings.Join(slices.Compact(names), ",")
}

// sameState returns the conditions under which two states are the same; false if they cannot be.
func (w *worker) sameState(a, b *State) ([]*term.Term, bool) {
	if !slices.Equal(a.Symbolic().Locations, b.Symbolic().Locations) {
		return nil, false
	}
	var out []*term.Term
	for i := range a.Symbolic().Store {
		out = append(out, w.system.Store.Eq(a.Symbolic().Store[i], b.Symbolic().Store[i]))
	}
	for i := range a.Symbolic().Queues {
		p, q := a.Symbolic().Queues[i].Items, b.Symbolic().Queues[i].Items
		if len(p) != len(q) {
			return nil, false
		}
		for k := range p {
			out = append(out, w.system.Store.Eq(p[k], q[k]))
		}
	}
	return out, !slices.ContainsFunc(out, (*term.Term).IsFalse)
}

// mayHold reports whether conditions, and those of the path between two states, are not false as written if no time passes.
func (w *worker) mayHold(from, to *State, conditions []*term.Term, by map[*term.Term]*term.Term) bool {
	for st := to; st != from; st = st.Parent {
		conditions = append(slices.Clip(conditions), st.Conjuncts()...)
	}
	return !slices.ContainsFunc(conditions, func(c *term.Term) bool { return w.system.Store.Substitute(c, by).IsFalse() })
}

// isZeno reports whether the last steps of a run return to the same configuration without a delay.
func (w *worker) isZeno(found *run.Witness, steps int) bool {
	last := found
	for range steps {
		if last.Delay().Rat().Sign() != 0 {
			return false
		}
		last = last.Parent
	}
	return last.Config.Equal(found.Config)
}
