package classes_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/classes"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// divide finds the classes of the runs of a system and returns their values, sorted.
func divide(t testkit.Failer, s *sts.System, o classes.Options) (*classes.Division, []string) {
	t.Helper()
	o.Explore = explore.Options{States: 5000, NewSolver: testkit.NewSolver}
	if o.Limit == 0 {
		o.Limit = 1000
	}
	d, err := classes.Find(context.Background(), s, o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return d, tuples(d)
}

// tuples are the values of the classes, sorted.
func tuples(d *classes.Division) []string {
	var out []string
	for _, c := range d.Classes {
		var values []string
		for _, v := range c.Values {
			values = append(values, v.Text)
		}
		out = append(out, strings.Join(values, " "))
	}
	slices.Sort(out)
	return out
}

// TestMarriageWorld: the classes of the paper, and that there are no others.
func TestMarriageWorld(t *testing.T) {
	testkit.NeedsSolver(t)
	s := testkit.LoadExample(t, "marriage/marriage.sxt", nil)
	d, got := divide(t, s, classes.Options{Least: 1, Most: 2})
	want := []string{"false false true", "false true false", "true false true"} // remarried, oneCall, twoCalls
	if !slices.Equal(got, want) || !d.Complete() || d.Combinations-len(d.Classes) != 5 {
		t.Errorf("%q, complete %v of %d combinations", got, d.Complete(), d.Combinations)
	}
	counts := map[string]int{}
	for count := 2; count <= 4; count++ {
		for sexes := range 1 << count {
			w := world{count: count, sexes: sexes}
			for _, start := range w.matchings() {
				w.follow(start, nil, 2, counts)
			}
		}
	}
	if want := map[string]int{"false true false": 172, "false false true": 268, "true false true": 108}; fmt.Sprint(counts) != fmt.Sprint(want) {
		t.Errorf("sequences by class: %v, want %v", counts, want)
	}
}

// world is the persons of the brute force: bit p of sexes is set for a male.
type world struct{ count, sexes int }

// nobody is the spouse of an unmarried person.
const nobody = -1

func (w world) male(p int) bool { return w.sexes>>p&1 == 1 }

// matchings lists who may be married to whom.
func (w world) matchings() (out [][4]int) {
	var choose func(wife int, spouses [4]int)
	choose = func(wife int, spouses [4]int) {
		if wife == w.count {
			out = append(out, spouses)
			return
		}
		choose(wife+1, spouses)
		for husband := range w.count {
			if !w.male(wife) && w.male(husband) && spouses[husband] == nobody {
				married := spouses
				married[wife], married[husband] = husband, wife
				choose(wife+1, married)
			}
		}
	}
	choose(0, [4]int{nobody, nobody, nobody, nobody})
	return out
}

// follow counts the sequences of calls from a state on by their class.
func (w world) follow(now [4]int, before [][4]int, left int, counts map[string]int) {
	past := append(slices.Clone(before), now)
	if len(before) > 0 {
		counts[fmt.Sprintf("%v %v %v", remarried(past), len(before) == 1, len(before) == 2)]++
	}
	if left == 0 {
		return
	}
	for wife := range w.count {
		for husband := range w.count {
			if w.male(wife) || !w.male(husband) {
				continue
			}
			next := now
			switch {
			case now[wife] == nobody && now[husband] == nobody:
				next[wife], next[husband] = husband, wife
			case now[wife] == husband:
				next[wife], next[husband] = nobody, nobody
			default:
				continue
			}
			w.follow(next, past, left-1, counts)
		}
	}
}

func remarried(past [][4]int) bool {
	for i, early := range past {
		for _, late := range past[i+1:] {
			for p := range early {
				if early[p] != nobody && late[p] != nobody && early[p] != late[p] {
					return true
				}
			}
		}
	}
	return false
}

// step is a transition of a random machine: from a location to another, with an input or without, if x is at most a bound; it adds to x.
type step struct {
	from, to, bound, add int
	input                bool // adds the input too
}

// drawMachine draws a machine with three classifiers.
func drawMachine(t *rapid.T) (model string, steps []step) {
	steps = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
		n := func(low, high int, name string) int { return rapid.IntRange(low, high).Draw(t, name) }
		return step{n(0, 2, "from"), n(0, 2, "to"), n(0, 6, "bound"), n(0, 2, "add"), rapid.Bool().Draw(t, "input")}
	}), 1, 5).Draw(t, "steps")
	model = "system M\ninput i(a: 0..2)\nvar x: int = 0\ninitial l0\n"
	for k, s := range steps {
		in, add := "", fmt.Sprint(s.add)
		if s.input {
			in, add = "in i(a) ", add+" + a"
		}
		model += fmt.Sprintf("t%d: l%d -> l%d %swhen x <= %d do x := x + %s\n", k, s.from, s.to, in, s.bound, add)
	}
	return model + "classify size: x by 0, 1..3\nclassify first: taken(t0)\nclassify same: exists i: 0..steps, j: 0..steps :: i < j and x@i == x@j\n", steps
}

