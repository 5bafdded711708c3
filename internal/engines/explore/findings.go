package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Findings: errors in the model. Each is first looked for in the witness, then with the solver, and is reported only after the interpreter
// has reproduced it. One kind of finding at one place is reported once, by the shortest path; once it is known, later states assume that it
// did not happen. Undecided queries are described in open.go.

// The kinds of findings besides those of obligations.
const (
	Deadlock           = result.Deadlock
	Livelock           = result.Livelock
	InvariantViolation = result.InvariantViolation
)

// quantifiedLimit is the time limit of queries with quantifiers, which are made at every state; it is converted to a work limit.
const quantifiedLimit = 500 * time.Millisecond

// limitOf is the time limit of a query with these conditions; 0 is that of the solver.
func limitOf(conditions []*term.Term) time.Duration {
	if slices.ContainsFunc(conditions, (*term.Term).HasQuantifier) {
		return quantifiedLimit
	}
	return 0
}

// finding is a finding before it is rendered.
type finding struct {
	kind    string
	message string
	key     string // findings with one key are one finding
	name    string // of the transition, may be empty
	span    diag.Span
	state   *State       // where it occurs
	witness *run.Witness // the run; its last step may be the one that fails

	conds    []*term.Term       // conditions at the state if it occurs
	calls    []sts.SymbolicCall // of the step that fails
	products byProducts         // of a product line
	label    *result.Products

	loop      int  // how many of the last steps are a cycle
	sampled   bool // only witnesses were searched for it
	inherited bool // by an else, from the guard of a sibling
}

// checkStart reports initial values that are undefined, or out of range, for some values of the frozen constants.
func (w *worker) checkStart(ctx context.Context, st *State, out *expansion) {
	for i, conditions := range w.system.StartErrors() {
		answer, err := w.solver.Check(ctx, smt.Query{Conjuncts: conditions, Values: term.Variables(conditions), Kind: smt.Start})
		reason := answer.Reason
		var bad *run.ErrBadStart
		if answer.Status == smt.Sat {
			_, failed := w.executor.Begin(run.Values(answer.Model, st.Params(), run.DefaultStart(w.system)))
			errors.As(failed, &bad)
			reason = errUnconfirmed.Error()
		}
		switch {
		case err != nil:
			out.err = err
			return
		case bad != nil:
			out.findings = append(out.findings, badStart(st, bad))
		case answer.Status != smt.Unsat:
			o := &w.system.Start.Safety[i]
			out.doubts = append(out.doubts, doubt{name: "initialisation", reason: "whether " + o.Text + ": " + reason, key: o.Key()})
		}
	}
}

// badStart is the finding that no run can begin with certain values.
func badStart(root *State, bad *run.ErrBadStart) *finding {
	return &finding{kind: string(bad.Violated.Kind), sampled: true, message: bad.Violated.Text, key: bad.Violated.Key(), span: bad.Violated.Span,
		state: root, witness: bad.Start}
}

// guardSafety checks the obligations of the guard, before the guard is assumed.
func (x *stepping) guardSafety(ctx context.Context) {
	guard := x.added
	x.added = nil
	for i, cond := range x.step.GuardSafety {
		x.obligation(ctx, &x.move.GuardSafety[i], cond)
	}
	x.added = append(x.added, guard...)
}

// stepSafety checks the obligations of assignments and outputs, given the guard.
func (x *stepping) stepSafety(ctx context.Context, conds []*term.Term) {
	for i, cond := range conds {
		x.obligation(ctx, &x.move.StepSafety[i], cond)
	}
}

// obligation reports a violation that is possible under the conditions added so far, and adds the condition unless it is implied. Where no errors are
// looked for, it is not known whether it is implied.
func (x *stepping) obligation(ctx context.Context, o *sts.Obligation, cond *term.Term) {
	if cond.IsTrue() {
		return
	}
	key := o.Key()
	if !x.search.options.ErrorFree && !x.search.found(key) && (!x.search.givenUp(key) || cond.IsFalse()) {
		violated := append(x.added[:len(x.added):len(x.added)], x.system.Store.Not(cond).Conjuncts()...)
		beyond := x.search.beyond(key)
		w, status, reason, err := x.solvePath(ctx, pathQuery{state: x.from, added: slices.Concat(violated, beyond), calls: x.calls, move: x.move, params: x.step.Params, limit: x.search.limit(key, 0), kind: smt.Obligation})
		switch {
		case err != nil:
			x.out.err = err
			return
		case status == smt.Unsat && len(beyond) == 0:
			return
		case status == smt.Unsat: // no other product
		case status == smt.Sat && x.isViolation(w, o):
			x.out.findings = append(x.out.findings, &finding{kind: string(o.Kind), message: o.Text, key: key, name: x.move.Name,
				span: o.Span, state: x.from, witness: w, conds: violated, calls: x.calls, inherited: o.Of != ""})
		case status == smt.UpToTables: // not found, not excluded: it is assumed not to happen
		default:
			x.out.doubts = append(x.out.doubts, doubt{name: x.move.Name, depth: x.from.Depth + 1, reason: "whether " + o.Text + ": " + cmp.Or(reason, errUnconfirmed.Error()), key: key})
		}
	}
	x.added = append(x.added, cond.Conjuncts()...)
}

