package run_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// failing has functions of which A fails, and B is not allowed to run.
type failing struct{ run.Functions }

var errBroken = errors.New("broken")

func (failing) Knows(*sts.Extern) bool { return true }

func (failing) Result(_ context.Context, x *sts.Extern, _ []term.Value) ([]term.Value, bool, error) {
	if x.Name == "A" {
		return nil, false, errBroken
	}
	return nil, false, nil
}

// TestStepKeepsErrors: the error of a function is not lost when another one after it has no result either.
func TestStepKeepsErrors(t *testing.T) {
	s := testkit.LoadText(t, "extern A(int) -> int\nextern B(int) -> int\nvar x: int = 0\nvar y: int = 0\ninitial s\ncall: s -> s do x := A(1); y := B(2)\n")
	start, _ := s.StartSymbolic()
	if _, err := run.Step(t.Context(), failing{}, s, s.Moves()[0], &start, 0, nil); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}
