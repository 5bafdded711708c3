package contract_test

import (
	"errors"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestCombinationsOfBehaviorsAreBounded follows a transition with six calls, each with four behaviours, three times: 4 to the 18
// paths, of which none is made beyond the limit.
func TestCombinationsOfBehaviorsAreBounded(t *testing.T) {
	s := testkit.LoadText(t, `
extern F(x: int) -> int
  contract C {
    behavior a: requires x < 0 ensures result == 1
    behavior b: requires x == 0 ensures result > 1
    behavior c: requires x == 1 ensures result > 5
    behavior d: requires x > 1 ensures result < x
  }
input go()
var a: int = 0
initial s
t: s -> s in go() do a := F(a) + F(a + 1) + F(a + 2) + F(a + 3) + F(a + 4) + F(a + 5)
`)
	choice, err := contract.Choose(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := contract.Named(s, []string{"t", "t", "t"})
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if _, err := contract.Execute(t.Context(), s, moves, choice); !errors.Is(err, contract.ErrTooMany) {
		t.Errorf("the paths are followed with %v", err)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
