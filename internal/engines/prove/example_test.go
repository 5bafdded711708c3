package prove_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Transitions that no run takes are proved unreachable by invariants, in any number of steps.
func Example() {
	s := testkit.MustLoad(`
		system Valve
		input turn()
		var level: int = 0
		initial closed
		open:  closed -> open when level < 5 do level := level + 1
		close: open -> closed in turn
		burst: open -> closed when level > 5
	`)
	solver, err := smt.New(smt.Config{})
	if err != nil {
		panic(err)
	}
	defer solver.Close()
	answers, err := prove.Unreachable(context.Background(), s, s.Transitions()[2:], solver, prove.Options{})
	if err != nil {
		panic(err)
	}
	for _, a := range answers {
		fmt.Println(a.Transition.Name, "proved unreachable:", a.Proved)
		fmt.Println(a.Explain())
	}
	// Output:
	// burst proved unreachable: true
	// in open always level <= 5
}
