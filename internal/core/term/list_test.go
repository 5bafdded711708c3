package term_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A map has each key once, in ascending order, with the last value given for it.
func TestMapValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOf(rapid.Int64Range(0, 5)).Draw(t, "entries")
		want, given := map[int64]int64{}, []term.Value{}
		for i := 0; i+1 < len(entries); i += 2 {
			want[entries[i]] = entries[i+1]
			given = append(given, term.IntValue(entries[i]), term.IntValue(entries[i+1]))
		}
		items := term.MapValue(given...).Items()
		if len(items) != 2*len(want) {
			t.Fatalf("%d items for %d keys", len(items), len(want))
		}
		var keys []int64
		for i := 0; i < len(items); i += 2 {
			key, _ := items[i].Small()
			if v, _ := items[i+1].Small(); v != want[key] {
				t.Fatalf("key %d has %d instead of %d", key, v, want[key])
			}
			keys = append(keys, key)
		}
		if !slices.IsSorted(keys) {
			t.Fatalf("the keys are %v", keys)
		}
	})
}
