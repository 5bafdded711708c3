package report

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// tableStates writes a line for each extern, in columns.
func (w *textWriter) tableStates(states []result.TableState) {
	if len(states) == 0 {
		w.line("The model has no externs.")
	}
	columns := tabwriter.NewWriter(&w.out, 0, 0, 2, ' ', 0)
	for _, s := range states {
		runners := cmp.Or(strings.Join(s.Runners, ", "), "no runner")
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\n", text.Visible(s.Extern), text.Count(s.Rows, "row"), text.Visible(tableFiles(s)), text.Visible(runners))
	}
	columns.Flush()
}

func tableFiles(s result.TableState) string {
	var out []string
	for _, f := range s.Files {
		words := f.Path
		switch {
		case f.Missing:
			words += " (not there yet)"
		case f.Stale:
			words += " (stale: the runner changed)"
		}
		out = append(out, words)
	}
	return cmp.Or(strings.Join(out, ", "), "no table")
}

func (w *textWriter) tableImported(r result.TableImported) {
	w.conflicts(r.Conflicts, "the table", r.From)
	if len(r.Conflicts) > 0 {
		w.line("%s: %s contradictory; nothing was written", r.Extern, text.Count(len(r.Conflicts), "row"))
		return
	}
	w.line("%s: %s new, %d known already; %s has %s", r.Extern, text.Count(r.New, "row"), r.Duplicates, r.File, text.Count(r.Rows, "row"))
}

// conflicts lists calls that have two results.
func (w *textWriter) conflicts(conflicts []result.TableConflict, old, other string) {
	for _, x := range conflicts {
		w.line("%s\n  %s: %s%s\n  %s: %s%s", x.Call, old, x.Result, placeText(x.Place), other, x.Other, placeText(x.OtherPlace))
	}
}

func placeText(place string) string {
	if place == "" {
		return ""
	}
	return "  (" + place + ")"
}

func (w *textWriter) tableRan(r result.TableRan) {
	for _, row := range r.Rows {
		w.line("%s = %s", row.Call, row.Result)
	}
	w.conflicts(r.Conflicts, "the table", "the function")
	w.failedCalls(r.Failures)
	if r.File != "" {
		w.line("%s added to %s", text.Count(r.Saved, "row"), r.File)
	}
}

func (w *textWriter) failedCalls(failures []result.TableFailure) {
	for _, f := range failures {
		w.line("%s failed\n  %s", f.Call, f.Error)
	}
}

func (w *textWriter) tableRechecked(r result.TableChecked) {
	if r.Skipped != "" {
		w.line("%s: nothing to run, %s", r.Extern, r.Skipped)
		return
	}
	w.conflicts(r.Conflicts, "the table", "the function")
	w.failedCalls(r.Failures)
	w.line("%s: %s run again, %s, %s", r.Extern, text.Count(r.Checked, "row"), text.Count(len(r.Conflicts), "difference"), text.Count(len(r.Failures), "failure"))
	w.written(r)
}

func (w *textWriter) written(r result.TableChecked) {
	for _, path := range r.Written {
		w.line("%s is written", path)
	}
}

func (w *textWriter) tablePruned(r result.TableChecked) {
	for _, x := range r.Conflicts {
		w.line("drop %s = %s, the function answers %s%s", x.Call, x.Result, x.Other, placeText(x.Place))
	}
	for _, comment := range r.Comments {
		w.line("drop the comment %s", comment)
	}
	w.failedCalls(r.Failures)
	w.line("%s: %s to drop, %s", r.Extern, text.Count(len(r.Conflicts), "row"), text.Count(r.Duplicates, "duplicate"))
	if len(r.Written) == 0 && len(r.Conflicts)+r.Duplicates > 0 {
		w.line("nothing was written; use --save")
	}
	w.written(r)
}
