package tester_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit/simulated"
)

// rare is a fault that few inputs show: a change of the text of a model, the inputs that must be enough to find it, and the number of seeds of
// five that must find it.
type rare struct {
	name, model string
	change      [2]string
	steps       int
	least       int
}

// topics is a model in which two texts are each one of a few.
const topics = `system Topics
input publish(topic: string, text: string)
output sent(topic: string, text: string)
output unknown()
initial open
publish: open -> open in publish(s, p) when s in {"a", "a.b", "a.*", "b.>", "c"} and p in {"", "x", "y", "1", "-1", "PING", "+OK", "end"} out sent(s, p)
`

// adder is a calculator with a stack.
const adder = `system Adder
input push(n: int)
input add()
input mul()
input rem()
input top()
output ok()
output few()
output zero()
output is(n: int)
var stack: int[] = []
function a() -> int = stack[len(stack) - 2]
function b() -> int = stack[len(stack) - 1]
function rest() -> int[] = stack[:len(stack) - 2]
initial on
push:    on -> on in push(n) do stack := (if len(stack) < 4 then stack + [n] else [n]) out ok()
add:     on -> on in add() when len(stack) > 1 do stack := rest() + [a() + b()] out ok()
addFew:  on -> on in add() when len(stack) < 2 out few()
mul:     on -> on in mul() when len(stack) > 1 do stack := rest() + [a() * b()] out ok()
mulFew:  on -> on in mul() when len(stack) < 2 out few()
rem:     on -> on in rem() when len(stack) > 1 and b() != 0 do stack := rest() + [a() % b()] out ok()
remZero: on -> on in rem() when len(stack) > 1 and b() == 0 out zero()
remFew:  on -> on in rem() when len(stack) < 2 out few()
top:     on -> on in top() when len(stack) > 0 out is(b())
topFew:  on -> on in top() when len(stack) == 0 out few()
`

// names is a model of a name with a limit.
const names = `system Names
input put(name: string)
input get()
output ok()
output tooLong()
output has(name: string)
var name: string = ""
initial s
put:  s -> s in put(n) when len(n) <= 255 do name := n out ok()
long: s -> s in put(n) when len(n) > 255 out tooLong()
get:  s -> s in get() out has(name)
`

// edited is a system that reads some inputs as others.
type edited struct {
	*simulated.System
	edit func(text string) string // of each text that it receives
}

func (e *edited) Send(ctx context.Context, m sut.Message) error {
	m.Values = slices.Clone(m.Values)
	for i, v := range m.Values {
		if m.Sort(i).Kind == term.KindString {
			m.Values[i] = term.StringValue(e.edit(v.Text()))
		}
	}
	return e.System.Send(ctx, m)
}

// edits are faults of systems that read texts wrongly.
var edits = map[string]func(string) string{
	"at most 255 bytes": func(s string) string {
		if len(s) > 255 {
			return strings.Repeat("x", 256)
		}
		return s
	},
	"cut within a character": func(s string) string {
		if len(s) <= 255 {
			return s
		}
		for n := 255; ; n-- {
			if utf8.RuneStart(s[n]) {
				return s[:n] + strings.Repeat("?", min(255-n, 1)) + s[255:]
			}
		}
	},
	"leading zeros": func(s string) string {
		if len(s) > 1 && strings.TrimLeft(s, "0123456789") == "" {
			return strings.TrimLeft(s, "0")
		}
		return s
	},
}

// TestTextsReadWrongly: systems that read a few texts wrongly are found.
func TestTextsReadWrongly(t *testing.T) {
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			model := load(t, names)
			for seed := range int64(3) {
				r := run(t, model, &edited{simulated.New(model, model, 1), edit}, tester.Options{Seed: seed, Steps: 2000, Spare: time.Hour, Values: testgen.Boundaries(model)})
				t.Logf("seed %d: %s after %d inputs", seed, r.Verdict, r.Sent)
				if r.Verdict != result.Fail {
					t.Errorf("seed %d: %s after %d inputs", seed, r.Verdict, r.Sent)
				}
			}
		})
	}
}

