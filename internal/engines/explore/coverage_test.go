package explore

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestReasonsOfWholeTrees: the reason for a transition that a whole tree lacks depends on all steps that were not followed; an undecided
// query outweighs the rest.
func TestReasonsOfWholeTrees(t *testing.T) {
	s := testkit.LoadText(t, "system M\ninput go()\nvar x: int = 0\ninitial s\nfirst: s -> t in go do x := 1\nlast: t -> u in go when x == 2\n")
	some := []doubt{{name: "first", reason: "why"}}
	for _, c := range []struct {
		doubts, blocked, outside []doubt
		want                     string
	}{
		{nil, nil, nil, "proved unreachable: "},
		{nil, nil, some, "not reached by calls that contracts describe"},
		{nil, some, some, "blocked by an extern: "},
		{some, some, some, "unknown: not reached, and a query was left open, the first at first: why"},
	} {
		tree := &Tree{System: s, Hits: []*State{{}, nil}, Stop: result.StopExhausted, Doubts: c.doubts, Blocked: c.blocked, Outside: c.outside}
		if missing := tree.Coverage().Missing; len(missing) != 1 || !strings.HasPrefix(missing[0].Reason, c.want) {
			t.Errorf("%v, want %s", missing, c.want)
		}
	}
}
