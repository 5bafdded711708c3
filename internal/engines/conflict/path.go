// Package conflict explains why a step cannot be taken: it follows a path symbolically, keeps for each condition the step that adds it, and
// finds a small set of conditions that cannot hold together.
//
//	path := conflict.Begin(knowledge)                     // or At, from a concrete state
//	attempt, err := path.Attempt(ctx, move, nil, nil)     // the conditions of one more step
//	path = attempt.Taken()                                // the path with that step
//	answer, err := finder.Check(ctx, attempt)             // whether it can be taken
//	core, err := finder.Conflict(ctx, attempt)            // why not
package conflict

import (
	"context"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Knowledge is a system, with the tables, runners and contracts of its externs.
type Knowledge struct {
	System    *sts.System
	Functions run.Functions                 // by tables and runners; may be nil
	Contracts map[*sts.Extern]*sts.Contract // in force for externs that Functions does not know
}

// Condition is a condition of a path, with the step that adds it.
type Condition struct {
	Term       *term.Term
	Text       string // for reports
	Step       int    // from 1; 0 is where the path begins
	Transition string // of the step; empty where the path begins
}

// Path is a sequence of moves, executed symbolically. It is not changed once made.
type Path struct {
	Knowledge
	Parent     *Path // nil where the path begins
	Move       *sts.Move
	Depth      int // number of moves
	State      sts.SymbolicState
	Conditions []Condition        // of the last move
	Calls      []sts.SymbolicCall // of the last move
}

// Begin returns the path without moves from the initial states.
func Begin(k Knowledge) *Path {
	state, _ := k.System.StartSymbolic()
	p := &Path{Knowledge: k, State: state}
	for _, c := range k.System.Apply(k.System.Assume, &state).Conjuncts() {
		p.Conditions = append(p.Conditions, Condition{Term: c, Text: "initially " + c.String()})
	}
	return p
}

// At returns the path without moves from the concrete state at the end of a run; its depth is that of the run.
func At(k Knowledge, end *run.Witness) *Path {
	p := &Path{Knowledge: k, State: k.System.Constant(end.Config), Depth: len(end.Steps()) - 1}
	for x, args := range end.Called() {
		result, _ := end.Result(x, args)
		p.Calls = append(p.Calls, sts.SymbolicCall{Extern: x, Args: constants(k.System.Store, x.Inputs, args), Results: constants(k.System.Store, x.Output, result)})
	}
	return p
}

// constants are values as terms of the sorts of variables.
func constants(s *term.Store, like []*term.Term, values []term.Value) []*term.Term {
	out := make([]*term.Term, len(values))
	for i, v := range values {
		out[i] = s.Const(like[i].Sort().Base(), v)
	}
	return out
}

// Path lists all paths from the beginning to p.
func (p *Path) Path() []*Path {
	var out []*Path
	for q := p; q != nil; q = q.Parent {
		out = append(out, q)
	}
	slices.Reverse(out)
	return out
}

// All lists the conditions of the whole path.
func (p *Path) All() []Condition {
	var out []Condition
	for _, q := range p.Path() {
		out = append(out, q.Conditions...)
	}
	return out
}

// calls lists the calls of the whole path.
func (p *Path) calls() []sts.SymbolicCall {
	var out []sts.SymbolicCall
	for _, q := range p.Path() {
		out = append(out, q.Calls...)
	}
	return out
}

// Moves lists the moves that the locations and queues allow after the path.
func (p *Path) Moves() []*sts.Move {
	return p.System.Possible(nil, p.State.Locations, p.State.Count)
}

// Attempt is one more move of a path, which may be impossible.
type Attempt struct {
	Before     *Path
	Move       *sts.Move
	Step       *sts.SymbolicStep
	State      sts.SymbolicState // after it
	Conditions []Condition
	Calls      []sts.SymbolicCall
}

// Attempt computes the conditions of a move after the path. Known has values for some of its parameters, by index. Behaviors are the
// names of those that calls under contract follow, in order; without names, any may apply.
func (p *Path) Attempt(ctx context.Context, m *sts.Move, known map[int]*term.Term, behaviors []string) (*Attempt, error) {
	a := &Attempt{Before: p, Move: m, Step: p.System.Step(m, &p.State, p.Depth, known)}
	effect, err := a.Step.EffectWithin(ctx)
	if err != nil {
		return nil, err
	}
	a.State, a.Calls = effect.State, a.Step.Calls()
	for i, c := range a.Step.Guard {
		if c.IsFalse() {
			a.addText(c, a.written(m.Conjuncts()[i]))
		} else {
			a.add(c, "")
		}
	}
	a.addSafety(m.GuardSafety, a.Step.GuardSafety)
	a.addCalls(behaviors)
	a.addSafety(m.StepSafety, effect.StepSafety)
	return a, nil
}

// add adds the conjuncts of a condition; their texts begin with the given prefix.
func (a *Attempt) add(cond *term.Term, beginning string) {
	if cond.IsTrue() {
		return
	}
	for _, c := range cond.Conjuncts() {
		a.addText(c, beginning+c.String())
	}
}

func (a *Attempt) addText(cond *term.Term, text string) {
	a.Conditions = append(a.Conditions, Condition{Term: cond, Text: text, Step: a.Before.Depth + 1, Transition: a.Move.Name})
}

// written is the text of a condition of the guard as written, with the values of its variables.
func (a *Attempt) written(cond *term.Term) string {
	var values []string
	for i, slot := range a.Before.System.Slots {
		if cond.Mentions(slot.Term) {
			values = append(values, slot.Name+" = "+a.Before.State.Store[i].String())
		}
	}
	text := a.renamed(cond).String()
	if len(values) > 0 {
		text += " where " + strings.Join(values, ", ")
	}
	return text
}

// renamed is a condition with the names that the model has for the parameters of the move.
func (a *Attempt) renamed(cond *term.Term) *term.Term {
	names := map[*term.Term]*term.Term{}
	for _, p := range a.Move.Params {
		names[p.Term] = a.Before.System.Store.Var(p.Name, p.Sort)
	}
	return a.Before.System.Store.Substitute(cond, names)
}

// addSafety adds the conditions that the step has no model error.
func (a *Attempt) addSafety(obligations []sts.Obligation, conds []*term.Term) {
	for i, c := range conds {
		a.add(c, "no model error ("+obligations[i].Text+"): ")
	}
}

// addCalls adds the conditions on the results of calls: contracts, and that a function gives one result for equal arguments.
func (a *Attempt) addCalls(behaviors []string) {
	before := a.Before.calls()
	for _, call := range a.Calls {
		if run.Known(a.Before.Functions, call.Extern) {
			continue
		}
		for _, other := range before {
			if other.Extern == call.Extern {
				a.add(sts.Determinism(a.Before.System.Store, call, other), "")
			}
		}
		before = append(before, call)
		if k := a.Before.Contracts[call.Extern]; k != nil {
			behaviors = a.addContract(k, call, behaviors)
		}
	}
}

// addContract adds the conditions of a contract on a call, and returns the names of behaviors for later calls.
func (a *Attempt) addContract(k *sts.Contract, call sts.SymbolicCall, behaviors []string) []string {
	s := a.Before.System
	conds := []*term.Term{k.Applies(s.Store), k.Promise(s.Store)}
	if len(behaviors) > 0 {
		i := slices.IndexFunc(k.Behaviors, func(b sts.Behavior) bool { return b.Name == behaviors[0] })
		behaviors = behaviors[1:]
		if i >= 0 {
			conds = append([]*term.Term{k.Behaviors[i].Pre, k.Behaviors[i].Post}, k.Others(s.Store, &k.Behaviors[i])...)
		}
	}
	for _, c := range conds {
		a.add(s.Instantiate(call, c), "contract of "+call.Extern.Name+": ")
	}
	return behaviors
}

// Taken returns the path with the move.
func (a *Attempt) Taken() *Path {
	return &Path{Knowledge: a.Before.Knowledge, Parent: a.Before, Move: a.Move, Depth: a.Before.Depth + 1, State: a.State, Conditions: a.Conditions, Calls: a.Calls}
}

// All lists the conditions of the path and of the move.
func (a *Attempt) All() []Condition { return append(a.Before.All(), a.Conditions...) }

// solverCalls are the calls of known functions along the path and in the move.
func (a *Attempt) solverCalls() []smt.Call {
	return run.SolverCalls(a.Before.Functions, append(a.Before.calls(), a.Calls...))
}
