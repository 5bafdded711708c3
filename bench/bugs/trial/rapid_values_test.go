package trial

import (
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/bench/bugs"
	"pgregory.net/rapid"
)

// Every value that is drawn is one of its argument, whatever was sent and received before.
func TestDrawnArgumentsFit(t *testing.T) {
	for _, target := range bugs.Targets() {
		t.Run(target.Name, rapid.MakeCheck(func(t *rapid.T) {
			e := newEarlier(target)
			for range 30 {
				op := rapid.SampledFrom(target.Ops).Draw(t, "operation")
				args := e.arguments(t, op)
				if len(args) != len(op.Args) {
					t.Fatalf("%s has the arguments %v", op.Name, args)
				}
				for i, v := range args {
					if !fits(op.Args[i], v) {
						t.Fatalf("%s: %#v does not fit %+v", op.Name, v, op.Args[i])
					}
				}
				number := rapid.Int64().Draw(t, "number")
				e.note(op, bugs.Message{Name: op.Name, Args: args}, []bugs.Message{{Name: "answer", Args: []any{number, "text"}}})
			}
		}))
	}
}

func fits(a bugs.Arg, v any) bool {
	switch v := v.(type) {
	case int64:
		return a.Kind == bugs.Int && a.Low <= v && v <= a.High
	case string:
		return a.Kind == bugs.Text || a.Kind == bugs.Key || a.Kind == bugs.Choice && slices.Contains(a.Of, v)
	}
	return false
}

// An expert's values are among those that are drawn: earlier ones, nearly equal ones, long ones, edges, numbers of answers.
func TestDrawnArgumentsAreAnExperts(t *testing.T) {
	target, err := bugs.Find("kv")
	if err != nil {
		t.Fatal(err)
	}
	e := newEarlier(target)
	e.note(target.Ops[0], bugs.Message{Name: "set", Args: []any{"Key1", "Some text"}}, []bugs.Message{{Name: "length", Args: []any{int64(4711)}}})
	amount := bugs.Arg{Kind: bugs.Int, Low: 1, High: 1_000_000_000_000, Bundle: "amount"}
	seen := map[string]bool{}
	for seed := range 3000 {
		text := rapid.Custom(func(t *rapid.T) string { return e.draw(t, target.Ops[0].Args[1], "text").(string) }).Example(seed)
		number := rapid.Custom(func(t *rapid.T) int64 { return e.draw(t, amount, "amount").(int64) }).Example(seed)
		seen[text], seen[fmt.Sprint(number)] = true, true
		seen["long"] = seen["long"] || utf8.RuneCountInString(text) > 1000
	}
	for _, want := range []string{"Some text", "some text", "SOME TEXT", " Some text", "Some tex", "long", "", "\x00", "e\u0301", "4711", "4712", "1", "2147483648", "1000000000000"} {
		if !seen[want] {
			t.Errorf("%q was not drawn", want)
		}
	}
}
