package testgen_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/script"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// follow makes the script of a test.
func follow(t *testing.T, s *sts.System, inputs []sut.Message, moves []string) *script.Script {
	t.Helper()
	script, err := tryFollow(t, s, inputs, moves)
	if err != nil {
		t.Fatal(err)
	}
	return script
}

func tryFollow(t *testing.T, s *sts.System, inputs []sut.Message, moves []string) (*script.Script, error) {
	t.Helper()
	solver, err := testkit.NewSolver()
	if err != nil {
		t.Skip("z3 is not installed")
	}
	defer solver.Close()
	oracle := &testgen.Oracle{System: s, Solver: solver}
	return oracle.Script(context.Background(), inputs, moves)
}

// messages reads inputs such as "turn 3".
func messages(s *sts.System, texts ...string) []sut.Message {
	var out []sut.Message
	for _, text := range texts {
		words := strings.Fields(text)
		for _, c := range s.Channels {
			if c.Name != words[0] {
				continue
			}
			m := sut.Message{Channel: c}
			for _, w := range words[1:] {
				var n int64
				fmt.Sscan(w, &n)
				m.Values = append(m.Values, term.IntValue(n))
			}
			out = append(out, m)
		}
	}
	return out
}

// scriptText prints a script, a line for each thing to do or to expect.
func scriptText(script *script.Script) string {
	var b strings.Builder
	for _, step := range script.Steps {
		for _, c := range step.When {
			fmt.Fprintln(&b, "when", c)
		}
		if step.Open {
			fmt.Fprintln(&b, "open")
		}
		if step.Input != nil {
			fmt.Fprintln(&b, "send", step.Input.String()+timeText(step.After))
		}
		for _, o := range step.Outputs {
			fmt.Fprintln(&b, "expect", o.Channel.Name, fmt.Sprint(o.Payload)+windowText(o.Window))
			for _, c := range o.Where {
				fmt.Fprintln(&b, "  where", c)
			}
			for _, c := range o.Hidden {
				fmt.Fprintln(&b, "  unseen", c)
			}
		}
	}
	if script.Silence {
		b.WriteString("silence\n")
	}
	return b.String()
}

// free leaves freedom of every kind: where it starts, what it chooses, which way it goes.
const free = `system Free
input ask(n: int)
input more()
output level(now: int)
output speed(v: int, twice: int)
output beep()
output sum(s: int)
output hot()
output cold()
var x: 3..9
var y: int
var last: int = 0
initial idle
show:  idle -> ready in ask(n) do x := x out level(x + n)
drive: ready -> ready any k: 1..5 in ask(n) when k > n do last := k out speed(k, 2 * k)
fast:  ready -> done in more() when last > 3 out beep()
slow:  ready -> done in more() when else out sum(last + y)
warm:  done -> done in more() when y > 5 out hot()
cool:  done -> done in more() when else out cold()
`

func TestScriptOfFreeModel(t *testing.T) {
	s := testkit.LoadText(t, free)
	tests := []struct {
		name   string
		inputs []string
		moves  string
		want   string
	}{
		{"a value that starts with anything", []string{"ask 100"}, "", `send ask(100)
expect level [level.now]
  where level.now >= 103
  where level.now <= 109
silence
`},
		{"a choice, told twice", []string{"ask 0", "ask 2"}, "", `send ask(0)
expect level [level.now]
  where level.now >= 3
  where level.now <= 9
send ask(2)
expect speed [speed.v speed.twice]
  where speed.twice == 2 * speed.v
  where speed.v >= 3
  where speed.v >= 1
  where speed.v <= 5
silence
`},
		{"the way depends on what was seen", []string{"ask 0", "ask 2", "more", "more"}, "show drive fast warm", `send ask(0)
expect level [level.now]
  where level.now >= 3
  where level.now <= 9
send ask(2)
expect speed [speed.v speed.twice]
  where speed.twice == 2 * speed.v
  where speed.v >= 3
  where speed.v >= 1
  where speed.v <= 5
when speed.v >= 4
send more()
expect beep []
open
send more()
expect hot []
silence
`},
		{"what is solved for", []string{"ask 0", "more", "more"}, "show slow warm", `send ask(0)
expect level [level.now]
  where level.now >= 3
  where level.now <= 9
send more()
expect sum [sum.s]
when sum.s >= 6
send more()
expect hot []
silence
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			script := follow(t, s, messages(s, test.inputs...), strings.Fields(test.moves))
			if diff := cmp.Diff(test.want, scriptText(script)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A test that does not fit the model is refused with the place.
func TestScriptRefusals(t *testing.T) {
	s := testkit.LoadText(t, free)
	tests := []struct {
		name   string
		system *sts.System
		inputs []string
		moves  string
		want   string
	}{
		{"no such step", s, []string{"ask 0"}, "show fast", "step 2, fast, cannot be taken"},
		{"unknown step", s, []string{"ask 0"}, "nothing", "step 1, nothing, cannot be taken"},
		{"not accepted", s, []string{"more"}, "", "input 1, more(), is not accepted there"},
		{"too many inputs", s, []string{"ask 0", "more"}, "show", "1 inputs more"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := tryFollow(t, test.system, messages(test.system, test.inputs...), strings.Fields(test.moves))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// A test without steps is followed to its end, which is its start, even where the system would continue by itself forever. If no steps are
// named, the model decides, and the run has no end.
func TestScriptWithoutSteps(t *testing.T) {
	s := testkit.LoadText(t, "output tick()\ninitial on\ntick: on -> on out tick()\n")
	if script := follow(t, s, nil, []string{}); len(script.Steps) != 0 || script.Silence {
		t.Errorf("%d steps, silent %v", len(script.Steps), script.Silence)
	}
	if _, err := tryFollow(t, s, nil, nil); err == nil || !strings.Contains(err.Error(), "forever") {
		t.Errorf("got %v where the system never ends", err)
	}
}
