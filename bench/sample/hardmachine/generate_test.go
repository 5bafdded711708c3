package hardmachine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/bench/sample/hardmachine"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

func generate(t testing.TB, options hardmachine.Options) *hardmachine.Machine {
	t.Helper()
	m, err := hardmachine.Generate(options)
	if err != nil {
		t.Fatalf("%+v: %v", options, err)
	}
	return m
}

type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// load compiles a machine, which must have neither errors nor warnings.
func load(t failer, text string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("sample.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, d := range list.Sorted() {
		if d.Severity <= diag.Warning {
			t.Fatalf("%s: %s\n%s", d.Code, d.Message, text)
		}
	}
	return m.System
}

// drawOptions draws any options that are allowed for small machines.
func drawOptions(t *rapid.T) hardmachine.Options {
	locations := rapid.IntRange(1, 60).Draw(t, "locations")
	return hardmachine.Options{
		Locations:   locations,
		Transitions: rapid.IntRange(locations, 5*locations).Draw(t, "transitions"),
		Seed:        rapid.Int64().Draw(t, "seed"),
		Open:        rapid.IntRange(0, 100).Draw(t, "open"),
		Kinds:       rapid.SliceOfDistinct(rapid.SampledFrom(hardmachine.Kinds()), func(k hardmachine.Kind) hardmachine.Kind { return k }).Draw(t, "kinds"),
	}
}

func TestMachineHasTheWantedSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		options := drawOptions(t)
		m, err := hardmachine.Generate(options)
		if err != nil {
			t.Fatalf("%v", err)
		}
		s := load(t, m.Text)
		if got := len(s.Machines[0].Locations); got != options.Locations {
			t.Errorf("%d locations, want %d\n%s", got, options.Locations, m.Text)
		}
		if got := len(s.Transitions()); got != options.Transitions {
			t.Errorf("%d transitions, want %d\n%s", got, options.Transitions, m.Text)
		}
		names := map[string]bool{}
		for _, tr := range s.Transitions() {
			names[tr.Name] = true
		}
		for _, h := range m.Hard {
			if !names[h.Name] || !slices.Contains(options.Kinds, h.Kind) {
				t.Errorf("%s of kind %s", h.Name, h.Kind)
			}
		}
		for _, name := range m.Unreachable {
			if !names[name] {
				t.Errorf("%s is not in the model", name)
			}
		}
	})
}

func TestMachineIsReproducible(t *testing.T) {
	options := hardmachine.Options{Locations: 100, Transitions: 200, Seed: 7}
	first, again := generate(t, options), generate(t, options)
	if first.Text != again.Text {
		t.Error("equal options gave different machines")
	}
	other := options
	other.Seed = 8
	if first.Text == generate(t, other).Text {
		t.Error("another seed gave the same machine")
	}
}

func TestMachineIsInCanonicalForm(t *testing.T) {
	text := generate(t, hardmachine.Options{Locations: 60, Transitions: 150, Seed: 1}).Text
	var list diag.List
	if formatted := print.Format(diag.NewFile("sample.sxt", text), &list); formatted != text || list.HasErrors() {
		t.Error("the text is not as sextant fmt writes it")
	}
}

func TestLargeMachineHasAllKinds(t *testing.T) {
	m := generate(t, hardmachine.Options{Locations: 388, Transitions: 775, Seed: 1})
	count := map[hardmachine.Kind]int{}
	for _, h := range m.Hard {
		count[h.Kind]++
	}
	for _, kind := range hardmachine.Kinds()[:4] {
		if count[kind] < 5 {
			t.Errorf("%d transitions of kind %s", count[kind], kind)
		}
	}
	if len(m.Unreachable) < 20 {
		t.Errorf("%d transitions are unreachable", len(m.Unreachable))
	}
	load(t, m.Text)
	load(t, generate(t, hardmachine.Options{Locations: 5_000, Transitions: 10_000}).Text)
}

