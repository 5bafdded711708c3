package trial

import (
	"strings"
	"testing"
	"time"
)

func TestTableSumsUpSeeds(t *testing.T) {
	outcomes := []Outcome{
		{Tool: "one", System: "s", Fault: "f", Class: "c", Seed: 0, Found: true, Inputs: 30, Seconds: 3, Length: 4},
		{Tool: "one", System: "s", Fault: "f", Class: "c", Seed: 1, Found: true, Inputs: 10, Seconds: 1, Length: 2},
		{Tool: "one", System: "s", Fault: "f", Class: "c", Seed: 2, Found: true, Inputs: 20, Seconds: 2, Length: 3},
		{Tool: "two", System: "s", Fault: "f", Class: "c", Seed: 0, Found: true, Inputs: 7, Seconds: 1, Length: 2},
		{Tool: "two", System: "s", Fault: "f", Class: "c", Seed: 1, Inputs: 50, Seconds: 9, Trouble: "time limit"},
		{Tool: "one", System: "s", Fault: "g", Class: "d", Seed: 0, Inputs: 50, Seconds: 9},
		{Tool: "two", System: "s", Fault: "g", Class: "d", Seed: 0, Found: true, Inputs: 5, Seconds: 1, Length: 1},
	}
	got := NewTable(Budget{Inputs: 50, Shrink: 1}, []string{"one", "two"}, outcomes).Text()
	for _, want := range []string{
		"s       f      c      3/3  20      2.00  3       1/2  7       1.00  2",
		"s       g      d      0/1                        1/1  5       1.00  1",
		"all                           1 (1) of 2       1 (2) of 2",
		"runs                          3 of 4 (75.0 %)  2 of 3 (66.7 %)",
		"of 1 faults that both found, one shrinks 0 no longer than two",
		"trouble: two s/f seed 1: time limit",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the table has no %q:\n%s", want, got)
		}
	}
}

func TestTableOfShrinking(t *testing.T) {
	outcomes := []Outcome{
		{Tool: "one", System: "s", Fault: "f", Class: "c", Seed: 0, Found: true, Length: 4, Shorter: 0.25, Limit: 2},
		{Tool: "one", System: "s", Fault: "g", Class: "c", Seed: 0, Found: true, Length: 4, Shorter: 3.5, Limit: 2},
		{Tool: "one", System: "s", Fault: "g", Class: "c", Seed: 1, Found: true, Length: 3, Shorter: 1, Limit: 2},
		{Tool: "one", System: "s", Fault: "h", Class: "c", Seed: 0, Found: true, Length: 1, Shorter: 2.75, Limit: 2},
		{Tool: "two", System: "s", Fault: "f", Class: "c", Seed: 0, Found: true, Length: 4, Shorter: 9},
	}
	got := NewTable(Budget{Inputs: 50, Shrink: 1}, []string{"one", "two"}, outcomes).Text()
	want := `tool  system  fault  shorter after s  limit s  lengths
one   s       g      3.50 (too long)  2        [4 3]
one   s       h      2.75             2        [1]
one   s       f      0.25             2        [4]
`
	if !strings.Contains(got, want) {
		t.Errorf("the table has no\n%s\n%s", want, got)
	}
}

func TestTableWithoutLengths(t *testing.T) {
	outcomes := []Outcome{
		{Tool: "one", System: "s", Fault: "f", Class: "c", Found: true, Inputs: 3, Seconds: 0.5, Length: 2, Heldout: true},
		{Tool: "one", System: "s", Fault: "g", Class: "c", Found: true, Inputs: 4, Seconds: 0.5, Length: 2},
	}
	got := NewTable(Budget{Time: 20 * time.Second}, []string{"one"}, outcomes).Text()
	for _, want := range []string{
		"s       f*     c      1/1  3       0.50\n",
		"held out of tuning            1 (1) of 1\n",
		"at most 20 s of processor time for each fault, tool and seed\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the table has no %q:\n%s", want, got)
		}
	}
}

func TestTableAsMarkdown(t *testing.T) {
	got := NewTable(Budget{Inputs: 50, Shrink: 1}, []string{"one"}, []Outcome{{Tool: "one", System: "s", Fault: "f", Class: "c", Found: true, Inputs: 3, Seconds: 0.5, Length: 2}}).Markdown()
	want := "| s | f | c | 1/1 | 3 | 0.50 | 2 |\n"
	if !strings.Contains(got, want) || !strings.Contains(got, "|---|---|---|---|---|---|---|\n") {
		t.Errorf("got\n%s\nwant a line %q", got, want)
	}
}
