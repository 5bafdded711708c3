package classicalb

import (
	"fmt"
	"math/big"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// steps lists all steps of a system from the states that are reached in at most depth steps, as texts: the state before, the
// event, the state after. Parameters of infinite types range over 0..most. show writes a state.
func steps(t testing.TB, s *sts.System, depth, most int, show func(map[string]string) string) []string {
	t.Helper()
	in := sts.NewInterpreter(s)
	seen, found := map[string]bool{}, map[string]bool{}
	var level []*sts.Config
	add := func(c *sts.Config) string {
		key := show(values(s, c))
		if !seen[key] {
			seen[key] = true
			level = append(level, c)
		}
		return key
	}
	for _, c := range initial(t, s, in) {
		add(c)
	}
	for range depth {
		before := level
		level = nil
		for _, c := range before {
			for _, m := range s.Moves() {
				rows(sortsOf(m), most, nil, func(row []term.Value) {
					step, err := in.Try(c, m, row)
					if err != nil {
						t.Fatal(err)
					}
					if step.Outcome == sts.Done {
						found[show(values(s, c))+" "+m.Name+" "+add(step.Next)] = true
					}
				})
			}
		}
	}
	var out []string
	for step := range found {
		out = append(out, step)
	}
	sort.Strings(out)
	return out
}

func sortsOf(m *sts.Move) []*term.Sort {
	var out []*term.Sort
	for _, p := range m.Params {
		out = append(out, p.Sort)
	}
	return out
}

// rows calls do with every row of values of the sorts; those of infinite ones are 0..most.
func rows(sorts []*term.Sort, most int, row []term.Value, do func([]term.Value)) {
	if len(row) == len(sorts) {
		do(row)
		return
	}
	choices := sorts[len(row)].Values(100)
	if choices == nil {
		for i := range most + 1 {
			choices = append(choices, term.IntValue(int64(i)))
		}
	}
	for _, v := range choices {
		rows(sorts, most, append(row[:len(row):len(row)], v), do)
	}
}

// initial lists the initial states of a system.
func initial(t testing.TB, s *sts.System, in *sts.Interpreter) []*sts.Config {
	t.Helper()
	var open []*term.Sort
	for _, slot := range s.Slots {
		if slot.Init == nil {
			open = append(open, slot.Sort)
		}
	}
	var out []*sts.Config
	rows(open, 0, nil, func(row []term.Value) {
		free := make([]term.Value, len(s.Slots))
		k := 0
		for i, slot := range s.Slots {
			if slot.Init == nil {
				free[i] = row[k]
				k++
			}
		}
		c, err := in.Start(free)
		if err != nil {
			t.Fatal(err)
		}
		if holds, err := in.Holds(c, s.Assume); err != nil {
			t.Fatal(err)
		} else if holds {
			out = append(out, c)
		}
	})
	return out
}

// values writes the variables of a state.
func values(s *sts.System, c *sts.Config) map[string]string {
	out := map[string]string{}
	for _, v := range s.Vars {
		if !v.Frozen {
			out[v.Name] = v.Type.Format(c.Values[v.First : v.First+v.Type.Size()])
		}
	}
	return out
}

// The imported machines and the examples that were written by hand have the same states and steps; batteries are numbered from
// 1 in B and from 0 in the example.
func TestImportedMachinesEqualTheExamples(t *testing.T) {
	plain := func(v map[string]string) string { return fmt.Sprint(v) }
	fromZero := func(v map[string]string) string {
		n, ok := new(big.Int).SetString(v["sw"], 10)
		if !ok {
			t.Fatalf("sw is %q", v["sw"])
		}
		v["sw"] = n.Sub(n, big.NewInt(1)).String()
		return fmt.Sprint(v)
	}
	for _, test := range []struct {
		name        string
		consts      map[string]string
		depth, most int
		imported    func(map[string]string) string
		want        int // steps
	}{
		{"small", nil, 4, 12, plain, 0},
		{"electrical", nil, 20, 0, fromZero, 96},
		{"electrical", map[string]string{"n": "5"}, 20, 0, fromZero, 0},
	} {
		example := testkit.LoadExample(t, test.name+"/"+test.name+".sxt", test.consts)
		imported := testkit.LoadStrictly(t, converter.Text(t, testkit.ReadFile(t, "testdata/"+test.name+".mch")), test.consts)
		want := steps(t, example, test.depth, test.most, plain)
		got := steps(t, imported, test.depth, test.most, test.imported)
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%s, %d steps (-example +imported):\n%s", test.name, len(want), diff)
		}
		if test.want > 0 && len(got) != test.want {
			t.Errorf("%s has %d steps, want %d", test.name, len(got), test.want)
		}
	}
}
