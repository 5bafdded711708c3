package trail

import (
	"math"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// example loads a model of the examples folder.
func example(t testing.TB, name string) *sts.System {
	t.Helper()
	return testkit.LoadExample(t, name+"/"+name+".sxt", nil)
}

func moveOf(t testing.TB, s *sts.System, name string) *sts.Move {
	t.Helper()
	for _, m := range s.Moves() {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("no move %s", name)
	return nil
}

// named gives the weights that are not zero by the names of their variables.
func named(s *sts.System, w Distribution) map[string]float64 {
	out := map[string]float64{}
	for i, x := range w {
		if x != 0 {
			out[s.Vars[i].Name] = x
		}
	}
	return out
}

func sameWeights(a, b map[string]float64) bool {
	for k := range a {
		if math.Abs(a[k]-b[k]) > 1e-12 {
			return false
		}
	}
	return len(a) == len(b)
}

// TestCoefficients has Δ and Υ of the in-flight safety system of Fig. 2, worked out by hand. Each row is one assignment.
func TestCoefficients(t *testing.T) {
	s := example(t, "ifss")
	d := Analyse(s)
	for _, row := range []struct {
		transition string
		mods       []string  // Mod of each assignment, in order
		upsilon    []float64 // Υ of each
	}{
		{"t0", []string{"tva", "ova", "pva"}, []float64{0, 0, 0}}, // constants: Ref is empty
		{"t1", nil, nil}, // no assignment
		{"t2", []string{"tva", "pva", "light"}, []float64{1, 1, 0}},                         // tva := t refers to one input
		{"t3", []string{"tva", "pva", "light", "sound", "light"}, []float64{1, 1, 0, 0, 0}}, // light twice, in sequence
		{"t6", []string{"ova", "sound", "sound"}, []float64{1, 0, 0}},                       // ova := o
		{"t9", []string{"light", "sound"}, []float64{0, 0}},                                 // constants
	} {
		sequence := d.Sequence(moveOf(t, s, row.transition))
		if len(sequence) != len(row.mods) {
			t.Errorf("%s has %d assignments, want %d", row.transition, len(sequence), len(row.mods))
			continue
		}
		for i, group := range sequence {
			c := group[0]
			if s.Vars[c.Mod].Name != row.mods[i] || c.Upsilon != row.upsilon[i] {
				t.Errorf("%s, assignment %d: Mod %s, Υ %v; want %s, %v", row.transition, i+1, s.Vars[c.Mod].Name, c.Upsilon, row.mods[i], row.upsilon[i])
			}
			for v := range s.Vars {
				if c.Delta(v) != 0 {
					t.Errorf("%s, assignment %d: Δ(%s) = %v, but no assignment of Fig. 2 refers to a variable", row.transition, i+1, s.Vars[v].Name, c.Delta(v))
				}
			}
		}
	}
}

// TestPathWeights has P and C over paths, worked out by hand from the guards and updates in Fig. 2. The last transition of a
// path is the target, which consumes nothing itself.
func TestPathWeights(t *testing.T) {
	type weights = map[string]float64
	for _, row := range []struct {
		model    string
		path     []string
		weights  weights
		consumed float64
	}{
		// t4 needs t < tva, so w̄(tva) = 1. t2 sets tva := t: all weight is consumed.
		{"ifss", []string{"t4"}, weights{"tva": 1}, 0},
		{"ifss", []string{"t2", "t4"}, weights{}, 1},
		{"ifss", []string{"t5", "t4"}, weights{"tva": 1}, 0},
		{"ifss", []string{"t2", "t5", "t4"}, weights{}, 1},
		// t9 needs o <= ova and p < pva. t6 sets ova := o, t2 and t3 set pva := p.
		{"ifss", []string{"t9"}, weights{"ova": 1, "pva": 1}, 0},
		{"ifss", []string{"t6", "t9"}, weights{"pva": 1}, 1},
		{"ifss", []string{"t3", "t9"}, weights{"ova": 1}, 1},
		{"ifss", []string{"t2", "t6", "t9"}, weights{}, 2},
		{"ifss", []string{"t7", "t6", "t9"}, weights{"pva": 1}, 1},
		// t7 needs o > ova. t0 sets ova := 0, which refers to nothing: the weight is lost, nothing is consumed.
		{"ifss", []string{"t3", "t7"}, weights{"ova": 1}, 0},
		{"ifss", []string{"t0", "t3", "t7"}, weights{}, 0},
		// T3 of the cruise control needs CurSpeed == CruiseSpeed; T6 sets CruiseSpeed := CruiseSpeed + 1, T2 CruiseSpeed := CurSpeed.
		{"cruise", []string{"T6", "T3"}, weights{"CruiseSpeed": 1}, 0},
		{"cruise", []string{"T2", "T6", "T3"}, weights{}, 1},
	} {
		s := example(t, row.model)
		got, consumed := pathWeights(s, Analyse(s), row.path, t)
		if !sameWeights(named(s, got), row.weights) || consumed != row.consumed {
			t.Errorf("%s %v: P %v, C %v; want %v, %v", row.model, row.path, named(s, got), consumed, row.weights, row.consumed)
		}
	}
}

// pathWeights computes the weights of a path from its end.
func pathWeights(s *sts.System, d *Dependencies, path []string, t testing.TB) (Distribution, float64) {
	w, consumed := d.Initial(moveOf(t, s, path[len(path)-1])), 0.0
	for i := len(path) - 2; i >= 0; i-- {
		var c float64
		w, c = d.Back(moveOf(t, s, path[i]), w)
		consumed += c
	}
	return w, consumed
}

// TestSequence has an update whose assignments depend on each other. Backwards from the weight {x: 1}: x := x - y gives
// {x: 1/2, y: 1/2}; y := x + z gives {x: 1/2 + 1/4, z: 1/4}; x := n consumes 3/4 and leaves {z: 1/4}.
func TestSequence(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: int)\nvar x: int = 0, y: int = 0, z: int = 0\ninitial s\n"+
		"sequence: s -> s in go(n) do x := n; y := x + z; x := x - y\n"+
		"atOnce: s -> s in go(n) do x, y := y, x + n\n"+
		"target: s -> s when x > 3\n")
	d := Analyse(s)
	target := d.Initial(moveOf(t, s, "target"))
	w, consumed := d.Back(moveOf(t, s, "sequence"), target)
	if !sameWeights(named(s, w), map[string]float64{"z": 0.25}) || consumed != 0.75 {
		t.Errorf("in sequence: P %v, C %v", named(s, w), consumed)
	}
	// x, y := y, x + n: {x: 1} becomes {y: 1}; then y's weight is shared by x and the input n.
	w, consumed = d.Back(moveOf(t, s, "atOnce"), target)
	if !sameWeights(named(s, w), map[string]float64{"y": 1}) || consumed != 0 {
		t.Errorf("at once: P %v, C %v", named(s, w), consumed)
	}
	w, consumed = d.Back(moveOf(t, s, "atOnce"), w)
	if !sameWeights(named(s, w), map[string]float64{"x": 0.5}) || consumed != 0.5 {
		t.Errorf("at once, again: P %v, C %v", named(s, w), consumed)
	}
}