var rares = []rare{
	{"a pair of texts", topics, [2]string{"out sent(s, p)", `out sent(s, if s == "b.>" and p == "+OK" then "OK" else p)`}, 300, 5},
	{"remainder with the sign of the dividend", adder, [2]string{"[a() % b()]", "[if a() < 0 then 0 - ((0 - a()) % b()) else a() % b()]"}, 2000, 5},
	{"products of 64 bits", adder, [2]string{"a() * b()", "(a() * b() + 9223372036854775808) % 18446744073709551616 - 9223372036854775808"}, 2000, 5},
}

// TestRareFaults: faults that few inputs show are found within so many inputs, and right systems pass.
func TestRareFaults(t *testing.T) {
	for _, f := range rares {
		f.hunt(t, func(t *testing.T, behaves, model *sts.System, o tester.Options) *tester.Report {
			o.Spare = time.Hour
			return run(t, model, simulated.New(behaves, model, 1), o)
		})
	}
}

// hunt demands that a fault is found with enough of five seeds, and that the right system passes. session tests a system that behaves as a
// model says.
func (f rare) hunt(t *testing.T, session func(t *testing.T, behaves, model *sts.System, o tester.Options) *tester.Report) {
	t.Run(f.name, func(t *testing.T) {
		model := load(t, f.model)
		text := strings.Replace(f.model, f.change[0], f.change[1], 1)
		if text == f.model {
			t.Fatal("the fault changes nothing")
		}
		faulty, found := load(t, text), 0
		for seed := range int64(5) {
			r := session(t, faulty, model, tester.Options{Seed: seed, Steps: f.steps, Values: testgen.Boundaries(model)})
			t.Logf("seed %d: %s after %d inputs %s", seed, r.Verdict, r.Sent, r.Evidence)
			if r.Verdict == result.Fail {
				found++
			}
		}
		if found < f.least {
			t.Errorf("%d of 5 seeds found it", found)
		}
		if r := session(t, model, model, tester.Options{Seed: 1, Steps: 300, Values: testgen.Boundaries(model)}); r.Verdict != result.Pass {
			t.Errorf("the right system: %s %s", r.Verdict, r.Evidence)
		}
	})
}

// lock is a model of a lock that opens after six right digits, and is closed again.
const lock = `system Lock
input one()
input two()
input close()
output tick()
output open()
output shut()
initial d0
a0: d0 -> d1 in one() out tick()
a1: d1 -> d2 in two() out tick()
a2: d2 -> d3 in two() out tick()
a3: d3 -> d4 in one() out tick()
a4: d4 -> d5 in two() out tick()
a5: d5 -> on in one() out open()
b0: d0 -> d0 in two() out tick()
b1: d1 -> d1 in one() out tick()
b2: d2 -> d0 in one() out tick()
b3: d3 -> d0 in two() out tick()
b4: d4 -> d1 in one() out tick()
b5: d5 -> d0 in two() out tick()
on1: on -> on in one() out open()
on2: on -> on in two() out open()
off: on -> d0 in close() out shut()
c0: d0 -> d0 in close() out tick()
c1: d1 -> d0 in close() out tick()
c2: d2 -> d0 in close() out tick()
c3: d3 -> d0 in close() out tick()
c4: d4 -> d0 in close() out tick()
c5: d5 -> d0 in close() out tick()
`

// TestWrongTargets: a transition that leads to a wrong location, from which a difference is seen only after some inputs, is found with 300 inputs.
func TestWrongTargets(t *testing.T) {
	model := load(t, lock)
	changes := [][2]string{{"off: on -> d0", "off: on -> d1"}, {"b3: d3 -> d0", "b3: d3 -> d1"}, {"c5: d5 -> d0", "c5: d5 -> d2"}, {"b1: d1 -> d1", "b1: d1 -> d0"},
		{"a2: d2 -> d3", "a2: d2 -> d4"}, {"b4: d4 -> d1", "b4: d4 -> d2"}}
	for _, change := range changes {
		faulty := load(t, strings.Replace(lock, change[0], change[1], 1))
		for seed := range int64(4) {
			r := run(t, model, simulated.New(faulty, model, 1), tester.Options{Seed: seed, Steps: 300, Spare: time.Hour})
			t.Logf("%s, seed %d: %s after %d inputs", change[1], seed, r.Verdict, r.Sent)
			if r.Verdict != result.Fail {
				t.Errorf("%s, seed %d: %s after %d inputs", change[1], seed, r.Verdict, r.Sent)
			}
		}
	}
}
