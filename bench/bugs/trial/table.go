package trial

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

// Row is one fault in the table, with a cell for each tool.
type Row struct {
	System, Fault string
	Class         bugs.Class
	Heldout       bool
	Cells         map[string]Cell
}

// Cell sums up the seeds of one fault and tool. Inputs, seconds and length are medians over the seeds that found the fault.
type Cell struct {
	Found, Seeds int
	Inputs       int
	Seconds      float64
	Length       int
}

// Table is the result of a run of the bench.
type Table struct {
	Budget    Budget
	Tools     []string
	Rows      []Row
	Shrinking []Shrinking `json:",omitempty"`
	Troubles  []string
}

// NewTable sums up outcomes.
func NewTable(budget Budget, tools []string, outcomes []Outcome) *Table {
	t := &Table{Budget: budget, Tools: tools}
	grouped := map[[3]string][]Outcome{}
	for _, o := range outcomes {
		if o.Trouble != "" {
			t.Troubles = append(t.Troubles, fmt.Sprintf("%s %s/%s seed %d: %s", o.Tool, o.System, o.Fault, o.Seed, o.Trouble))
		}
		id := [3]string{o.System, o.Fault, o.Tool}
		grouped[id] = append(grouped[id], o)
		if !slices.ContainsFunc(t.Rows, func(r Row) bool { return r.System == o.System && r.Fault == o.Fault }) {
			t.Rows = append(t.Rows, Row{o.System, o.Fault, o.Class, o.Heldout, map[string]Cell{}})
		}
	}
	for _, r := range t.Rows {
		for _, tool := range tools {
			of := grouped[[3]string{r.System, r.Fault, tool}]
			r.Cells[tool] = newCell(of)
			if s, ok := newShrinking(of); ok {
				t.Shrinking = append(t.Shrinking, s)
			}
		}
	}
	return t
}

func newCell(outcomes []Outcome) Cell {
	c := Cell{Seeds: len(outcomes)}
	var inputs, lengths []int
	var seconds []float64
	for _, o := range outcomes {
		if o.Found {
			c.Found++
			inputs, lengths, seconds = append(inputs, o.Inputs), append(lengths, o.Length), append(seconds, o.Seconds)
		}
	}
	if c.Found > 0 {
		c.Inputs, c.Length, c.Seconds = median(inputs), median(lengths), median(seconds)
	}
	return c
}

func median[T int | float64](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}

// Sum counts the faults found by a tool: by all seeds, and by any.
type Sum struct {
	All, Any, Faults int
	Found, Runs      int // by all seeds together
}

// sum counts rows.
func (t *Table) sum(tool string, pick func(Row) bool) Sum {
	var s Sum
	for _, r := range t.Rows {
		c := r.Cells[tool]
		if !pick(r) || c.Seeds == 0 {
			continue
		}
		s.Faults++
		s.Found += c.Found
		s.Runs += c.Seeds
		if c.Found > 0 {
			s.Any++
		}
		if c.Found == c.Seeds {
			s.All++
		}
	}
	return s
}

// cells returns the table as text: a header, the rows, the sums.
func (t *Table) cells() [][]string {
	header := []string{"system", "fault", "class"}
	for _, tool := range t.Tools {
		header = append(header, t.columns(tool, "inputs", "s", "length")...)
	}
	out := [][]string{header}
	for _, r := range t.Rows {
		line := []string{r.System, r.name(), string(r.Class)}
		for _, tool := range t.Tools {
			line = append(line, t.columns(r.Cells[tool].cells()...)...)
		}
		out = append(out, line)
	}
	return out
}

// columns returns the columns of a tool, without lengths if failures were not made shorter.
func (t *Table) columns(all ...string) []string {
	if t.Budget.Shrink == 0 {
		return all[:3]
	}
	return all
}

// name returns the fault, with a star if it is held out of tuning.
func (r Row) name() string {
	if r.Heldout {
		return r.Fault + "*"
	}
	return r.Fault
}

