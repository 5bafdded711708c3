package sts

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Start holds the conditions for initial states. An initial value may be undefined, or out of range, for some values of the frozen constants.
// That is a model error: no run begins there, and System.Assume excludes it.
type Start struct {
	Safety   []Obligation // of the initial values, over frozen slots
	Declared *term.Term   // the declared assumptions that have a value wherever the initial values have none; set by Begin

	undefined map[*term.Term]bool // slots whose initial value may be undefined
}

// Initialise gives a row of slots their initial values; safety holds their obligations.
func (s *System) Initialise(first int, values []*term.Term, safety []Obligation) {
	partial := slices.ContainsFunc(safety, func(o Obligation) bool { return o.Kind != OutOfRange })
	for i, v := range values {
		slot := &s.Slots[first+i]
		slot.Init = v
		if partial && s.Start.undefined == nil {
			s.Start.undefined = map[*term.Term]bool{}
		}
		if partial {
			s.Start.undefined[slot.Term] = true
		}
	}
	s.Start.Safety = append(s.Start.Safety, safety...)
}

// Begin sets the assumptions about initial states, after all slots were initialised. An assumption about an undefined initial value does not
// hide the model error.
func (s *System) Begin(declared *term.Term) {
	defined := slices.DeleteFunc(slices.Clone(declared.Conjuncts()), func(c *term.Term) bool { return c.MentionsIn(s.Start.undefined) })
	s.Start.Declared = s.Store.And(defined...)
	s.Assume = s.Store.And(append(Conditions(s.Start.Safety), declared, s.inInitialLocations())...)
}

// StartErrors returns, for each obligation of the initial values, the conditions under which it is the first that is violated. They
// are over the variables of StartSymbolic.
func (s *System) StartErrors() [][]*term.Term {
	var out [][]*term.Term
	start, _ := s.StartSymbolic()
	before := s.Start.Declared
	for _, o := range s.Start.Safety {
		out = append(out, s.Apply(s.Store.And(before, s.Store.Not(o.Cond)), &start).Conjuncts())
		before = s.Store.And(before, o.Cond)
	}
	return out
}

// StartError returns the first obligation of the initial values that an initial configuration violates, if the declared assumptions
// allow the configuration; nil if there is none.
func (in *Interpreter) StartError(c *Config) (*Obligation, error) {
	start := &in.system.Start
	if len(start.Safety) == 0 {
		return nil, nil
	}
	if allowed, err := in.Holds(c, start.Declared); err != nil || !allowed {
		return nil, err
	}
	for i := range start.Safety {
		if holds, err := in.Holds(c, start.Safety[i].Cond); err != nil || !holds {
			return &start.Safety[i], err
		}
	}
	return nil, nil
}
