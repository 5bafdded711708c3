package domain

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	known "github.com/sextant-mbt/sextant/internal/engines/prove/domain"
)

// Starts lists the initial values of a system, by slot: all values of those that begin with any value, with a default for the others.
// Values that the assumptions of the system exclude slot by slot are left out. If there are too many, excess is the slot with too many
// values, or nil if only the combinations are too many.
func (d *Domain) Starts(s *sts.System) (rows [][]term.Value, excess *sts.Slot, listed bool) {
	lists, assumed := make([][]term.Value, len(s.Slots)), assumedOf(s)
	for i, slot := range s.Slots {
		lists[i], listed = []term.Value{slot.Sort.Default()}, true
		if slot.Init == nil {
			lists[i], listed = d.assumedValues(slot.Sort, assumed[i])
		}
		if !listed {
			return nil, &s.Slots[i], false
		}
	}
	rows, listed = Rows(lists, d.Limit)
	return rows, nil, listed
}

// assumedOf returns what the declared assumptions of a system say of each slot at the start.
func assumedOf(s *sts.System) known.Row {
	evaluator, row := known.NewEvaluator(s.Store), make(known.Row, len(s.Slots))
	for i, slot := range s.Slots {
		evaluator.Add(slot.Term)
		if slot.Init == nil { // an initial value that is given may be out of range
			row[i] = known.AnyOf(slot.Sort)
		}
	}
	if declared := s.Start.Declared; declared != nil && !evaluator.RefineAll(declared.Conjuncts(), row) {
		return make(known.Row, len(s.Slots)) // no start is possible, which callers find when they try them
	}
	return row
}

// assumedValues lists the values of a sort, without those of which something is known that excludes them.
func (d *Domain) assumedValues(s *term.Sort, about known.Value) ([]term.Value, bool) {
	if set, small := about.Set(); small && s.IsScalar() {
		return set, true
	}
	if bounds := about.Interval(); s.Kind == term.KindInt && bounds.Low.OK && bounds.High.OK {
		return d.numbers(term.Range(bounds.Low.N, bounds.High.N))
	}
	return d.Values(s)
}
