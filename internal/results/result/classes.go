package result

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Classes is the result of the command classes.
type Classes struct {
	Head
	Steps        Span         `json:"steps"` // of the runs that were divided
	Classifiers  []Classifier `json:"classifiers"`
	Classes      []Class      `json:"classes"`
	Combinations int          `json:"combinations,omitempty"` // of values that the types allow; 0 if these are too many to count
	Impossible   [][]string   `json:"impossible,omitempty"`   // combinations that are proved impossible for runs within the bounds, if these are few
	Complete     bool         `json:"complete"`               // no run within the bounds is in another class
	Doubts       []string     `json:"doubts,omitempty"`       // undecided queries
	Paths        int          `json:"paths"`
	Engines      []EngineUse  `json:"engines,omitempty"` // of the portfolio, which was asked about what the tree left open
	Replay       string       `json:"replay,omitempty"`  // the command that runs the stored tests
}

// Span is a range of natural numbers.
type Span struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// ParseSpan reads a range such as 2..5. A number alone is the end of a range that begins with 1.
func ParseSpan(s string) (Span, error) {
	low, high, isRange := strings.Cut(s, "..")
	if !isRange {
		low, high = "1", s
	}
	least, lowErr := strconv.ParseUint(low, 10, 31)
	most, highErr := strconv.ParseUint(high, 10, 31)
	switch {
	case lowErr != nil || highErr != nil:
		return Span{}, errors.New("write a range such as 2..5, or a number, as in 5 for 1..5")
	case most == 0:
		return Span{}, errors.New("must be at least 1")
	case least > most:
		return Span{}, fmt.Errorf("the range is empty: %d is more than %d", least, most)
	}
	return Span{int(least), int(most)}, nil
}

// String writes the range so that ParseSpan reads it.
func (s Span) String() string { return fmt.Sprintf("%d..%d", s.Least, s.Most) }

// Classifier is a term over runs.
type Classifier struct {
	Name string `json:"name"`
	Term string `json:"term"` // as written
	Source
}

// Class is the runs for which all classifiers have the same values, with a test that follows one of them.
type Class struct {
	Values []string  `json:"values"` // by classifier
	Test   SuiteTest `json:"test"`
	Trace  Trace     `json:"trace"`
}