// What no file can hold is refused, with the numbers.
func TestMachineTooLargeForAFile(t *testing.T) {
	for _, o := range []hardmachine.Options{{Locations: 100_000, Transitions: 200_000}, {Locations: 200_001, Transitions: 400_000}, {Locations: 10, Transitions: 400_001}} {
		if _, err := hardmachine.Generate(o); err == nil || !strings.Contains(err.Error(), "too many") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if m := generate(t, hardmachine.Options{Locations: 20_000, Transitions: 40_000}); strings.Count(m.Text, " -> ") < 40_000 {
		t.Error("transitions are missing")
	}
}

// The inputs that are said to lead through a hard guard do, from any configuration that the gadget can be entered with the
// first time.
func TestInputsLeadThroughHardGuards(t *testing.T) {
	for seed := range int64(5) {
		m := generate(t, hardmachine.Options{Locations: 120, Transitions: 260, Seed: seed})
		s := load(t, m.Text)
		for _, h := range m.Hard {
			if last := follow(t, s, h); last != h.Name {
				t.Errorf("seed %d: the inputs of %s end with %s", seed, h.Name, last)
			}
		}
	}
}

// follow feeds inputs from the entry of a gadget, and names the last transition taken.
func follow(t *testing.T, s *sts.System, h hardmachine.Hard) string {
	t.Helper()
	in := sts.NewInterpreter(s)
	c, err := in.Start(make([]term.Value, len(s.Slots)))
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(s.Machines[0].Locations, func(l sts.Location) bool { return l.Name == h.From })
	c = &sts.Config{Locations: []int{at}, Values: c.Values, Queues: c.Queues}
	name := ""
	for _, input := range h.Inputs {
		name, c = react(t, s, in, c, input)
	}
	return name
}

// react takes the one transition that an input allows.
func react(t *testing.T, s *sts.System, in *sts.Interpreter, c *sts.Config, input hardmachine.Input) (string, *sts.Config) {
	t.Helper()
	var taken *sts.Move
	var next *sts.Config
	for _, m := range s.Possible(nil, c.Locations, c.Count) {
		params := make([]term.Value, len(m.Params))
		for i, p := range m.InputArgs {
			params[p] = term.IntValue(int64(input[i]))
		}
		step, err := in.Try(c, m, params)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case step.Outcome == sts.Unsafe:
			t.Fatalf("%s: %s", m.Name, step.Violated.Text)
		case step.Outcome == sts.Done && taken != nil:
			t.Fatalf("%s and %s are both possible", taken.Name, m.Name)
		case step.Outcome == sts.Done:
			taken, next = m, step.Next
		}
	}
	if taken == nil {
		t.Fatalf("nothing is possible in %s with %v", s.LocationName(c.Locations), input)
	}
	return taken.Name, next
}

// In a random run exactly one transition is possible at each step, and never one that is said to be unreachable.
func TestRandomRuns(t *testing.T) {
	m := generate(t, hardmachine.Options{Locations: 60, Transitions: 140, Seed: 3})
	s := load(t, m.Text)
	rapid.Check(t, func(r *rapid.T) {
		in := sts.NewInterpreter(s)
		c, err := in.Start(make([]term.Value, len(s.Slots)))
		if err != nil {
			t.Fatal(err)
		}
		value := rapid.IntRange(0, 9999)
		for range 200 {
			var name string
			name, c = react(t, s, in, c, hardmachine.Input{value.Draw(r, "x"), value.Draw(r, "y"), value.Draw(r, "z")})
			if slices.Contains(m.Unreachable, name) {
				t.Fatalf("%s was taken", name)
			}
		}
	})
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	for _, options := range []hardmachine.Options{
		{},
		{Locations: -1, Transitions: 10},
		{Locations: 10, Transitions: 9},
		{Locations: 1, Transitions: 51},
		{Locations: 1 << 40, Transitions: 1 << 41},
		{Locations: 100_000, Transitions: 400_001},
		{Locations: 10, Transitions: 20, Kinds: []hardmachine.Kind{"easy"}},
	} {
		if m, err := hardmachine.Generate(options); err == nil {
			t.Errorf("%+v gave a machine:\n%s", options, m.Text)
		}
	}
}

func TestParseKinds(t *testing.T) {
	all, err := hardmachine.ParseKinds("")
	if err != nil || len(all) != 5 {
		t.Errorf("no text: %v, %v", all, err)
	}
	two, err := hardmachine.ParseKinds("magic, counter,magic")
	if err != nil || !slices.Equal(two, []hardmachine.Kind{hardmachine.Magic, hardmachine.Counter}) {
		t.Errorf("two kinds: %v, %v", two, err)
	}
	if _, err := hardmachine.ParseKinds("magic,"); err == nil || errors.Unwrap(err) != nil {
		t.Errorf("an empty word: %v", err)
	}
}