// TestMeeting passes weight through a channel between two machines.
func TestMeeting(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: int)\nchannel c(int)\nvar x: int = 0, y: int = 0\n"+
		"machine A { initial a send: a -> a in go(n) out c(n + y) }\n"+
		"machine B { initial b take: b -> b in c(v) do x := v goal: b -> b when x == 3 }\n"+
		"instance a = A\ninstance b = B\n")
	d := Analyse(s)
	w, consumed := d.Back(moveOf(t, s, "a.send|b.take"), d.Initial(moveOf(t, s, "b.goal")))
	if !sameWeights(named(s, w), map[string]float64{"y": 0.5}) || consumed != 0.5 {
		t.Errorf("P %v, C %v", named(s, w), consumed)
	}
}

// TestGuardsBetween: an input that a guard in between reads consumes no weight of the target's guard, but makes the trail worth trying. A
// constant does not.
func TestGuardsBetween(t *testing.T) {
	s := testkit.LoadText(t, "input card(g: int)\nvar g: int = 0, h: int = 0, a: int = 0\ninitial idle\n"+
		"card: idle -> held in card(x) do g := x\nfixed: idle -> held in card(_) do g := 1\nwait: held -> held in card(_)\ncopy: held -> held in card(_) do h := g\n"+
		"sign: held -> signed in card(x) when g == 1 and h == 0 do a := x\npay: signed -> paid when a == 1\n")
	b := NewBuilder(s, Analyse(s), nil)
	for _, row := range []struct {
		path     []string
		gained   bool
		feeds    bool
		consumed float64
	}{
		{[]string{"pay"}, false, false, 0},
		{[]string{"sign", "pay"}, true, false, 1},
		{[]string{"wait", "sign", "pay"}, false, false, 1},
		{[]string{"card", "sign", "pay"}, false, true, 1},
		{[]string{"card", "wait", "sign", "pay"}, false, true, 1},
		{[]string{"card", "copy", "sign", "pay"}, false, true, 1},
		{[]string{"fixed", "sign", "pay"}, false, false, 1},
		{[]string{"card", "fixed", "sign", "pay"}, false, false, 1},
	} {
		trail, ok := b.Start(moveOf(t, s, row.path[len(row.path)-1]))
		for i := len(row.path) - 2; ok && i >= 0; i-- {
			trail, ok = b.Extend(trail, moveOf(t, s, row.path[i]))
		}
		if !ok || trail.Gained != row.gained || trail.Feeds != row.feeds || trail.Consumed != row.consumed {
			t.Errorf("%v: gained %v, feeds %v, consumed %v; want %v, %v, %v", row.path, trail.Gained, trail.Feeds, trail.Consumed, row.gained, row.feeds, row.consumed)
		}
	}
}

// TestExtensionsStandApart: prolonging a trail by a move changes neither the trail nor its other prolongations.
func TestExtensionsStandApart(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: int)\nvar x: int = 0, y: int = 0\ninitial s\n"+
		"guarded: s -> s in go(_) when y == 1\nset: s -> s in go(n) do y := n\ntarget: s -> s when x > 3\n")
	b := NewBuilder(s, Analyse(s), nil)
	target, _ := b.Start(moveOf(t, s, "target"))
	b.Extend(target, moveOf(t, s, "guarded"))
	if longer, _ := b.Extend(target, moveOf(t, s, "set")); longer.Feeds {
		t.Error("y is read by no guard after set")
	}
}
