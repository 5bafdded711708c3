package reach

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/memory"
	"github.com/sextant-mbt/sextant/internal/prove"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/run"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// UsualQueries bounds proofs by induction to about a second.
const UsualQueries = 2000

// Brief returns the bounds of proofs with some queries, or nil if there are to be none.
func Brief(queries int) *prove.Options {
	if queries <= 0 {
		return nil
	}
	bounds := prove.Brief(queries)
	return &bounds
}

// Question is what is asked, and the bounds of the work.
type Question struct {
	System *sts.System
	Goals  []*sts.Transition

	NewSolver func() (smt.Solver, error) // of solvers that know no functions
	Seed      int64
	Proofs    *prove.Options        // bounds of the proofs by induction; nil tries none
	Only      []result.SearchEngine // that may be asked; nil is all
	Bounded   bool                  // runs beyond the bounds of an earlier search do not count
	Memory    *memory.Budget        // bounds the searches; nil does not
}

// Answer is what is known of a goal.
type Answer struct {
	Goal   *sts.Transition
	Why    result.Why          // result.Covered, result.Unreachable with the proof, or result.Unknown if no engine has decided, with what is known of that
	Run    *run.Witness        // of a goal that is reached: it ends with the goal, and was replayed by the interpreter
	Engine result.SearchEngine // that has decided
}

// Open reports whether no engine has decided.
func (a *Answer) Open() bool { return a.Engine == "" }

// Reply is the answers, by goal, with what each engine has done.
type Reply struct {
	Answers []Answer
	Engines []result.EngineUse
}

// engine is one way to decide. It fills in answers that are open, and notes the number of solver queries, or why it does not suit after all.
type engine struct {
	name   result.SearchEngine
	refuse func(q *Question) string // why it does not suit; empty if it may
	ask    func(ctx context.Context, q *Question, open []*Answer, use *result.EngineUse) error
}

// engines is the portfolio, in the order in which the engines are asked.
var engines = []engine{
	{result.InductionEngine, refuseInduction, askInduction},
	{result.StatesEngine, refuseStates, askStates},
	{result.ConcolicEngine, refuseConcolic, askConcolic},
}

// Ask asks the engines, until every goal is decided or ctx ends. Errors are trouble with the environment.
func Ask(ctx context.Context, q Question) (*Reply, error) {
	reply := &Reply{Answers: make([]Answer, len(q.Goals))}
	for i, goal := range q.Goals {
		reply.Answers[i] = Answer{Goal: goal, Why: result.Why{Status: result.Unknown}}
	}
	for _, e := range engines {
		if q.Only != nil && !slices.Contains(q.Only, e.name) {
			continue
		}
		open := reply.open()
		if len(open) == 0 || ctx.Err() != nil {
			break
		}
		use := result.EngineUse{Engine: e.name, Goals: len(open), Refusal: e.refuse(&q)}
		if use.Refusal == "" {
			if err := e.ask(ctx, &q, open, &use); err != nil && ctx.Err() == nil {
				return nil, err
			}
		}
		for _, a := range open {
			if !a.Open() {
				use.Decided++
			}
		}
		reply.Engines = append(reply.Engines, use)
	}
	return reply, nil
}

// open returns the answers that no engine has decided.
func (r *Reply) open() []*Answer {
	var out []*Answer
	for i := range r.Answers {
		if r.Answers[i].Open() {
			out = append(out, &r.Answers[i])
		}
	}
	return out
}

// goals returns the transitions of answers.
func goals(answers []*Answer) []*sts.Transition {
	out := make([]*sts.Transition, len(answers))
	for i, a := range answers {
		out[i] = a.Goal
	}
	return out
}

// reached notes a run that ends with the goal.
func (a *Answer) reached(by result.SearchEngine, w *run.Witness) {
	a.Engine, a.Run, a.Why = by, w, result.Why{Status: result.Covered}
}

// impossible notes a proof that no run reaches the goal.
func (a *Answer) impossible(by result.SearchEngine, why result.Why) { a.Engine, a.Why = by, why }