// enumerated lists the classes of all runs of some lengths, sorted.
func enumerated(steps []step, least, most int) []string {
	found := map[string]bool{}
	enumerate(steps, 0, []int{0}, 0, least, most, found)
	return slices.Sorted(maps.Keys(found))
}

// TestClassesEqualBruteForce compares with runs that are enumerated without the model.
func TestClassesEqualBruteForce(t *testing.T) {
	testkit.NeedsSolver(t)
	rapid.Check(t, func(t *rapid.T) {
		model, steps := drawMachine(t)
		most := rapid.IntRange(1, 3).Draw(t, "most")
		d, got := divide(t, testkit.LoadText(t, model), classes.Options{Least: 1, Most: most})
		if want := enumerated(steps, 1, most); !slices.Equal(got, want) || !d.Complete() {
			t.Fatalf("%q, complete %v, want %q\n%s", got, d.Complete(), want, model)
		}
	})
}

// enumerate notes the classes of all runs from a location on; xs are the values of x so far.
func enumerate(steps []step, at int, xs []int, taken, least, left int, found map[string]bool) {
	x := xs[len(xs)-1]
	if len(xs) > least {
		size, same := "other", false
		switch {
		case x == 0:
			size = "0"
		case x <= 3:
			size = "1..3"
		}
		for i := range xs {
			same = same || slices.Contains(xs[i+1:], xs[i])
		}
		found[fmt.Sprintf("%s %d %v", size, taken, same)] = true
	}
	if left == 0 {
		return
	}
	for k, s := range steps {
		if s.from != at || x > s.bound {
			continue
		}
		first, inputs := taken, 1
		if k == 0 {
			first++
		}
		if s.input {
			inputs = 3
		}
		for a := range inputs {
			enumerate(steps, s.to, append(slices.Clone(xs), x+s.add+a), first, least, left-1, found)
		}
	}
}

// TestLimits: unbounded runs, and classifiers without a value.
func TestLimits(t *testing.T) {
	testkit.NeedsSolver(t)
	const counter = "system M\ninput i(a: int)\nvar x: int = 0\ninitial l\nt: l -> l in i(a) do x := a\n"
	s := testkit.LoadText(t, counter+"classify all: x\n")
	if d, got := divide(t, s, classes.Options{Least: 1, Most: 2, Limit: 20}); len(got) != 20 || d.Stop != result.StopClasses || d.Complete() {
		t.Errorf("infinitely many values: %d classes, %s", len(got), d.Stop)
	}
	for text, want := range map[string]string{
		"classify far: x@5 > 0":                "there is no step 5 in a run of 1 step",
		"classify never: 10 / x > 1":           "a classifier has no value for a run of 1 steps: division by zero",
		"classify later: x@(steps + 1) == 1":   "there is no step 2 in a run of 1 step",
		"classify negative: x@(steps - 2) > 1": "there is no step -1 in a run of 1 step",
	} {
		s := testkit.LoadText(t, counter+text+"\n")
		_, err := classes.Find(context.Background(), s, classes.Options{Least: 1, Most: 2, Limit: 9, Explore: explore.Options{NewSolver: testkit.NewSolver}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	s = testkit.LoadText(t, counter)
	if _, err := classes.Find(context.Background(), s, classes.Options{}); result.Refused(err) == nil || result.Refused(err).Feature != result.HasNoClassifiers {
		t.Errorf("no classifiers: %v", err)
	}
}
