package concolic

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/flat"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A configuration in pages has the words that it was made of, whatever it shares with another; and it shares the pages in which
// nothing changed.
func TestPagesKeepWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.Int64(), 1, 3*groupWords).Draw(t, "words")
		first := paged(flat.Config{Words: words}, &pages{})
		changed := slices.Clone(words)
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(words)-1), 0, 3).Draw(t, "changed") {
			changed[i]++
		}
		second := paged(flat.Config{Words: changed}, &first)
		if got := second.config([]int64{1, 2}[:0]); !slices.Equal(got.Words, changed) {
			t.Fatalf("%v became %v", changed, got.Words)
		}
		if got := first.config(nil); !slices.Equal(got.Words, words) {
			t.Fatalf("%v became %v", words, got.Words)
		}
		for i, g := range second.groups {
			if old := first.groups[i]; (g == old) != (*g == *old) {
				t.Fatalf("group %d is the same: %v", i, *g == *old)
			}
			for k, p := range g {
				if old := first.groups[i][k]; p != nil && (p == old) != (*p == *old) {
					t.Fatalf("page %d of group %d is the same: %v", k, i, *p == *old)
				}
			}
		}
		if first.equal(flat.Config{Words: changed}) != slices.Equal(words, changed) {
			t.Fatalf("%v and %v are not compared well", words, changed)
		}
		at := rapid.IntRange(0, len(words)-1).Draw(t, "at")
		if second.word(at) != changed[at] {
			t.Fatalf("word %d is %d, not %d", at, second.word(at), changed[at])
		}
	})
}

// Steps in their compact form have the moves and parameters that they were made of, including values that fit no word.
func TestPiecesKeepSteps(t *testing.T) {
	system := testkit.LoadText(t, "input a()\ninput b(x: int)\ninput c(x: int, s: string, y: int)\ninitial l\n"+
		"none: l -> l in a()\none: l -> l in b(_)\nthree: l -> l in c(_, _, _)\n")
	rapid.Check(t, func(t *rapid.T) {
		var steps []Step
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			s := Step{Move: rapid.SampledFrom(system.Moves()).Draw(t, "move")}
			for range s.Move.Params {
				v := term.IntValue(rapid.Int64().Draw(t, "number"))
				if rapid.IntRange(0, 9).Draw(t, "kind") == 0 {
					v = term.StringValue(rapid.String().Draw(t, "text"))
				}
				s.Params = append(s.Params, v)
			}
			steps = append(steps, s)
		}
		packed := pieceOf(system, steps)
		same := func(a, b Step) bool { return a.Move == b.Move && term.SameValues(a.Params, b.Params) }
		if got := packed.steps(); !slices.EqualFunc(got, steps, same) {
			t.Fatalf("%v became %v", steps, got)
		}
	})
}
