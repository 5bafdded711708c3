package reach

import (
	"context"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// UsualQueries bounds proofs by induction to about a second.
const UsualQueries = 2000

// Brief returns bounds of proofs for a number of queries, or nil for no proofs.
func Brief(queries int) *prove.Options {
	if queries <= 0 {
		return nil
	}
	bounds := prove.Brief(queries)
	return &bounds
}

// Given returns a bound on the length of runs if it differs from the default, and so was chosen, and otherwise 0.
func Given(depth, usual int) int {
	if depth == usual {
		return 0
	}
	return depth
}

// Question holds the goals, and the bounds of the work.
type Question struct {
	System *sts.System
	Goals  []Goal

	NewSolver func() (smt.Solver, error) // of solvers without functions
	Seed      int64
	Only      []result.SearchEngine // that may be used; nil is all
	Patience  time.Duration         // of each engine whose queries may be hard; 0 is no bound
	Memory    *memory.Budget        // bounds the searches; nil does not

	Proofs *prove.Options   // bounds of the proofs by induction; nil tries none
	Hints  []*term.Term     // conditions that such proofs try: they may hold everywhere
	States int              // bound of the search of all states; 0 is the usual one of the system
	Tree   *explore.Options // of symbolic execution; nil for none, as after a symbolic execution

	Failing    bool // of a transition, that every step with it runs into a model error is a proof too
	Depth      int  // longer runs do not count; 0 is no bound
	Bounded    bool // runs beyond the bounds of an earlier search do not count
	AnyProduct bool // of a product line: a run of any product counts, without the others
	Every      bool // of a product line: symbolic execution goes on when a goal is reached, for the products that reach it
}

// Reply is the answers, by goal, with what the engines have done.
type Reply struct {
	Answers []Answer
	Engines []result.EngineUse
	Trees   []*explore.Tree     // of symbolic execution
	Spaces  []*statespace.Space // of the search of all states
	Solver  smt.Stats
}

// engine is one way to decide goals. It fills in open answers, and records what it did, or why it does not apply after all.
type engine struct {
	name   result.SearchEngine
	offers func(q *Question) bool                // whether it was given what it needs
	refuse func(q *Question) *result.Unsupported // why it does not apply; nil if it may
	ask    func(s *session, ctx context.Context, open []*Answer, use *result.EngineUse) error
}

// engines is the portfolio, in the order in which the engines run, by their cost: a short symbolic execution covers most transitions, proofs
// by induction are cheap where they succeed, all states are visited where these are few, and the last two go far.
var engines = []engine{
	{result.TreeEngine, offersTransitions, never, (*session).askBriefTree},
	{result.InductionEngine, always, refuseInduction, (*session).askInduction},
	{result.StatesEngine, always, refuseStates, (*session).askStates},
	{result.TreeEngine, offersTree, never, (*session).askTree},
	{result.ConcolicEngine, always, refuseConcolic, (*session).askConcolic},
}

func always(*Question) bool               { return true }
func never(*Question) *result.Unsupported { return nil }

// session is a question that is being answered.
type session struct {
	*Question
	reply *Reply
}

// Ask runs the engines until every goal is decided or ctx ends. Errors are failures of the environment, or that no run can begin.
func Ask(ctx context.Context, q Question) (*Reply, error) {
	if slices.ContainsFunc(q.Goals, Goal.isObserved) {
		return askObserved(ctx, q)
	}
	s := &session{&q, &Reply{Answers: make([]Answer, len(q.Goals))}}
	for i, goal := range q.Goals {
		s.reply.Answers[i] = Answer{Goal: goal, Why: result.Why{Status: result.Unknown}}
	}
	for _, e := range engines {
		if q.Only != nil && !slices.Contains(q.Only, e.name) || !e.offers(&q) {
			continue
		}
		open := s.reply.Open()
		if len(open) == 0 || ctx.Err() != nil {
			break
		}
		if err := s.use(ctx, e, open); err != nil {
			return nil, err
		}
	}
	return s.reply, nil
}

// use runs an engine on the open goals.
func (s *session) use(ctx context.Context, e engine, open []*Answer) error {
	if s.Patience > 0 && e.name != result.StatesEngine {
		limited, cancel := crowd.WithTimeout(ctx, s.Patience)
		defer cancel()
		ctx = limited
	}
	use := result.EngineUse{Engine: e.name, Goals: len(open), Refusal: e.refuse(s.Question)}
	if use.Refusal == nil {
		if err := e.ask(s, ctx, open, &use); err != nil && ctx.Err() == nil {
			return err
		}
	}
	for _, a := range open {
		if !a.Open() {
			use.Decided++
		}
	}
	s.reply.Engines = append(s.reply.Engines, use)
	return nil
}

// Open returns the answers that no engine has decided.
func (r *Reply) Open() []*Answer {
	var out []*Answer
	for i := range r.Answers {
		if r.Answers[i].Open() {
			out = append(out, &r.Answers[i])
		}
	}
	return out
}

// States returns the number of states that searches have visited.
func (r *Reply) States() int {
	count := 0
	for _, use := range r.Engines {
		count += use.States
	}
	return count
}

// count notes the queries of a solver that has ended.
func (s *session) count(use *result.EngineUse, stats smt.Stats) {
	use.Queries += stats.Calls
	s.reply.Solver.Add(stats)
}