func (c Cell) cells() []string {
	if c.Found == 0 {
		return []string{fmt.Sprintf("0/%d", c.Seeds), "", "", ""}
	}
	return []string{fmt.Sprintf("%d/%d", c.Found, c.Seeds), fmt.Sprint(c.Inputs), fmt.Sprintf("%.2f", c.Seconds), fmt.Sprint(c.Length)}
}

// sums returns the runs and the faults found in all, of those held out of tuning, by class and by system.
func (t *Table) sums() [][]string {
	out := [][]string{append([]string{"found by every seed (by any)"}, t.Tools...), t.runs()}
	add := func(name string, pick func(Row) bool) {
		line := []string{name}
		for _, tool := range t.Tools {
			s := t.sum(tool, pick)
			line = append(line, fmt.Sprintf("%d (%d) of %d", s.All, s.Any, s.Faults))
		}
		out = append(out, line)
	}
	add("all", func(Row) bool { return true })
	add("held out of tuning", func(r Row) bool { return r.Heldout })
	for _, class := range distinct(t.Rows, func(r Row) string { return string(r.Class) }) {
		add(class, func(r Row) bool { return string(r.Class) == class })
	}
	for _, system := range distinct(t.Rows, func(r Row) string { return r.System }) {
		add(system, func(r Row) bool { return r.System == system })
	}
	return out
}

// runs returns how many runs found their fault, in each of which one fault was looked for with one seed.
func (t *Table) runs() []string {
	line := []string{"runs"}
	for _, tool := range t.Tools {
		s := t.sum(tool, func(Row) bool { return true })
		line = append(line, fmt.Sprintf("%d of %d (%.1f %%)", s.Found, s.Runs, 100*float64(s.Found)/float64(max(s.Runs, 1))))
	}
	return line
}

func distinct(rows []Row, of func(Row) string) []string {
	var out []string
	for _, r := range rows {
		out = append(out, of(r))
	}
	sort.Strings(out)
	return slices.Compact(out)
}

// lengths compares the shrunk failures of the first tool with those of each other tool.
func (t *Table) lengths() []string {
	var out []string
	for _, tool := range t.Tools[1:] {
		both, longer := 0, 0
		for _, r := range t.Rows {
			a, b := r.Cells[t.Tools[0]], r.Cells[tool]
			if a.Found > 0 && b.Found > 0 {
				both++
				if a.Length > b.Length {
					longer++
				}
			}
		}
		out = append(out, fmt.Sprintf("of %d faults that both found, %s shrinks %d no longer than %s", both, t.Tools[0], both-longer, tool))
	}
	return out
}

// Text returns the table with columns.
func (t *Table) Text() string {
	var b strings.Builder
	for _, part := range [][][]string{t.cells(), t.sums(), t.shrinkings()} {
		if len(part) > 0 {
			columns(&b, part)
			b.WriteByte('\n')
		}
	}
	t.notes(&b, "")
	return b.String()
}

func columns(b *strings.Builder, lines [][]string) {
	width := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			width[i] = max(width[i], len(cell))
		}
	}
	for _, line := range lines {
		var s strings.Builder
		for i, cell := range line {
			fmt.Fprintf(&s, "%-*s  ", width[i], cell)
		}
		b.WriteString(strings.TrimRight(s.String(), " ") + "\n")
	}
}

// Markdown returns the table for a document.
func (t *Table) Markdown() string {
	var b strings.Builder
	for _, part := range [][][]string{t.sums(), t.cells(), t.shrinkings()} {
		if len(part) == 0 {
			continue
		}
		for i, line := range part {
			b.WriteString("| " + strings.Join(line, " | ") + " |\n")
			if i == 0 {
				b.WriteString(strings.Repeat("|---", len(line)) + "|\n")
			}
		}
		b.WriteByte('\n')
	}
	t.notes(&b, "- ")
	return b.String()
}

func (t *Table) notes(b *strings.Builder, bullet string) {
	fmt.Fprintf(b, "%sat most %s for each fault, tool and seed\n", bullet, t.Budget)
	if t.Budget.Shrink > 0 {
		for _, line := range t.lengths() {
			b.WriteString(bullet + line + "\n")
		}
	}
	for _, line := range t.Troubles {
		b.WriteString(bullet + "trouble: " + line + "\n")
	}
}
