package abstraction_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/analyses/abstraction"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// simulated is a system under test that executes a model and resolves its choices at random. A fault changes the state after an
// event.
type simulated struct {
	system *sts.System
	in     *sts.Interpreter
	state  *sts.Config
	random *rand.Rand
	fault  func(event string, after *sts.Config) *sts.Config
	obeys  bool // takes the requested parameters
}

func newSimulated(s *sts.System, seed uint64) *simulated {
	return &simulated{system: s, in: sts.NewInterpreter(s), random: rand.New(rand.NewPCG(seed, 1))}
}

func (x *simulated) Start(context.Context) (*sts.Config, error) {
	var err error
	x.state, err = x.in.Start(make([]term.Value, len(x.system.Slots)))
	return x.state, err
}

func (x *simulated) Do(_ context.Context, m *sts.Move, wish []term.Value) (*sts.Config, error) {
	for attempt := range 2000 {
		params := wish
		if !x.obeys && attempt < 1999 {
			params = x.choose(m)
		}
		step, err := x.in.Try(x.state, m, params)
		if err != nil {
			return nil, err
		}
		if step.Outcome == sts.Done {
			x.state = step.Next
			if x.fault != nil {
				x.state = x.fault(m.Name, x.state)
			}
			return x.state, nil
		}
	}
	return nil, nil
}

func (x *simulated) choose(m *sts.Move) []term.Value {
	out := make([]term.Value, len(m.Params))
	for i, p := range m.Params {
		high := int64(20)
		if p.Sort.HasHigh {
			high = p.Sort.High
		}
		out[i] = term.IntValue(p.Sort.Low + x.random.Int64N(high-p.Sort.Low+1))
	}
	return out
}

// playAll plays the tests of the small model and counts verdicts.
func playAll(t *testing.T, subject *simulated, session *abstraction.Session, d *abstraction.Derived, tests []*abstraction.Test) (count map[result.Verdict]int, replans int, evidence string) {
	t.Helper()
	count = map[result.Verdict]int{}
	for _, test := range tests {
		played, err := session.Play(context.Background(), d, test, subject)
		if err != nil {
			t.Fatal(err)
		}
		count[played.Verdict]++
		replans += played.Replans
		if (played.Verdict == result.Pass) != (played.Evidence == "") {
			t.Errorf("%s with the evidence %q", played.Verdict, played.Evidence)
		}
		if played.Verdict == result.Pass && len(played.Run.Steps()) != len(test.Run.Steps()) {
			t.Errorf("%s passes after %d steps", test.Chain, len(played.Run.Steps())-1)
		}
		if played.Verdict == result.Fail {
			evidence = played.Evidence
		}
	}
	return count, replans, evidence
}

func smallTests(t *testing.T) (*sts.System, *abstraction.Session, *abstraction.Derived, []*abstraction.Test) {
	s := testkit.LoadExample(t, "small/small.sxt", nil)
	session := open(t, s, abstraction.Options{})
	d := derive(t, session, abstract(t, session, s), 1)
	return s, session, d, testsOf(t, session, d, 2)
}

// A system that takes the requested parameters passes as planned, without a query.
func TestPlayObedient(t *testing.T) {
	s, session, d, tests := smallTests(t)
	subject := newSimulated(s, 1)
	subject.obeys = true
	before := session.Stats().Calls
	count, replans, _ := playAll(t, subject, session, d, tests)
	if count[result.Pass] != 7 || replans != 0 || session.Stats().Calls != before {
		t.Errorf("%v, %d new plans, %d queries", count, replans, session.Stats().Calls-before)
	}
}

// A correct system that makes its own choices never fails: the tests are planned again after its choices, and inconclusive where a choice
// before the chain cannot lead to it (e3 needs x = 7 and y = 11).
func TestPlayChoosing(t *testing.T) {
	s, session, d, tests := smallTests(t)
	passes, inconclusive, replans := 0, 0, 0
	for seed := range uint64(5) {
		count, n, evidence := playAll(t, newSimulated(s, seed), session, d, tests)
		if count[result.Fail] > 0 {
			t.Errorf("a right system fails: %s", evidence)
		}
		passes, inconclusive, replans = passes+count[result.Pass], inconclusive+count[result.Inconclusive], replans+n
	}
	if passes < 10 || inconclusive < 5 || replans < 30 {
		t.Errorf("%d passes, %d inconclusive, %d new plans", passes, inconclusive, replans)
	}
}

// Faulty systems fail, with evidence.
func TestPlayFaults(t *testing.T) {
	s, session, d, tests := smallTests(t)
	faults := map[string]struct {
		fault func(event string, after *sts.Config) *sts.Config
		want  string
	}{
		"e2 forgets to add one": {func(event string, after *sts.Config) *sts.Config {
			if event == "e2" {
				return &sts.Config{Locations: after.Locations, Values: []term.Value{after.Values[1], after.Values[1], after.Values[2]}}
			}
			return after
		}, "takes e2 to"},
		"e1 chooses what is not allowed": {func(event string, after *sts.Config) *sts.Config {
			if event == "e1" {
				return &sts.Config{Locations: after.Locations, Values: []term.Value{term.IntValue(5), term.IntValue(4), after.Values[2]}}
			}
			return after
		}, "the model has no choice that leads there"},
	}
	for name, f := range faults {
		t.Run(name, func(t *testing.T) {
			subject := newSimulated(s, 3)
			subject.fault = f.fault
			count, _, evidence := playAll(t, subject, session, d, tests)
			if count[result.Fail] == 0 || !strings.Contains(evidence, f.want) {
				t.Errorf("%v: %s", count, evidence)
			}
		})
	}
}

// A system that does not take an event, or starts elsewhere, fails.
func TestPlayRefusals(t *testing.T) {
	_, session, d, tests := smallTests(t)
	other := testkit.LoadText(t, "var x: nat = 3\nvar y: nat = 0\nvar z: 0..1 = 0\nevent e1: when false\nevent e2: when false\nevent e3: when false\nevent e4: when false\nevent e5: when false")
	subject := newSimulated(other, 1)
	played, err := session.Play(context.Background(), d, tests[0], subject)
	if err != nil || played.Verdict != result.Fail || !strings.Contains(played.Evidence, "no initial state") {
		t.Errorf("%+v %v", played, err)
	}
	played, err = session.Play(context.Background(), d, tests[0], refusing{})
	if err != nil || played.Verdict != result.Fail || !strings.Contains(played.Evidence, "does not take it") {
		t.Errorf("%+v %v", played, err)
	}
}

// refusing starts as the small model does, and then does nothing.
type refusing struct{}

func (refusing) Start(context.Context) (*sts.Config, error) {
	return &sts.Config{Locations: []int{0}, Values: make([]term.Value, 3)}, nil
}

func (refusing) Do(context.Context, *sts.Move, []term.Value) (*sts.Config, error) { return nil, nil }
