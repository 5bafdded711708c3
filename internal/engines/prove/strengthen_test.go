package prove_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// auxiliary writes the auxiliary invariants of a proof.
func auxiliary(p *prove.Proof) string {
	var out []string
	for _, c := range p.Auxiliary {
		out = append(out, c.Place+": "+c.Term.String())
	}
	return strings.Join(out, "; ")
}

// Types that depend on the location are proved, and the conditions that the proof needs are listed, no more and no less.
func TestTypesOfLocations(t *testing.T) {
	for example, want := range map[string]string{
		"vending/kiosk.sxt":       "ready: cups >= 1; paying: cups >= 1",
		"microgrid/microgrid.sxt": "idle: cpt >= 0; asked: cpt >= 0; asked: cpt <= 1",
	} {
		r := strengthened(t, testkit.LoadExample(t, example, nil), smt.Config{}, prove.Means{})
		v := verdict(t, r, prove.Types)
		if v.Proof == nil || v.Proof.Method != result.ByInvariant || auxiliary(v.Proof) != want || v.Inductive || r.Broken() || !r.Holds() {
			t.Errorf("%s: %+v, want %s", example, v, want)
		}
		for _, a := range r.Answers {
			if a.Status != prove.Proved || a.Step != nil {
				t.Errorf("%s: %+v", example, a)
			}
		}
	}
}

// An invariant that only two steps before show.
func TestInduction(t *testing.T) {
	r := strengthened(t, testkit.LoadText(t, `var x: int = 1, y: int = 2, z: int = 3
event turn: do x, y, z := y, z, x
invariant differ: x != y`), smt.Config{}, prove.Means{})
	if v := verdict(t, r, "differ"); v.Proof == nil || v.Proof.Method != result.ByKInduction || v.Proof.K != 3 {
		t.Errorf("%+v, %+v", v, v.Proof)
	}
}

// A claim that cannot be proved keeps its step and the reason; the other claims are still proved.
func TestNotStrengthened(t *testing.T) {
	r := strengthened(t, testkit.LoadText(t, `var x: nat = 0, y: 0..9 = 5
initial a
twice: a -> a when x < 100 do x := x + 2
go:    a -> b when y == 5
down:  b -> b when y > 3 do y := y - 1
drop:  b -> a do y := y - 3 + 3
leap:  b -> b do y := y - 3
invariant small: x <= 100
invariant middle: y <= 5`), smt.Config{}, prove.Means{})
	small, types := verdict(t, r, "small"), verdict(t, r, prove.Types)
	if small.Holds() || small.Status != prove.Broken || small.Failed.Explain() != "a path of 4 steps to it could not be excluded" {
		t.Errorf("%+v", small)
	}
	if a := answer(t, r, "small", "twice"); a.Status != prove.Broken || a.Step == nil {
		t.Errorf("%+v", a)
	}
	if types.Holds() || types.Status != prove.Broken || types.Failed == nil || answer(t, r, prove.Types, "leap").Step == nil {
		t.Errorf("%+v", types)
	}
	if v := verdict(t, r, "middle"); !v.Inductive || v.Proof != nil {
		t.Errorf("%+v", v)
	}
}

// Of the types, moves are proved one by one: a run breaks leap, none breaks drop.
func TestTypesOfSomeMoves(t *testing.T) {
	r := strengthened(t, testkit.LoadText(t, `var y: 0..9 = 5
initial a
go:   a -> b when y > 0
drop: b -> c do y := y - 1
leap: c -> a do y := y + 1 - 2`), smt.Config{}, prove.Means{})
	if a := answer(t, r, prove.Types, "drop"); a.Status != prove.Proved || a.Explain() == "" {
		t.Errorf("%+v", a)
	}
	if a := answer(t, r, prove.Types, "leap"); a.Status != prove.Broken {
		t.Errorf("%+v", a)
	}
	if v := verdict(t, r, prove.Types); v.Holds() || v.Status != prove.Broken {
		t.Errorf("%+v", v)
	}
}

// A claim that is kept as long as another invariant holds is proved when that invariant is proved by other means.
func TestRelativeToStrengthened(t *testing.T) {
	r := strengthened(t, testkit.LoadText(t, `var x: int = 1, y: int = 2, z: int = 3, d: int = 1
event turn: do x, y, z := y, z, x
event note: do d := (x - y) * (x - y)
invariant differ: x != y
invariant apart: d != 0`), smt.Config{}, prove.Means{})
	if v := verdict(t, r, "apart"); !v.Holds() {
		t.Errorf("%+v", v)
	}
	if !r.Holds() {
		t.Errorf("%+v", r.Verdicts)
	}
}

// A claim that the solver cannot decide does not keep others from being proved.
func TestUndecidedBesideOthers(t *testing.T) {
	r := strengthened(t, testkit.LoadText(t, `var x: int = 3, y: int = 4, z: int = 5, n: 0..3 = 0
initial a
step: a -> a any p: nat, q: nat, s: nat where p > 2 and q > 2 and s > 2 do x, y, z := p, q, s
up:   a -> b when n < 3
more: b -> a do n := n + 1
invariant cubes: x * x * x + y * y * y != z * z * z`), smt.Config{Timeout: 50_000_000}, prove.Means{})
	if v := verdict(t, r, "cubes"); v.Holds() || v.Status != prove.Unknown {
		t.Errorf("%+v", v)
	}
	if v := verdict(t, r, prove.Types); v.Proof == nil {
		t.Errorf("%+v", v)
	}
}

// When the time is up nothing is claimed.
func TestStrengthenInTime(t *testing.T) {
	s := testkit.LoadExample(t, "vending/kiosk.sxt", nil)
	r := check(t, s, smt.Config{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Strengthen(ctx, s, nil, prove.Means{}); err != nil || r.Holds() {
		t.Errorf("%v, %+v", err, r.Verdicts)
	}
}
