package tester_test

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// near is an adapter to a system in this process.
type near struct{ sut.Adapter }

func (near) Near() bool { return true }

// A search ends after the query, or the state, with which it exceeds its budget: lastQuery is the cost of one without an answer, lastState bounds
// what is tried at a state.
const (
	lastQuery = 1000
	lastState = 5000
)

// TestEffort: searches for inputs of a system in this process cost less than those of one that is waited for, and both stay near their budgets.
func TestEffort(t *testing.T) {
	const steps = 1500
	var all [2]int // cost of queries: for near systems, for others
	for _, file := range []string{"ledger", "users", "login"} {
		var list diag.List
		m, err := compile.Load("../../../bench/bugs/models/"+file+".sxt", compile.Options{}, &list)
		if err != nil {
			t.Fatal(err)
		}
		search := func(wrap func(sut.Adapter) sut.Adapter) tester.Work {
			s := newSession(t, m.System, wrap(simulated.New(m.System, m.System, 1)), tester.Options{Steps: steps, Seed: 1})
			if r, err := s.Run(t.Context()); err != nil || r.Verdict != result.Pass {
				t.Fatal(r, err)
			}
			return s.Work()
		}
		patient := search(func(a sut.Adapter) sut.Adapter { return a })
		quick := search(func(a sut.Adapter) sut.Adapter { return near{a} })
		for name, work := range map[string]tester.Work{"a system that is waited for": patient, "a near system": quick} {
			t.Logf("%s: %s: %+v", file, name, work)
			if work.Queries > work.QueriesGranted+lastQuery || work.Trials > work.TrialsGranted && work.Trials-work.TrialsGranted > lastState {
				t.Errorf("%s: %s: more than was granted: %+v", file, name, work)
			}
		}
		all[0], all[1] = all[0]+quick.Queries, all[1]+patient.Queries
	}
	if all[0] >= all[1] {
		t.Errorf("queries for near systems cost %d, for those that are waited for %d", all[0], all[1])
	}
}
