package prove_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A step begins where its transitions do, also for conditions on locations.
func TestStepsBeginWhereTheyBegin(t *testing.T) {
	r := check(t, testkit.LoadText(t, `var n: int = 0
machine M {
  initial idle
  begin: idle -> busy do n := 1
  spoil: idle -> idle do n := -1
  count: busy -> busy do n := n + 1
  end:   busy -> idle
}
instance m = M
invariant positive: m.busy => n > 0`), smt.Config{})
	if v := verdict(t, r, "positive"); v.Status != prove.Proved {
		t.Errorf("%+v", v)
	}
}

// The state before a step that breaks an invariant has the machines where the invariant sees them.
func TestStatesAgreeAboutLocations(t *testing.T) {
	s := testkit.LoadText(t, `machine P {
  initial idle
  enter: idle -> busy
  leave: busy -> idle
}
instance a = P
instance b = P
invariant mutex: not (a.busy and b.busy)`)
	r := check(t, s, smt.Config{})
	step := answer(t, r, "mutex", "a.enter").Step
	if step == nil {
		t.Fatal("no step breaks it")
	}
	if before, after := s.LocationName(step.Before.Locations), s.LocationName(step.After.Locations); before != "idle, busy" || after != "busy, busy" {
		t.Errorf("from %s to %s", before, after)
	}
}

// What a proof needs of the locations of machines is not listed: the name of the place says it.
func TestProofsDoNotListLocations(t *testing.T) {
	s := testkit.LoadExample(t, "traingate/traingate.sxt", nil)
	r := strengthened(t, s, smt.Config{}, prove.Means{})
	if v := verdict(t, r, "one12"); v.Proof == nil {
		t.Fatalf("%+v", v)
	}
	for _, v := range r.Result(s).Verdicts {
		for _, c := range v.Proof.Invariant {
			if strings.Contains(c.Condition, ".location") {
				t.Errorf("%s: %s", c.Location, c.Condition)
			}
		}
	}
}
