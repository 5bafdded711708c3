package contract_test

import (
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A call has the promises of all behaviours of the contract in force; frozen constants and arguments stand for themselves, and
// externs without contract promise nothing.
func TestPromises(t *testing.T) {
	s := testkit.LoadText(t, `const limit: int
extern F(x: int) -> int
  contract low {
    behavior small: requires x < limit ensures result <= x
    behavior all: ensures result >= 0
  }
  contract high { behavior all: ensures result > limit }
extern G(x: int) -> int
var a: int = 0, b: int = 0
event call: do a := F(b + 1); b := G(a)
event rest: do a := 0`)
	call, rest := s.Moves()[0], s.Moves()[1]
	for name, want := range map[string]string{
		"low":  "[limit <= b + 1 or call.F'0 <= b + 1 call.F'0 >= 0]",
		"high": "[limit < call.F'0]",
	} {
		choice, err := contract.Choose(s, map[string]string{"F": name})
		if err != nil {
			t.Fatal(err)
		}
		promises := choice.Promises(s)
		if got := fmt.Sprint(promises(call)); got != want {
			t.Errorf("%s promises %s, want %s", name, got, want)
		}
		if got := promises(rest); len(got) != 0 {
			t.Errorf("a move without calls has the promises %v", got)
		}
	}
}