// isViolation reports whether the last step of a witness violates the obligation, or another one before it.
func (x *stepping) isViolation(w *run.Witness, o *sts.Obligation) bool {
	step, err := x.executor.Try(w.Parent.Config, w.Move, w.Params)
	return err == nil && step.Outcome == sts.Unsafe && step.Violated.Key() == o.Key()
}

// addCalls extends κ, and for externs without tables π by the condition that a function gives one result per input (definition 9 of paper 2);
// tables ensure that themselves.
func (x *stepping) addCalls() {
	before := x.from.calls()
	for i, call := range x.step.Calls() {
		for _, other := range before {
			if other.Extern == call.Extern && !x.summarised(call.Extern) {
				x.added = append(x.added, sts.Determinism(x.system.Store, call, other).Conjuncts()...)
			}
		}
		before = append(before, call)
		x.calls = append(x.calls, call)
		x.addBehavior(i, call)
	}
}

// checkInvariants reports invariants that some run to this state violates, on entering it or while time passes there.
func (w *worker) checkInvariants(ctx context.Context, st *State, out *expansion) {
	for _, inv := range w.invariants {
		key := violationKey(inv.named.Name)
		if w.search.settled(key) {
			continue
		}
		found := w.violates(ctx, st, inv, key, out)
		if found == nil {
			continue
		}
		out.findings = append(out.findings, &finding{kind: InvariantViolation, key: key, span: inv.named.Span, state: st, witness: found, conds: w.violation(st, inv).Conjuncts(),
			message: run.ViolationMessage(inv.named), name: moveName(st.Move)})
	}
}

func moveName(m *sts.Move) string {
	if m == nil {
		return ""
	}
	return m.Name
}

// violation is the condition that the invariant is false, or has no value, in a state or while time passes there.
func (w *worker) violation(st *State, inv *condition) *term.Term {
	return w.system.Simplified(w.system.Store.Not(inv.program.Symbolic(st.Symbolic().Store)[0]))
}

// violates looks for a run to st at whose end the invariant is false or has no value, possibly after a delay; in a product line, for a
// product that is not yet known to violate it.
func (w *worker) violates(ctx context.Context, st *State, inv *condition, key string, out *expansion) *run.Witness {
	broken, undecided := w.breaking(inv, st.Witness())
	if broken != nil && w.search.shows(key, st.Witness()) {
		return broken
	}
	bad := w.violation(st, inv)
	if bad.IsFalse() {
		return nil
	}
	found, status, reason, err := w.solvePath(ctx, pathQuery{state: st, added: slices.Concat(bad.Conjuncts(), w.search.beyond(key)), kind: smt.Invariant})
	if status == smt.Sat {
		broken, undecided = w.breaking(inv, found)
	}
	switch {
	case cmp.Or(err, trouble(undecided)) != nil:
		out.err = cmp.Or(err, undecided)
	case status == smt.Sat && broken != nil:
		return broken
	case status != smt.Unsat && status != smt.UpToTables:
		if undecided != nil {
			reason = undecided.Error()
		}
		out.doubts = append(out.doubts, doubt{name: "invariant " + inv.named.Name, depth: st.Depth, reason: cmp.Or(reason, errUnconfirmed.Error())})
	}
	return nil
}

// errUnconfirmed is the reason of an unknown on which the solver and the interpreter disagree.
var errUnconfirmed = errors.New("the solver's example could not be confirmed")

// breaking returns a run with the delay after which the invariant does not hold; nil if it holds for as long as time may pass.
func (w *worker) breaking(inv *condition, found *run.Witness) (*run.Witness, error) {
	if err := inv.frame.Run(found.Config.Values); err != nil || inv.frame.Bool(0) {
		return nil, err
	}
	wait, err := w.executor.BreaksAfter(found.Config, inv.named, nil)
	switch {
	case err != nil:
		return nil, err
	case wait == nil:
		return nil, errUnconfirmed
	case wait.Sign() == 0:
		return found, nil
	}
	return found.Waiting(wait), nil
}

