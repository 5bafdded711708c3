package shrink_test

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

var (
	number   = sts.ScalarType(term.Int)
	word     = sts.ScalarType(term.String)
	sequence = &sts.Type{Form: sts.Sequence, Elem: number, Length: -1}
	reply    = &sts.Type{Name: "Reply", Form: sts.Union, Alternatives: []sts.Alternative{{Name: "ok", Fields: []sts.Field{{Name: "value", Type: number}}}, {Name: "busy"}}}
)

// counts applies a function to the elements of a list that have a property.
func counts(items []term.Value, has func(int64) bool) int {
	n := 0
	for _, v := range items {
		if m, _ := v.Small(); has(m) {
			n++
		}
	}
	return n
}

// TestSimplestData: lists lose elements before these become simple, and what may be none is none.
func TestSimplestData(t *testing.T) {
	big := func(n int64) bool { return n > 7 }
	for _, c := range []struct {
		name        string
		typ         *sts.Type
		given, want string
		fails       func(values []term.Value) bool
	}{
		{"two large elements", sequence, "[1, 99, 3, 4, 50, 6, 70]", "[8, 8]", func(v []term.Value) bool { return counts(v[0].Items(), big) >= 2 }},
		{"more than two elements", sequence, "[9, 9, 9, 9, 9]", "[0, 0, 0]", func(v []term.Value) bool { return len(v[0].Items()) > 2 }},
		{"equal elements", sequence, "[5, 9, 9, 2]", "[0, 0]", func(v []term.Value) bool {
			items := v[0].Items()
			for i := range items {
				if slices.ContainsFunc(items[:i], items[i].Equal) {
					return true
				}
			}
			return false
		}},
		{"a set", &sts.Type{Form: sts.Set, Elem: number}, "{-70, 5, 30, 99}", "{0, 8}", func(v []term.Value) bool { return counts(v[0].Items(), big) >= 1 && len(v[0].Items()) > 1 }},
		{"a map", &sts.Type{Form: sts.Map, Key: word, Elem: number}, `{"one": 50, "two": 3, "x": 99}`, `{"": 8}`, func(v []term.Value) bool { return counts(v[0].Items(), big) >= 1 }},
		{"an optional value", &sts.Type{Form: sts.Optional, Elem: number}, "44", "none", func([]term.Value) bool { return true }},
		{"a value that is there", &sts.Type{Form: sts.Optional, Elem: number}, "44", "8", func(v []term.Value) bool { return big(v[1].Big().Int64()) }},
		{"optional elements", &sts.Type{Form: sts.Sequence, Elem: &sts.Type{Form: sts.Optional, Elem: number}, Length: -1}, "[3, 44, none, 7]", "[none, none]", func(v []term.Value) bool { return len(v[0].Items()) > 1 }},
		{"an alternative", &sts.Type{Form: sts.Sequence, Elem: reply, Length: -1}, "[busy, ok{value: 44}, busy]", "[ok{value: 0}]", func(v []term.Value) bool { return len(v[0].Items()) > 0 }},
		{"another alternative", reply, "ok{value: 44}", "ok{value: 8}", func(v []term.Value) bool { return big(v[1].Big().Int64()) }},
	} {
		ch := &sts.Channel{Name: "in", Payload: []*sts.Type{c.typ}}
		given := make([]term.Value, c.typ.Size())
		if f := value.Parse(c.typ, c.given, given); f != nil {
			t.Fatal(f.Message)
		}
		system := fails(func(steps []shrink.Step) bool {
			m, ok := last(steps, ch)
			return ok && c.fails(m.Values)
		})
		got, err := shrink.Run(t.Context(), []shrink.Step{{Input: sut.Message{Channel: ch, Values: given}}}, system.try, always)
		if err != nil || len(got) != 1 || c.typ.Format(got[0].Input.Values) != c.want {
			t.Errorf("%s: %s became %s, %v; want %s", c.name, c.given, show(got), err, c.want)
		}
	}
}

// TestEqualInListsAndElsewhere: values in lists become simple together with equal ones elsewhere, at any depth.
func TestEqualInListsAndElsewhere(t *testing.T) {
	words := &sts.Type{Form: sts.Sequence, Elem: word, Length: -1}
	stock := &sts.Type{Form: sts.Map, Key: word, Elem: words}
	fill := &sts.Channel{Name: "fill", Payload: []*sts.Type{words, stock}}
	parse := func(c *sts.Channel, texts ...string) sut.Message {
		m := sut.Message{Channel: c}
		for i, typ := range c.Payload {
			part := make([]term.Value, typ.Size())
			if f := value.Parse(typ, texts[i], part); f != nil {
				t.Fatal(f.Message)
			}
			m.Values = append(m.Values, part...)
		}
		return m
	}
	inAny := func(list term.Value, text term.Value) bool { return slices.ContainsFunc(list.Items(), text.Equal) }
	for _, c := range []struct {
		name, want string
		fails      func(filled sut.Message, text term.Value) bool
	}{
		{"in a list", `fill([""], {}) get("")`, func(m sut.Message, text term.Value) bool { return inAny(m.Values[0], text) }},
		{"in both", `fill([""], {"": []}) get("")`, func(m sut.Message, text term.Value) bool { return inAny(m.Values[0], text) && inAny(m.Values[1], text) }},
		{"deep", `fill([], {"": ["aaa"]}) get("aaa")`, func(m sut.Message, text term.Value) bool {
			return len(text.Text()) > 2 && slices.ContainsFunc(m.Values[1].Items(), func(v term.Value) bool { return inAny(v, text) })
		}},
	} {
		system := fails(func(steps []shrink.Step) bool {
			m, ok := last(steps, get)
			return ok && slices.ContainsFunc(inputsOf(steps, fill), func(filled sut.Message) bool { return c.fails(filled, m.Values[0]) })
		})
		given := []shrink.Step{{Input: parse(fill, `["one", "Zürich", "three"]`, `{"Zürich": ["x", "Zürich"], "k": []}`)}, send(get, "one"), send(get, "Zürich")}
		got, err := shrink.Run(t.Context(), given, system.try, always)
		if err != nil || show(got) != c.want {
			t.Errorf("%s: got %s, %v; want %s", c.name, show(got), err, c.want)
		}
	}
}
