package tester_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// Systems that choose: the same inputs are answered in several ways, so that a failing test does not always fail again.

// choosyTransition draws a transition, most often one that leaves a choice.
func choosyTransition(r *rapid.T, number int) string {
	received := []string{
		"any k: 0..2 in go out told(k)", "any k: 0..2 in go do x := k", "any k: 0..2 in go do x := k out told(k)", "any k: 0..1 in put(p) do x := (p + k) % 3",
		"in go out told(x)", "in go out done()", "in put(x) out told(x)", "in put(p) when p == x out done()", "in put(p) out told(p)",
	}
	spontaneous := []string{"out done()", "any k: 0..1 out told(k)", "when x > 0 do x := 0"}
	from := rapid.SampledFrom([]int{0, 0, 0, 1, 1, 2}).Draw(r, "from")
	to, clause := from+1, rapid.SampledFrom(spontaneous).Draw(r, "spontaneous")
	if rapid.IntRange(0, 5).Draw(r, "kind") > 0 {
		to, clause = rapid.IntRange(0, 2).Draw(r, "to"), rapid.SampledFrom(received).Draw(r, "clause")
	}
	return fmt.Sprintf("t%d: l%d -> l%d %s", number, from, to, clause)
}

// choosy draws a model of a system that chooses, and a system in which one transition is another.
var choosy = rapid.Custom(func(r *rapid.T) mutation {
	var m machine
	for i := range rapid.IntRange(4, 8).Draw(r, "transitions") {
		m.transitions = append(m.transitions, choosyTransition(r, i))
	}
	wrong := machine{append([]string(nil), m.transitions...)}
	i := rapid.IntRange(0, len(m.transitions)-1).Draw(r, "mutated")
	wrong.transitions[i] = choosyTransition(r, i)
	return mutation{m.text(" = 0"), wrong.text(" = 0")}
})

// outcome is what a session, and the repetitions of the failing test, say of a system that chooses.
type outcome struct {
	verdict result.Verdict
	blamed  bool // the resets
	first   int  // number of inputs of the failing test at first
	inputs  int  // and when it was made short
	took    time.Duration
	short   *tester.Report
}

// judged runs sessions until one fails, repeats and shortens the failing test; false if none fails.
func judged(t *testing.T, model, system *sts.System) (outcome, bool) {
	t.Helper()
	for seed := range int64(20) {
		s := newSession(t, model, simulated.New(system, model, uint64(seed)), tester.Options{Steps: 60, Seed: seed, Strategy: tester.Random, ShrinkTime: time.Hour})
		r, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == result.Fail {
			return repeated(t, s, r), true
		}
	}
	return outcome{}, false
}

