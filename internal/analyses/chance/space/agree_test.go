package space_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/space"
	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/chance/step"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Two packages list what a system can do next: space runs a compiled machine and tries all inputs, and step asks the interpreter for given
// inputs. They have to agree in every state.

// outcomes sums up the probabilities of a distribution by the configuration that it leads to.
type outcomes map[string]*big.Rat

func (o outcomes) add(c *sts.Config, p *big.Rat) {
	var b strings.Builder
	fmt.Fprint(&b, c.Locations)
	for _, v := range c.Values {
		b.WriteString(" " + v.Encode())
	}
	for _, q := range c.Queues {
		fmt.Fprint(&b, " |", q.Count)
		for _, v := range q.Items {
			b.WriteString(" " + v.Encode())
		}
	}
	if o[b.String()] == nil {
		o[b.String()] = new(big.Rat)
	}
	o[b.String()].Add(o[b.String()], p)
}

// text writes the outcomes in an order that does not depend on how they were found. What is impossible is left out.
func (o outcomes) text(rate *big.Rat) string {
	var parts []string
	for next, p := range o {
		if p.Sign() != 0 {
			parts = append(parts, p.RatString()+": "+next)
		}
	}
	slices.Sort(parts)
	text := strings.Join(parts, "; ")
	if rate != nil {
		text += " rate " + rate.RatString()
	}
	return text
}

// received is an input with its values; the empty text is none.
func received(c *sts.Channel, values []term.Value) string {
	text := c.Name
	for _, v := range values {
		text += " " + v.Encode()
	}
	return text
}

// comparison is both steppers.
type comparison struct {
	bySpace *space.Stepper
	byStep  *step.Stepper
	inputs  map[string]func(c *sts.Config) ([]step.Distribution, error)
}

// listSpace lists the distributions of a configuration by package space, by the input that they need.
func (x *comparison) listSpace(groups []space.Group) map[string][]string {
	out := map[string][]string{}
	for _, g := range groups {
		all := outcomes{}
		for _, b := range g.Branches {
			all.add(x.bySpace.Machine.Expand(b.Next), b.Probability)
		}
		key, first := "", g.Branches[0]
		if g.Input {
			var values []term.Value
			for _, a := range first.Move.InputArgs {
				values = append(values, first.Params[a])
			}
			channel := first.Move.Input
			key = received(channel, values)
			x.inputs[key] = func(c *sts.Config) ([]step.Distribution, error) { return x.byStep.Receive(c, channel, values) }
		}
		out[key] = append(out[key], all.text(g.Rate))
	}
	return out
}

// listStep lists the same by package step.
func (x *comparison) listStep(c *sts.Config) (map[string][]string, error) {
	out := map[string][]string{}
	own, err := x.byStep.Own(c)
	if err != nil {
		return nil, err
	}
	add := func(key string, d step.Distribution) {
		all := outcomes{}
		for _, b := range d.Branches {
			all.add(b.Next, b.Probability)
		}
		out[key] = append(out[key], all.text(nil))
	}
	for _, d := range own.Immediate {
		add("", d)
	}
	race := outcomes{}
	for _, d := range own.Race {
		for _, b := range d.Branches {
			p := new(big.Rat).Quo(d.Rate, own.Exit())
			race.add(b.Next, p.Mul(p, b.Probability))
		}
	}
	if len(race) > 0 {
		out[""] = append(out[""], race.text(own.Exit()))
	}
	for key, receive := range x.inputs {
		list, err := receive(c)
		if err != nil {
			return nil, err
		}
		for _, d := range list {
			add(key, d)
		}
	}
	return out, nil
}

