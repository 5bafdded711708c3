// Package path follows moves symbolically and keeps each condition with the step that adds it.
//
//	p := path.Begin(knowledge)                         // or At, from a concrete state, or From, from a symbolic one
//	longer, err := p.Take(ctx, move, nil)              // one more move with its conditions, whether it is possible or not
//	longer, err := p.Attempt(ctx, move, nil, nil)      // and with those on the results of its calls
//	p = longer.Behaving(call, contract, i)             // a call follows a behavior of a contract
//
// A Back takes conditions over a move from after it to before it, for paths that are followed from their end.
//
// Other packages have types with moves in a row that are not this one, since they do not keep which step adds which condition:
//
//	explore.State     a node of the tree: it shares conditions with its siblings, packs its content, and drops it when memory is short
//	prove.openPath    a path from its end: a place and one weakest precondition, made by Back; the moves are not kept
//	trail.Trail       the same with moves, weights, and messages that are still to be sent; its conditions are over the slots at its beginning
//	unwind.node       a path in a tree of predicates, labelled with what holds at its end
//	run.Witness       a concrete run
//	history.Path      the moves that explain what was observed, bounded in length, without conditions
package path

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

// Path is a sequence of moves, executed symbolically: a symbolic path of definition 6, possible or not. It is not changed once made.
type Path struct {
	Knowledge
	Parent     *Path     // nil where the path begins
	Move       *sts.Move // the last; nil where the path begins
	Depth      int       // number of moves
	Params     []*term.Term
	State      sts.SymbolicState
	Conditions []Condition        // of the last move
	Calls      []sts.SymbolicCall // of the last move
	Outputs    []*term.Term       // of the last move

	behaviors string // of the calls, in brackets
}

// Begin returns the path without moves from the initial states.
func Begin(k Knowledge) *Path {
	state, _ := k.System.StartSymbolic()
	p := From(k, state)
	p.Conditions = p.conditions(k.System.Apply(k.System.Assume, &state), Origin{Kind: Initially})
	return p
}

// From returns the path without moves and conditions from a state.
func From(k Knowledge, state sts.SymbolicState) *Path { return &Path{Knowledge: k, State: state} }

// At returns the path without moves from the concrete state at the end of a run; its depth is that of the run.
func At(k Knowledge, end *run.Witness) *Path {
	p := From(k, k.System.Constant(end.Config))
	p.Depth = len(end.Steps()) - 1
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

// Steps lists the paths from the first move to p.
func (p *Path) Steps() []*Path { return p.Path()[1:] }

// Moves lists the moves of the path.
func (p *Path) Moves() []*sts.Move {
	var out []*sts.Move
	for _, q := range p.Steps() {
		out = append(out, q.Move)
	}
	return out
}

// Name has the names of the moves, with the behaviors of their calls in brackets.
func (p *Path) Name() string {
	var names []string
	for _, q := range p.Steps() {
		names = append(names, q.Move.Name+q.behaviors)
	}
	return strings.Join(names, ",")
}

// All lists the conditions of the whole path.
func (p *Path) All() []Condition {
	var out []Condition
	for _, q := range p.Path() {
		out = append(out, q.Conditions...)
	}
	return out
}

// AllCalls lists the calls of the whole path.
func (p *Path) AllCalls() []sts.SymbolicCall {
	var out []sts.SymbolicCall
	for _, q := range p.Path() {
		out = append(out, q.Calls...)
	}
	return out
}

// SolverCalls are the calls of known functions along the path.
func (p *Path) SolverCalls() []smt.Call { return run.SolverCalls(p.Functions, p.AllCalls()) }

// Possible lists the moves that the locations and queues allow after the path.
func (p *Path) Possible() []*sts.Move {
	return p.System.Possible(nil, p.State.Locations, p.State.Count)
}

// Take returns the path with one more move and the conditions for taking it without a model error. Known has terms for some of its parameters,
// by index. The error is that of ctx.
func (p *Path) Take(ctx context.Context, m *sts.Move, known map[int]*term.Term) (*Path, error) {
	step := p.System.Step(m, &p.State, p.Depth, known)
	effect, err := step.EffectWithin(ctx)
	if err != nil {
		return nil, err
	}
	q := &Path{Knowledge: p.Knowledge, Parent: p, Move: m, Depth: p.Depth + 1, Params: step.Params,
		State: effect.State, Calls: step.Calls(), Outputs: effect.Outputs}
	for i, c := range step.Guard {
		q.Conditions = append(q.Conditions, q.conditions(c, Origin{Kind: Guard, written: m.Conjuncts()[i]})...)
	}
	q.addSafety(m.GuardSafety, step.GuardSafety)
	q.addSafety(m.StepSafety, effect.StepSafety)
	return q, nil
}

// addSafety adds the conditions that the step has no model error.
func (p *Path) addSafety(obligations []sts.Obligation, conds []*term.Term) {
	for i, c := range conds {
		p.Conditions = append(p.Conditions, p.conditions(c, Origin{Kind: Safety, Obligation: &obligations[i]})...)
	}
}

// conditions are the conjuncts of a condition of the last move.
func (p *Path) conditions(cond *term.Term, o Origin) []Condition {
	if cond.IsTrue() {
		return nil
	}
	var out []Condition
	for _, c := range cond.Conjuncts() {
		out = append(out, Condition{Term: c, Step: p.Depth, Origin: o, at: p})
	}
	return out
}

// With returns the path with more conditions on its end.
func (p *Path) With(cond *term.Term, o Origin) *Path {
	q := *p
	q.Conditions = append(slices.Clip(p.Conditions), p.conditions(cond, o)...)
	return &q
}

// Behaving returns the path with a call of its last move that follows a behavior of a contract, by index.
func (p *Path) Behaving(call sts.SymbolicCall, k *sts.Contract, i int) *Path {
	b := &k.Behaviors[i]
	o := Origin{Extern: call.Extern, Behavior: b.NumberedTitle(i)}
	with := func(kind OriginKind, cond *term.Term) {
		o.Kind = kind
		p = p.With(p.System.Instantiate(call, cond), o)
	}
	with(Precondition, b.Pre)
	with(Postcondition, b.Post)
	for _, promise := range k.Others(p.System.Store, b) {
		with(OtherBehaviors, promise)
	}
	q := *p
	q.behaviors += "[" + strings.TrimPrefix(o.Behavior, "behavior ") + "]"
	return &q
}