func repeated(t *testing.T, s *tester.Session, r *tester.Report) outcome {
	t.Helper()
	out := outcome{first: len(tester.Inputs(r.Trace))}
	start := time.Now()
	if err := s.Confirm(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Trace {
		out.blamed = out.blamed || e.Kind == result.EventReset
	}
	out.verdict, out.inputs = r.Verdict, len(tester.Inputs(r.Trace))
	out.short = r
	if r.Verdict != result.Fail || r.Repeats.Failed == 0 {
		out.took = time.Since(start)
		return out
	}
	short, err := s.Shrink(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	out.inputs, out.short = len(tester.Inputs(short.Trace)), short
	out.took = time.Since(start)
	return out
}

// least returns how many inputs show a failure of the same kind at least: the same observation where the same channels are allowed.
func least(t *testing.T, model, system *sts.System, r *tester.Report) int {
	t.Helper()
	kind, output := r.Failure()
	want := allowedText(func(add func(string)) {
		for _, a := range r.Allowed {
			add(a.Channel)
		}
	})
	_, inputs := conformsBut(t, model, system, func(observed label, allowed map[string]label) bool {
		if (kind == result.WrongQuiet) != (observed.message.Channel == nil) || kind == result.WrongOutput && observed.message.Channel.Name != output {
			return false
		}
		return want == allowedText(func(add func(string)) {
			for _, l := range allowed {
				name := ""
				if l.message.Channel != nil {
					name = l.message.Channel.Name
				}
				add(name)
			}
		})
	})
	return inputs
}

// allowedText lists channels, "" for silence, each once.
func allowedText(each func(add func(string))) string {
	var all []string
	each(func(name string) { all = append(all, name) })
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ",")
}

// The models of a die that is not seen until it is checked, and of an office whose numbers are of its own choice.
const (
	hidden = `system Hidden
input roll()
input check()
output done()
output last(n: 1..50)
var n: 1..50 = 1
initial s
roll:  s -> s any k: 1..40 in roll() do n := k out done()
check: s -> s in check() out last(n)
`
	office = `system Office
input take()
input serve(n: 1..9)
output ticket(n: 1..9)
output served(n: 1..9)
output unknown()
var open: set int = {}
initial s
take:  s -> s any k: 1..9 where not (k in open) in take() when len(open) < 5 do open := insert(open, k) out ticket(k)
serve: s -> s in serve(n) when n in open do open := remove(open, n) out served(n)
none:  s -> s in serve(n) when not (n in open) out unknown()
`
)

// choosing are systems that choose, with a fault and the number of inputs that show it at least.
var choosing = []struct {
	name, model string
	change      [2]string
	inputs      int
	least       int // of 10 seeds; tickets that are served late in a long test are hard to repeat
}{
	{"a die that shows a wrong number once", dice, [2]string{"out last(n)", "out last(if n == 40 then 5 else n)"}, 2, 9},
	{"a number that no die has", hidden, [2]string{"out last(n)", "out last(if n == 40 then 50 else n)"}, 2, 9},
	{"a second ticket that is not served", office, [2]string{"out served(n)", "out served(if len(open) == 1 then 9 else n)"}, 3, 8},
}

// TestChoosingTestsBecomeShort: tests of systems that choose become as short as they can be, although they seldom fail, and fail again when they
// are replayed.
func TestChoosingTestsBecomeShort(t *testing.T) {
	for _, c := range choosing {
		t.Run(c.name, func(t *testing.T) {
			model, faulty, short := load(t, c.model), load(t, strings.Replace(c.model, c.change[0], c.change[1], 1)), 0
			for seed := range int64(10) {
				s := newSession(t, model, simulated.New(faulty, model, uint64(seed)), tester.Options{Seed: seed, Steps: 3000, ShrinkTime: time.Hour})
				r, err := s.Run(t.Context())
				if err != nil || r.Verdict != result.Fail {
					t.Fatal(r, err)
				}
				out := repeated(t, s, r)
				t.Logf("seed %d: %s, %d inputs became %d in %v, %+v", seed, out.verdict, out.first, out.inputs, out.took, out.short.Repeats)
				if out.blamed || out.inputs < c.inputs {
					t.Errorf("seed %d: %d inputs became %d, resets blamed: %v", seed, out.first, out.inputs, out.blamed)
				}
				again, err := s.ReplayOften(t.Context(), tester.Steps(out.short.Trace), &out.short.Repeats)
				if err != nil {
					t.Fatal(err)
				}
				if out.verdict == result.Fail && out.inputs == c.inputs && again.SameFailure(r) {
					short++
				}
			}
			if short < c.least {
				t.Errorf("%d of 10 tests became as short as they can be, and failed again", short)
			}
		})
	}
}

// tally counts what became of wrong systems that choose.
type tally struct {
	wrong, missed, blamed int
	flaky                 int // the model leaves no choice where the system fails only at times
	shortest, longer      int // tests that fail in one way
	took                  time.Duration
}

// TestSystemsThatChoose: a failing test of a system that chooses becomes the shortest that fails in this way, as brute force knows it, mostly;
// and resets, which are perfect, are not blamed.
func TestSystemsThatChoose(t *testing.T) {
	pairs := 100
	if testkit.Long() {
		pairs = 1000
	}
	var all tally
	for seed := range pairs {
		m := choosy.Example(seed)
		model, system := load(t, m.model), load(t, m.system)
		if ok, _ := conforms(t, model, system); !ok {
			all.judge(t, model, system, m)
		}
	}
	t.Logf("%+v", all)
	if failing := all.shortest + all.longer; all.wrong < pairs/3 || all.missed > 0 || all.blamed > 0 || all.flaky > all.wrong/8 || all.shortest < failing*19/20 {
		t.Errorf("%+v", all)
	}
}

func (a *tally) judge(t *testing.T, model, system *sts.System, m mutation) {
	t.Helper()
	a.wrong++
	out, found := judged(t, model, system)
	if !found {
		a.missed++
		return
	}
	a.took += out.took
	if out.blamed {
		a.blamed++
	}
	same := least(t, model, system, out.short)
	switch {
	case out.verdict != result.Fail:
		a.flaky++
		return
	case out.inputs == same:
		a.shortest++
		return
	}
	a.longer++
	t.Logf("%d inputs became %d, least %d; %+v, %s\n%v\n%s\n%s", out.first, out.inputs, same, out.short.Repeats, out.short.Evidence, out.short.Trace, m.model, m.system)
}
