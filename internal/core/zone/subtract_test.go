package zone

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestBeyond compares the difference with zones point by point; its parts have no point in common.
func TestBeyond(t *testing.T) {
	check(t, func(t *rapid.T, w world) {
		z, _ := w.drawZone(t)
		var others []*Zone
		for range rapid.IntRange(0, 3).Draw(t, "others") {
			o, _ := w.drawZone(t)
			others = append(others, o)
		}
		rest, ok := z.Beyond(others...)
		if !ok {
			t.Skip("too many parts")
		}
		in := func(p []int) func(*Zone) bool { return func(o *Zone) bool { return o.contains(p) } }
		w.each(func(p []int) bool {
			want := z.contains(p) && !slices.ContainsFunc(others, in(p))
			parts := len(slices.DeleteFunc(slices.Clone(rest), func(o *Zone) bool { return !o.contains(p) }))
			if got := parts == 1; got != want || parts > 1 {
				t.Fatalf("%v in eighths is in %d of %v, without %v: want %v", p, parts, rest, others, want)
			}
			return true
		})
	})
}
