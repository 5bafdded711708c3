package reach_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The portfolio is asked about goals. A goal is reached by a run, or impossible by a proof, or left open for a reason.
func Example() {
	s := testkit.MustLoad(`
		system Door
		input turn()
		var turns: int = 0
		initial closed
		turn: closed -> closed in turn when turns < 30 do turns := turns + 1
		open: closed -> opened in turn when turns == 30
		jam:  closed -> opened in turn when turns > 30
	`)
	q := reach.Question{System: s, NewSolver: func() (smt.Solver, error) { return smt.New(smt.Config{}) }, Proofs: &prove.Options{Queries: 1000}}
	for _, t := range s.Transitions() {
		q.Goals = append(q.Goals, reach.Goal{Transition: t})
	}
	reply, err := reach.Ask(context.Background(), q)
	if err != nil {
		panic(err)
	}
	for _, a := range reply.Answers {
		fmt.Println(a.Goal.Transition.Name, a.Why.Status, "by", a.Engine)
		if a.Run != nil {
			fmt.Println("  steps:", len(a.Run.Steps())-1)
		}
	}
	// Output:
	// turn covered by states
	//   steps: 1
	// open covered by states
	//   steps: 31
	// jam unreachable by induction
}
