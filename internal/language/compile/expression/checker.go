// Package expression lowers types, constants and expressions to the core: scalar terms, with obligations next to them.
//
// Arrays and records are taken apart here: an operand is a type and a row of scalar terms, a symbolic index becomes a chain
// of if-then-else. Division by zero, an index out of bounds and a value out of range are not values but obligations next to
// the terms; "a and b" evaluates b under a, so "y != 0 and x / y > 2" has none left.
package expression

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
)

// Limits against hostile input.
const (
	MaxSlots     = 20000
	maxArray     = 4096
	maxInlining  = 500000 // expressions lowered in one model
	TermsPerStop = 200000 // terms between two calls of Options.Stop: some tenths of a second
)

// Checker has the names and types of a model, and the state of its compilation.
type Checker struct {
	*symbols.Table
	System    *sts.System
	Env       []*term.Term // current value of each slot; outside of a transition, its variable
	Overrides map[string]string
	Stop      func() error        // called from time to time; an error ends the compilation
	Stopped   error               // the error it returned
	NextStop  int                 // it is called again when the store has this many terms
	Machines  map[string]*Machine // by the name of the instance; those whose locations are known

	Clocks       []*term.Term
	AnyArguments bool // parameters of the current machine have no values: it is only checked

	lowered  int // expressions lowered so far, bounded by maxInlining
	tooLarge bool
}

// Machine is a machine whose locations are known.
type Machine struct {
	Index int
	Out   *sts.Machine
	Place map[string]int // location -> index
}

// TopName is the name of the machine at the top level, if there are instances as well.
const TopName = "main"
