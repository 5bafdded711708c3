package collections

import (
	"math/bits"
	"strings"
)

// Failure is why an expression has no value: the model errors that its evaluation can run into. Which one comes first is left open where
// operands or the elements of a collection fail for different reasons. Zero is no failure.
type Failure uint16

// The model errors.
const (
	DivisionByZero Failure = 1 << iota
	IndexOutOfBounds
	ValueOutOfRange
	KeyAbsent
	ValueAbsent
	CaseNotCovered

	// TooLarge is no model error: the value is larger than what this package computes with, and the case must be given up.
	TooLarge

	// anyError leaves open which model error there is.
	anyError = TooLarge - 1
)

var kindNames = []string{"division-by-zero", "index-out-of-bounds", "value-out-of-range", "key-absent", "value-absent", "case-not-covered", "too-large"}

// Kinds are the names of the model errors, as in findings.
func (f Failure) Kinds() []string {
	var out []string
	for i, name := range kindNames {
		if f&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Has reports whether a model error of this kind is among those of f.
func (f Failure) Has(kind string) bool {
	for _, k := range f.Kinds() {
		if k == kind {
			return true
		}
	}
	return false
}

// Certain reports whether f leaves no choice: it has exactly one model error.
func (f Failure) Certain() bool { return bits.OnesCount16(uint16(f)) == 1 }

// String lists the model errors.
func (f Failure) String() string { return strings.Join(f.Kinds(), " or ") }
