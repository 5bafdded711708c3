package smt

import "time"

// Kind is the purpose of a query.
type Kind uint8

// The kinds. Other covers all other purposes, such as the choice of values for tests.
const (
	Other      Kind = iota
	Start           // whether a run can begin, and with which values
	Step            // whether a step can be taken
	Deadlock        // whether nothing can be taken
	Timelock        // whether time stops, or goes on without end in no time
	Obligation      // whether an operation has no value, or one out of range
	Invariant       // whether an invariant is violated
	Inclusion       // whether a state is part of another
	Proof           // whether something never happens
	Closed          // whether a formula without free variables is true, where a run depends on it
	kinds           // their number
)

// String is the name in statistics.
func (k Kind) String() string {
	return [kinds]string{"other", "start", "step", "deadlock", "timelock", "obligation", "invariant", "inclusion", "proof", "closed"}[k]
}

// Cost is the cost of queries.
type Cost struct {
	Calls   int     // queries that reached a solver process
	Seconds float64 // time spent waiting for it
}

// Costs holds the cost of the queries of each kind.
type Costs [kinds]Cost

func (c *Costs) add(kind Kind, seconds float64) {
	c[kind].Calls++
	c[kind].Seconds += seconds
}

// Asked describes a query that reached a solver process.
type Asked struct {
	Kind       Kind
	Status     Status
	Conjuncts  int
	Quantified int // conjuncts with quantifiers
	Begun      time.Time
	Took       time.Duration
}

func asked(q Query, answer Answer, begun time.Time) Asked {
	out := Asked{Kind: q.Kind, Status: answer.Status, Conjuncts: len(q.Conjuncts), Begun: begun, Took: time.Since(begun)}
	for _, c := range q.Conjuncts {
		if c.HasQuantifier() {
			out.Quantified++
		}
	}
	return out
}
