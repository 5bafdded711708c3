package explore_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The reference: a symbolic state of the tree is a sequence of moves that some concrete run follows. Over finite domains the
// sequences can be counted by running the interpreter with every value of every parameter. The symbolic tree must have
// exactly as many feasible states at each depth.

// bruteForce counts the executable sequences of moves by length, up to depth.
func bruteForce(t testing.TB, s *sts.System, depth int) []int {
	t.Helper()
	in := sts.NewInterpreter(s)
	starts := startConfigs(t, s, in)
	counts := []int{1}
	level := map[string][]*sts.Config{"": starts}
	for range depth {
		next := map[string][]*sts.Config{}
		for sequence, configs := range level {
			for _, c := range configs {
				for _, m := range s.Possible(nil, c.Locations, c.Count) {
					for _, after := range successors(t, in, c, m) {
						key := fmt.Sprintf("%s/%d", sequence, m.ID)
						next[key] = addConfig(next[key], after)
					}
				}
			}
		}
		if len(next) == 0 {
			break
		}
		counts = append(counts, len(next))
		level = next
	}
	return counts
}

func addConfig(configs []*sts.Config, c *sts.Config) []*sts.Config {
	for _, d := range configs {
		if c.Equal(d) {
			return configs
		}
	}
	return append(configs, c)
}

// startConfigs lists the initial configurations for all values of slots that start symbolic, which must be finite.
func startConfigs(t testing.TB, s *sts.System, in *sts.Interpreter) []*sts.Config {
	var sorts []*term.Sort
	for _, slot := range s.Slots {
		if slot.Init == nil {
			sorts = append(sorts, slot.Sort)
		} else {
			sorts = append(sorts, nil)
		}
	}
	var out []*sts.Config
	eachRow(t, sorts, func(row []term.Value) {
		c, err := in.Start(row)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := in.Holds(c, s.Assume); err != nil || !ok {
			return
		}
		out = append(out, c)
	})
	return out
}

func successors(t testing.TB, in *sts.Interpreter, c *sts.Config, m *sts.Move) []*sts.Config {
	var sorts []*term.Sort
	for _, p := range m.Params {
		if p.Kind == sts.Dequeued {
			sorts = append(sorts, nil)
		} else {
			sorts = append(sorts, p.Sort)
		}
	}
	var out []*sts.Config
	eachRow(t, sorts, func(row []term.Value) {
		step, err := in.Try(c, m, row)
		if err != nil {
			t.Fatal(err)
		}
		if step.Outcome == sts.Done {
			out = append(out, step.Next)
		}
	})
	return out
}

// eachRow visits every combination of values of finite sorts; a nil sort has the value zero only.
func eachRow(t testing.TB, sorts []*term.Sort, visit func([]term.Value)) {
	row := make([]term.Value, len(sorts))
	var fill func(i int)
	fill = func(i int) {
		if i == len(sorts) {
			visit(append([]term.Value(nil), row...))
			return
		}
		values := []term.Value{term.IntValue(0)}
		if sorts[i] != nil {
			if values = sorts[i].Values(1000); values == nil {
				t.Fatalf("%s is not finite", sorts[i])
			}
		}
		for _, v := range values {
			row[i] = v
			fill(i + 1)
		}
	}
	fill(0)
}

// Three small models whose numbers anyone can recompute.
var countedModels = map[string]string{
	"turnstile": `system Turnstile
		input coin(0..5)
		input push()
		output open(0..20)
		var credit: 0..20 = 0
		initial locked
		pay:   locked -> locked   in coin(c) when credit + c < 7 do credit := credit + c
		free:  locked -> unlocked in coin(c) when credit + c >= 7 do credit := credit + c - 7 out open(credit)
		enter: unlocked -> locked in push
		abuse: unlocked -> broken in push when credit == 4
		final broken`,
	"buffer": `system Buffer
		input put(0..3)
		input get()
		output got(0..3)
		var items: 0..3[2]
		var n: 0..2 = 0
		initial s
		put:   s -> s in put(items[n]) when n < 2 do n := n + 1
		take:  s -> s in get when n > 0 do n := n - 1 out got(items[0])
		equal: s -> s when n == 2 and items[0] == items[1] do n := 0`,
	"handshake": `system Handshake
		channel offer(0..3)
		channel reply(bool) fifo 2
		input secret(0..3)
		machine Client {
			var x: 0..3
			initial idle
			choose: idle -> ready in secret(x)
			send:   ready -> wait out offer(x)
			yes:    wait -> idle in reply(ok) when ok
			no:     wait -> lost in reply(ok) when not ok
		}
		machine Server(limit: 0..3) {
			var got: 0..3 = 0
			initial listen
			take:   listen -> judge in offer(got)
			accept: judge -> listen when got <= limit out reply(true)
			refuse: judge -> listen when got >= limit out reply(false)
		}
		instance client = Client
		instance server = Server(2)`,
}

func TestCountsEqualBruteForce(t *testing.T) {
	for name, text := range countedModels {
		t.Run(name, func(t *testing.T) {
			s := testkit.LoadText(t, text)
			const depth = 7
			want := bruteForce(t, s, depth)
			got := perDepth(run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: depth, States: 100000}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("feasible states per depth (-brute force +symbolic):\n%s", diff)
			}
			t.Log(got)
		})
	}
}

// loadRandom compiles a random model. The compiler rejects models whose obligations are certainly violated; these are skipped.
func loadRandom(r *rapid.T, text string) *sts.System {
	var list diag.List
	read := func(string) ([]byte, error) { return []byte(text), nil }
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: read}, &list)
	if err != nil {
		r.Fatal(err)
	}
	for _, d := range list.Sorted() {
		if d.Severity == diag.Error && d.Code != diag.CodeConstRange && d.Code != diag.CodeConstIndex {
			r.Fatalf("%s in\n%s", d.Message, text)
		}
	}
	if m.System == nil {
		r.Skip("an obligation is certainly violated")
	}
	return m.System
}

// TestRandomModelsEqualBruteForce is the same law on random models.
func TestRandomModelsEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := randomModel(r)
		s := loadRandom(r, text)
		const depth = 3
		want := bruteForce(t, s, depth)
		tree := run(t, s, explore.Options{Strategy: explore.BreadthFirst, Depth: depth, States: 100000})
		if len(tree.Doubts) > 0 {
			r.Fatalf("open questions %v in\n%s", tree.Doubts, text)
		}
		if diff := cmp.Diff(want, perDepth(tree)); diff != "" {
			r.Fatalf("feasible states per depth (-brute force +symbolic):\n%s\n%s", diff, text)
		}
	})
}
