package concolic

import (
	"errors"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestJournal: a search continues from any part of the journal of an earlier one, and its runs replay.
func TestJournal(t *testing.T) {
	testkit.Sequential(t)
	for _, e := range []Engine{Cons, EC, Auto, Symb} {
		var entries []result.JournalEntry
		keep := func(e result.JournalEntry) error {
			entries = append(entries, e)
			return nil
		}
		s, _ := sample(t, 40, 80, 2)
		first := searchFor(t, s, Options{Engine: e, Seed: 1, Steps: 2000, Queries: 50, Journal: keep})
		if first.Covered() == 0 || first.Covered() > len(entries) {
			t.Fatalf("%s: %d entries of %d transitions", e, len(entries), first.Covered())
		}
		whole := len(entries)
		for _, n := range []int{whole, whole / 2, 0} {
			earlier := entries[:n:n]
			s, _ = sample(t, 40, 80, 2)
			o := searchFor(t, s, Options{Engine: e, Seed: 2, Steps: 2000, Queries: 50, Earlier: earlier, Journal: keep})
			if n == whole && o.Earlier != first.Covered() || o.Covered() < o.Earlier || o.Earlier > n {
				t.Errorf("%s: %d of %d entries give %d transitions; reached %d, before %d", e, n, whole, o.Earlier, o.Covered(), first.Covered())
			}
			mustReplay(t, o)
			entries = entries[:whole]
		}
	}
}

// TestBadJournal: an entry that does not replay on the model is an error that names it.
func TestBadJournal(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: 0..9)\nvar x: int\nassume x > 3\ninitial s\nset: s -> u in go(n) when n < x do x := n\nback: u -> s in go(_)\n")
	good := result.JournalEntry{After: -1, Start: []string{"4"}}
	step := func(move string, params ...string) result.JournalEntry {
		return result.JournalEntry{Steps: []result.JournalStep{{Move: move, Params: params}}}
	}
	for name, entries := range map[string][]result.JournalEntry{
		"assumption":         {{After: -1, Start: []string{"3"}}},
		"no number":          {{After: -1, Start: []string{"x"}}},
		"too few values":     {{After: -1}},
		"nothing before":     {{After: 0}},
		"no steps":           {good, {After: 0}},
		"steps at a start":   {{After: -1, Start: []string{"4"}, Steps: []result.JournalStep{{Move: "jump"}}}},
		"control characters": {{After: -1, Start: []string{"4"}, How: "\x1b[31m"}},
		"itself":             {good, {After: 1}},
		"far before":         {good, {After: -2}},
		"no such move":       {good, step("jump")},
		"wrong location":     {good, step("back", "1")},
		"too few params":     {good, step("set")},
		"out of range":       {good, step("set", "10")},
		"guard":              {good, step("set", "5")},
		"empty digits":       {good, step("set", "")},
		"exponent":           {good, step("set", "1e9")},
		"very long numbers":  {good, step("set", string(make([]byte, 100_000)))},
	} {
		_, err := Search(t.Context(), s, Options{NewSolver: newSolver(s), Earlier: entries, Steps: 100})
		var wrong *EntryError
		if !errors.As(err, &wrong) || wrong.Number != len(entries)-1 {
			t.Errorf("%s: got %v", name, err)
		}
	}
	o, err := Search(t.Context(), s, Options{NewSolver: newSolver(s), Earlier: []result.JournalEntry{good, step("set", "3")}, Steps: 1, Engine: Rand})
	if err != nil || o.Earlier != 1 {
		t.Errorf("a good journal gives %v", err)
	}
}

// TestJournalFails: a journal that cannot be written ends the search with an error.
func TestJournalFails(t *testing.T) {
	s, _ := sample(t, 30, 60, 1)
	count := 0
	full := func(result.JournalEntry) error {
		if count++; count > 10 {
			return errors.New("disk full")
		}
		return nil
	}
	o := searchFor(t, s, Options{Engine: Auto, Seed: 1, Workers: 2, Journal: full})
	if o.Stop != result.StopJournal || o.Journal == nil || o.Journal.Error() != "disk full" || count != 11 {
		t.Errorf("ended by %s after %d entries", o.Stop, count)
	}
	mustReplay(t, o)
}