// agree compares both in all states, at most 200 of them, and returns how many distributions were compared.
func agree(t testkit.Failer, s *sts.System) int {
	t.Helper()
	bySpace, err := space.NewStepper(s)
	if err != nil {
		t.Fatalf("%v", err)
	}
	x := &comparison{bySpace: bySpace, byStep: step.New(s), inputs: map[string]func(*sts.Config) ([]step.Distribution, error){}}
	start, err := run.NewExecutor(s, nil, nil).Begin(run.DefaultStart(s))
	if err != nil {
		t.Fatalf("%v", err)
	}
	compared := 0
	queue := []flat.Config{bySpace.Machine.Compact(start.Config)}
	seen := map[string]bool{}
	for i := 0; i < len(queue) && i < 200; i++ {
		config := bySpace.Machine.Expand(queue[i])
		groups, err := bySpace.Groups(context.Background(), queue[i])
		if err != nil {
			t.Fatalf("space: %v", err)
		}
		want := x.listSpace(groups)
		got, err := x.listStep(config)
		if err != nil {
			t.Fatalf("step: %v", err)
		}
		for key := range x.inputs {
			compared += compare(t, key, got[key], want[key])
		}
		compared += compare(t, "", got[""], want[""])
		for _, g := range groups {
			for _, b := range g.Branches {
				o := outcomes{}
				o.add(bySpace.Machine.Expand(b.Next), big.NewRat(1, 1))
				if key := o.text(nil); !seen[key] {
					seen[key] = true
					queue = append(queue, b.Next)
				}
			}
		}
	}
	return compared
}

// compare compares lists of distributions in any order.
func compare(t testkit.Failer, input string, got, want []string) int {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("input %q: step has\n%s\nspace has\n%s", input, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return len(got)
}

// Queues, meetings of machines, inputs with values, weights and rates over variables.
func TestSteppersAgree(t *testing.T) {
	for name, text := range map[string]string{
		"protocol": testkit.Protocol(2),
		"queue": "channel c(n: 0..2) fifo 2\nmachine P() { initial s\n put: s -> { 1/3: s out c(1); 2/3: s out c(2) } rate 2 }\n" +
			"machine Q() { var got: 0..2 = 0\n initial s\n take: s -> s in c(got) }\ninstance p = P()\ninstance q = Q()\n",
		"meeting": "channel c(n: 0..2)\nmachine P() { initial s\n put: s -> { 1/4: s out c(1); 3/4: e out c(2) } }\n" +
			"machine Q() { var got: 0..2 = 0\n initial s\n take: s -> s in c(got)\n skip: s -> s in c(_) }\ninstance p = P()\ninstance q = Q()\n",
		"data": "input go(k: 0..4)\noutput o(0..4)\nvar n: 0..4 = 1\ninitial s\nlocation s, a\nt: s -> { k / 4: a do n := k; 1 - k / 4: s out o(k) } in go(k)\n" +
			"back: a -> { n / 4: s; 1 - n / 4: a do n := 4 } when n > 0 rate n + 1\nother: a -> s rate 1/2\nchoose: a -> s any v: 0..2 when n == 0 and v < 2 out o(v)\n",
	} {
		t.Run(name, func(t *testing.T) {
			if n := agree(t, testkit.LoadText(t, text)); n < 3 {
				t.Errorf("only %d distributions were compared", n)
			}
		})
	}
}

// kinds are the clauses of a transition around its guard, and the variable that its weights depend on.
var kinds = []struct{ before, after, weight string }{
	{"", "", "x"},
	{"", " out say(x)", ""},
	{" in go(k)", "", "k"},
	{"", " rate x + 1", "x"},
	{"", " rate 1/3", "x"},
	{" any v: 0..1", " out say(v)", ""},
}

// drawModel draws a model of one machine.
func drawModel(t *rapid.T) string {
	location := rapid.SampledFrom([]string{"a", "b", "c"})
	small := rapid.IntRange(0, 3)
	text := "input go(k: 0..3)\noutput say(0..3)\nvar x: 0..3 = 1\ninitial a\nlocation a, b, c\n"
	for i := range rapid.IntRange(1, 6).Draw(t, "transitions") {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		target := location.Draw(t, "target")
		if kind.weight != "" && rapid.Bool().Draw(t, "branches") {
			target = fmt.Sprintf("{ %s / 3: %s do x := %d; 1 - %s / 3: %s }", kind.weight, target, small.Draw(t, "value"), kind.weight, location.Draw(t, "other"))
		}
		text += fmt.Sprintf("t%d: %s -> %s%s when x != %d%s\n", i, location.Draw(t, "from"), target, kind.before, small.Draw(t, "guard"), kind.after)
	}
	return text
}

func TestSteppersAgreeOnRandomModels(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := drawModel(rt)
		rt.Logf("%s", text)
		agree(rt, testkit.LoadText(rt, text))
	})
}