// checkCycle reports an erroneous cycle: a livelock, or in a system with clocks, where internal steps may continue forever while time passes,
// a Zeno cycle.
func (w *worker) checkCycle(ctx context.Context, st *State, out *expansion) {
	if w.system.Timed() {
		w.checkZeno(ctx, st, out)
	} else {
		w.checkLivelock(st, out)
	}
}

// mayCycle reports whether an erroneous cycle may end with the step.
func (x *stepping) mayCycle() bool {
	if x.system.Timed() {
		return x.move.Input == nil
	}
	return x.move.IsInternal()
}

// checkLivelock reports a run of internal steps that returns to the same configuration: it can continue forever unobserved. A step with a
// rate takes time, and a probabilistic branch is not taken forever, so runs with them are not reported.
func (w *worker) checkLivelock(st *State, out *expansion) {
	if st.Move == nil || !st.Move.IsInternal() {
		return
	}
	var cycle []string
	for v := st.Witness(); v.Move != nil && v.Move.IsInternal() && v.Move.Rate() == nil && !v.Move.Branches(); v = v.Parent {
		cycle = append(cycle, v.Move.Name)
		if !v.Parent.Config.Equal(st.Witness().Config) {
			continue
		}
		sort.Strings(cycle) // wherever it is entered, it is the same cycle
		key := Livelock + "@" + strings.Join(slices.Compact(cycle), ",")
		if !w.search.known(key) {
			where := w.system.LocationName(st.Symbolic().Locations)
			out.findings = append(out.findings, &finding{kind: Livelock, loop: len(cycle), sampled: true, key: key, state: st, witness: st.Witness(), span: st.Move.Parts[0].Span,
				message: "internal steps can repeat forever at " + where, name: st.Move.Name})
		}
		return
	}
}

// checkDeadlock reports a run to st after which no step is possible, unless the machines are in final locations.
func (w *worker) checkDeadlock(ctx context.Context, st *State, always bool, out *expansion) {
	if w.system.Terminated(st.Symbolic().Locations) {
		out.terminal = len(out.children) == 0
		return
	}
	if always || out.err != nil {
		return
	}
	where := w.system.LocationName(st.Symbolic().Locations)
	key := Deadlock + "@" + where
	if w.search.found(key) {
		return
	}
	blocked, possible := w.blocked(st.Symbolic(), w.moves)
	if !possible {
		return
	}
	if found := w.stuck(ctx, st, key, blocked, out); found != nil && !w.timeStops(found.Config) {
		out.findings = append(out.findings, &finding{kind: Deadlock, key: key, state: st, witness: found, conds: blocked, name: moveName(st.Move),
			message: "no transition can be taken in " + where, span: w.system.Unfinished(st.Symbolic().Locations)})
	}
}

// stuck looks for a run to st after which nothing is enabled, that is, the conditions blocked hold.
func (w *worker) stuck(ctx context.Context, st *State, key string, blocked []*term.Term, out *expansion) *run.Witness {
	open := func(reason string) {
		where := w.system.LocationName(st.Symbolic().Locations)
		out.doubts = append(out.doubts, doubt{name: "deadlock in " + where, depth: st.Depth, reason: reason, key: key})
	}
	blockedHere, undecided := w.executor.NothingEnabled(st.Witness().Config, w.moves)
	if undecided == nil && blockedHere && w.search.shows(key, st.Witness()) {
		return st.Witness()
	}
	if len(blocked) == 0 || w.search.givenUp(key) {
		return nil
	}
	limit := w.search.limit(key, limitOf(blocked))
	found, status, reason, err := w.solvePath(ctx, pathQuery{state: st, added: slices.Concat(blocked, w.search.beyond(key)), limit: limit, kind: smt.Deadlock})
	if status == smt.Sat {
		blockedHere, undecided = w.executor.NothingEnabled(found.Config, w.moves)
	}
	switch {
	case cmp.Or(err, trouble(undecided)) != nil:
		out.err = cmp.Or(err, undecided)
	case status == smt.Sat && undecided != nil:
		open(undecided.Error())
	case status == smt.Sat && blockedHere:
		return found
	case status != smt.Unsat && status != smt.UpToTables:
		open(cmp.Or(reason, errUnconfirmed.Error()))
	}
	return nil
}

// blocked returns the conditions under which none of some moves is enabled in a state; false if one always is.
func (w *worker) blocked(st *sts.SymbolicState, moves []*sts.Move) (out []*term.Term, possible bool) {
	for _, m := range moves {
		conds := []*term.Term{w.system.Store.Not(m.EnabledIn(st))}
		for _, defined := range m.Defined() {
			conds = append(conds, w.system.Apply(defined, st))
		}
		if slices.ContainsFunc(conds, (*term.Term).IsFalse) {
			return nil, false
		}
		for _, c := range conds {
			out = append(out, c.Conjuncts()...)
		}
	}
	return out, true
}
