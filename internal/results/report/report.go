// Package report writes documents of package result as readable text. Text writes any document; package draw makes pictures.
//
// The same document gives the same text. Names and expressions come from the user's model, so they are not trusted: text that may have
// control characters passes through text.Clean.
package report

import (
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Options configures the text.
type Options struct {
	Width   int  // of the terminal, in columns
	Color   bool // write ANSI colours
	Verbose bool // list every reached transition, whole traces, and inferred contracts in full
}

// Text returns a document as text. It is empty for documents that only programs read.
func Text(document any, o Options) string {
	w := &textWriter{width: max(o.Width, narrowest), color: o.Color, verbose: o.Verbose}
	switch r := document.(type) {
	case *result.Unfinished: // there is nothing to show
	case *result.Check:
		w.check(r)
	case *result.Explore:
		w.explore(r)
	case *result.Abstract:
		w.abstract(r)
	case *result.Chance:
		w.chance(r)
	case *result.Suite:
		w.suite(r)
	case *result.Classes:
		w.classes(r)
	case *result.Family:
		w.family(r)
	case *result.Concolic:
		w.concolic(r)
	case *result.Weights:
		w.weights(r)
	case *result.Mutate:
		w.mutate(r)
	case *result.Run:
		w.run(r)
	case *result.Replay:
		w.replay(r)
	case *result.Conform:
		w.conform(r)
	case *result.Table[result.TableState]:
		w.tableStates(r.Tables)
	case *result.Table[result.TableImported]:
		each(r.Tables, w.tableImported)
	case *result.Table[result.TableContent]:
		each(r.Tables, func(c result.TableContent) { w.out.WriteString(c.CSV) })
	case *result.Table[result.TableRan]:
		each(r.Tables, w.tableRan)
	case *result.Table[result.TableChecked]:
		if r.Pruning {
			each(r.Tables, w.tablePruned)
		} else {
			each(r.Tables, w.tableRechecked)
		}
	case *result.ContractChecks:
		w.contracts(r)
	case *result.FeasiblePaths:
		w.feasible(r)
	case *result.Inferred:
		w.inferred(r)
	case *result.ContractTests:
		w.exercises(r)
	case *result.GraphDocument:
		w.metrics(r)
	case *result.Trust:
		w.trust(r)
	case *result.Certification:
		w.certified(r)
	case *result.Verification:
		w.verified(r)
	case *result.Doctor:
		w.doctor(r)
	case *result.Export:
		w.exported(r)
	}
	return w.out.String()
}

// exported says what a file has that was written for another tool: tests, or bindings of the model.
func (w *textWriter) exported(r *result.Export) {
	if r.Tests == 0 {
		w.line("%s: %s of %s", r.File, r.Format, r.Model.Name)
		return
	}
	w.line("%s: %s, %s", r.File, text.Count(r.Tests, "test"), text.Count(r.Steps, "step"))
}
