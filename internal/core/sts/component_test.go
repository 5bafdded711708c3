package sts_test

import (
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Arrays and records are taken apart, optional values and unions are not.
func TestComponents(t *testing.T) {
	s := testkit.LoadText(t, `type Item = record { name: string, count: 1..9 }
type Reply = ok{value: int} | busy
input put(n: int, items: Item[2], r: Reply?)
var list: Item?[] = []
initial s
t: s -> s any x: Item? in put(n, items, r)
`)
	m := s.Moves()[0]
	values := make([]term.Value, len(m.Params))
	for i, p := range m.Params {
		values[i] = p.Sort.Default()
	}
	var got []string
	for _, c := range sts.Components(m.Params) {
		got = append(got, c.Name+" = "+c.Format(values))
	}
	want := []string{"x = none", "n = 0", `items[0].name = ""`, "items[0].count = 1", `items[1].name = ""`, "items[1].count = 1", "r = none"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
	list := s.Vars[0].Components()
	slots := s.SlotTerms()
	content := term.ListValue(term.ListValue(term.BoolValue(false), term.StringValue(""), term.IntValue(0)), term.ListValue(term.BoolValue(true), term.StringValue("a"), term.IntValue(3)))
	if text, found := list[0].FormatModel(slots, map[*term.Term]term.Value{slots[0]: content}); !found || text != `[none, Item{name: "a", count: 3}]` {
		t.Errorf("got %s, %v", text, found)
	}
	if text, found := list[0].FormatModel(slots, nil); found {
		t.Errorf("%s is printed, without a value", text)
	}
}
