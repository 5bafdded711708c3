package core_test

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/core"
)

const whole = `system Whole
const L: int
extern f(x: int) -> int contract { behavior: requires x > 0 ensures result > x }
input i(int) output o(bool) channel c(int) channel q(int, bool) fifo 2
var x: int = L, a: bool[2]
machine A { initial s
  t: s -> u in i(v) when v > 0 do x := f(v) out c(v)
  w: u -> s any k: 0..3 do a[k] := true out q(k, a[0]), o(true) }
machine B { var n: int initial z
  r: z -> z in c(n)
  d: z -> z in q(n, b) when b and 6 / n > 1 }
instance m = A
instance n = B
invariant pos: x > 0
predicates P = { x > 0 }
purpose there = location m.u when x > 1
purpose path = sequence m.t, *, m.w`

// TestValidate breaks a valid system in many ways; each must be found.
func TestValidate(t *testing.T) {
	for want, damage := range map[string]func(s *sts.System){
		"not follow":            func(s *sts.System) { s.Vars[1].First++ },
		"occurs twice":          func(s *sts.System) { s.Machines[1].Transitions[0].Name = s.Machines[0].Transitions[0].Name },
		"belong to no variable": func(s *sts.System) { s.Vars = s.Vars[:len(s.Vars)-1] },
		"initial value":         func(s *sts.System) { s.Slots[1].Init = s.Slots[1].Term },
		"is no variable":        func(s *sts.System) { s.Slots[1].Term = s.Store.Int(3) },
		"queue":                 func(s *sts.System) { s.Channels[3].Queue = 7 },
		"without capacity":      func(s *sts.System) { s.Channels[0].Queue = 0 },
		"names for":             func(s *sts.System) { s.Channels[0].Names = nil },
		"precondition": func(s *sts.System) {
			s.Externs[0].Contracts[0].Behaviors[0].Pre = s.Externs[0].Contracts[0].Behaviors[0].Post
		},
		"are one variable":        func(s *sts.System) { s.Externs[0].Output = s.Externs[0].Inputs },
		"assume":                  func(s *sts.System) { s.Assume = s.Store.Int(1) },
		"initial location":        func(s *sts.System) { s.Machines[0].Initial = 5 },
		"locations":               func(s *sts.System) { s.Machines[0].Transitions[0].To = 5 },
		"of machine":              func(s *sts.System) { s.Machines[0].Transitions[0].Machine = 1 },
		"scalars of i":            func(s *sts.System) { s.Machines[0].Transitions[0].ReceiveArgs = nil },
		"is not parameter":        func(s *sts.System) { s.Machines[0].Transitions[0].ReceiveArgs[0] = 1 },
		"guard: ":                 func(s *sts.System) { s.Machines[1].Transitions[0].Guard = s.Machines[0].Transitions[0].Guard },
		"guard: x is int":         func(s *sts.System) { s.Machines[0].Transitions[0].Guard = s.Slots[1].Term },
		"call of f":               func(s *sts.System) { s.Machines[0].Transitions[0].Calls[0].Args = nil },
		"no call returns":         func(s *sts.System) { s.Machines[0].Transitions[0].Calls = nil },
		"assigned twice":          func(s *sts.System) { s.Machines[0].Transitions[0].Updates[0].Slot = 99 },
		"is frozen but assigned":  func(s *sts.System) { s.Machines[0].Transitions[0].Updates[0].Slot = 0 },
		"payload of c":            func(s *sts.System) { s.Machines[0].Transitions[0].Sends[0].Args = nil },
		"cannot be sent to":       func(s *sts.System) { s.Machines[0].Transitions[0].Sends[0].Channel = s.Channels[0] },
		"division-by-zero":        func(s *sts.System) { s.Machines[1].Transitions[1].GuardSafety[0].Cond = s.Store.Int(1) },
		"has no text":             func(s *sts.System) { s.Machines[1].Transitions[1].GuardSafety[0].Text = "" },
		"not a variable":          func(s *sts.System) { s.Machines[0].Transitions[1].Params[0].Term = s.Slots[0].Term },
		"enabled":                 func(s *sts.System) { s.Moves()[0].Enabled = s.Store.Var("lost", term.Bool) },
		"it is number":            func(s *sts.System) { s.Moves()[0].ID = 3 },
		"from nowhere":            func(s *sts.System) { s.Moves()[0].Input = nil },
		"its parts do not meet":   func(s *sts.System) { s.Moves()[0].Parts[1] = s.Machines[1].Transitions[1] },
		"is no output":            func(s *sts.System) { s.Moves()[1].Outputs = s.Moves()[1].Enqueue },
		"has no queue":            func(s *sts.System) { s.Moves()[1].Enqueue = s.Moves()[1].Outputs },
		"invariant pos":           func(s *sts.System) { s.Invariants[0].Cond = s.Store.Int(1) },
		"predicates P":            func(s *sts.System) { s.Predicates[0].Texts = nil },
		"purpose there":           func(s *sts.System) { s.Purposes[0].Location = 9 },
		"is not of this system":   func(s *sts.System) { s.Purposes[1].Transitions[0] = &sts.Transition{} },
		"but no machine receives": func(s *sts.System) { s.Moves()[0].Parts = s.Moves()[0].Parts[:1] },
		"it has payload":          func(s *sts.System) { s.Machines[0].Transitions[0].Receive = nil },
		"location of machine m: ": func(s *sts.System) { s.Machines[0].Locations[0].Name = s.Machines[0].Locations[1].Name },
	} {
		t.Run(want, func(t *testing.T) {
			s := testkit.LoadText(t, whole)
			damage(s)
			if err := core.Validate(s); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestTextIsDeterministic prints a system that was compiled twice.
func TestTextIsDeterministic(t *testing.T) {
	a, b := core.Text(testkit.LoadText(t, whole)), core.Text(testkit.LoadText(t, whole))
	if a != b {
		t.Errorf("%s\nand\n%s", a, b)
	}
}
