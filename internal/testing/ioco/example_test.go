package ioco_test

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A tracker follows what is observed of a system. An observation that no state of the model explains is a failure.
func Example() {
	s := testkit.MustLoad(`
		system Echo
		input say(int)
		output heard(int)
		var last: int = 0
		initial quiet
		say:   quiet -> busy  in say(x) do last := x
		heard: busy  -> quiet out heard(last)
	`)
	solver, err := smt.New(smt.Config{})
	if err != nil {
		panic(err)
	}
	defer solver.Close()
	t, err := ioco.NewTracker(s, solver)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	say, _ := sut.NewMessage(s, sts.Input, "say", []any{7})
	fmt.Println(t.AfterInput(ctx, say))
	for _, n := range []int{7, 8} {
		before := t.Snapshot()
		heard, _ := sut.NewMessage(s, sts.Output, "heard", []any{n})
		allowed, err := t.AfterOutput(ctx, heard)
		fmt.Println(heard, allowed, err)
		t.Restore(before)
	}
	quiet, err := t.AfterQuiescence(ctx)
	fmt.Println("silence", quiet, err)
	// Output:
	// true <nil>
	// heard(7) true <nil>
	// heard(8) false <nil>
	// silence false <nil>
}
