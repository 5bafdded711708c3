package result

import "slices"

// Family is the set of products of a product line for which a property holds, with the ledger of engine calls.
type Family struct {
	Head
	Property string         `json:"property"`
	Source   Source         `json:"source"`
	Products int            `json:"products,omitempty"` // of the line, if it is known
	Answers  []FamilyAnswer `json:"answers"`            // a partition of the products
	Ledger   []FamilyEntry  `json:"ledger"`             // calls in order; the first is about all products
	Calls    int            `json:"calls"`              // of engines
	Replays  int            `json:"replays"`            // of counterexamples, exactly
	Engines  []EngineUse    `json:"engines,omitempty"`  // that were asked on the upper rungs, about all sets of products
	Alone    *FamilyAlone   `json:"alone,omitempty"`
}

// FamilyAlone is the cost of checking the products one by one, and how the answers compare.
type FamilyAlone struct {
	Products int                `json:"products"` // that engines were asked about
	Calls    int                `json:"calls"`    // of engines
	Seconds  float64            `json:"seconds"`
	Compared []FamilyComparison `json:"compared"` // a partition of the products
}

// FamilyComparison is how the answers for a set of products compare, one found for many products together and one for the product alone.
type FamilyComparison struct {
	Agreement Agreement `json:"agreement"`
	Products  Products  `json:"products"`
}

// Agreement is how two answers for a product compare.
type Agreement string

// The agreements.
const (
	AgreeDiffer       Agreement = "differ"        // proved in one way, violated in the other: one of them is wrong
	AgreeOnlyAlone    Agreement = "only alone"    // decided alone, unknown together
	AgreeOnlyTogether Agreement = "only together" // decided together, unknown alone
	AgreeUndecided    Agreement = "undecided"     // unknown in both ways
	AgreeNotCompared  Agreement = "not compared"  // the time was up before
	AgreeSame         Agreement = "same"
)

// Agreements lists the agreements, the worst first.
var Agreements = []Agreement{AgreeDiffer, AgreeOnlyAlone, AgreeOnlyTogether, AgreeUndecided, AgreeNotCompared, AgreeSame}

// FamilyAnswer is the answer for a set of products.
type FamilyAnswer struct {
	Products Products      `json:"products"`
	Outcome  FamilyOutcome `json:"outcome"`
	Rung     Rung          `json:"rung"`
	Proof    *Proof        `json:"proof,omitempty"`
	Run      *Trace        `json:"run,omitempty"` // that violates the property
	Reason   FamilyReason  `json:"reason,omitempty"`
}

// FamilyEntry is one call of an engine.
type FamilyEntry struct {
	After       int           `json:"after"` // the entry that led to it; -1 of the first
	Products    Products      `json:"products"`
	Rung        Rung          `json:"rung"`
	Outcome     FamilyOutcome `json:"outcome"`
	Reason      FamilyReason  `json:"reason,omitempty"`
	Sized       []string      `json:"sized,omitempty"`  // collections abstracted by their size
	Opaque      []string      `json:"opaque,omitempty"` // terms that the engine leaves uninterpreted
	Predicates  []string      `json:"predicates,omitempty"`
	Path        []string      `json:"path,omitempty"`        // of a counterexample
	ShownBy     *Products     `json:"shownBy,omitempty"`     // of a counterexample
	Queries     int           `json:"queries,omitempty"`     // to solvers
	States      int           `json:"states,omitempty"`      // of symbolic executions
	Refinements int           `json:"refinements,omitempty"` // of predicates
	Seconds     float64       `json:"seconds"`
}

// Rung is an engine with its abstraction, from the cheapest to the most precise.
type Rung string

// The rungs.
const (
	RungIntervals  Rung = "intervals"  // of numbers, and of the sizes of collections
	RungPredicates Rung = "predicates" // lazy abstraction over the exact data
	RungBounded    Rung = "bounded"    // symbolic execution up to a length
	RungInduction  Rung = "induction"  // invariants and k-induction
	RungStates     Rung = "states"     // all concrete states
)

// FamilyOutcome is the outcome of a call of an engine.
type FamilyOutcome string

// The outcomes.
const (
	FamilyProved   FamilyOutcome = "proved"
	FamilyViolated FamilyOutcome = "violated" // by a run; the other products are asked about next
	FamilySpurious FamilyOutcome = "spurious" // the counterexample is, and the products are split
	FamilyOpen     FamilyOutcome = "open"     // the next rung is asked, or the products are split
	FamilyUnknown  FamilyOutcome = "unknown"  // there is no next rung, or no time
)

// Settles reports whether an outcome is an answer for products.
func (o FamilyOutcome) Settles() bool {
	return o == FamilyProved || o == FamilyViolated || o == FamilyUnknown
}

// FamilyReason is why an engine has no answer.
type FamilyReason string

// The reasons.
const (
	FamilyNoProof        FamilyReason = "no proof"
	FamilyNotAbstracted  FamilyReason = "not abstracted" // machines exchange messages that the engine cannot abstract
	FamilyNotReplayed    FamilyReason = "not replayed"   // the interpreter did not confirm the run
	FamilyAssumes        FamilyReason = "assumes"        // the run assumes what functions return
	FamilyBounded        FamilyReason = "bounded"        // longer runs were not executed
	FamilyUndecided      FamilyReason = "undecided"      // by the solver
	FamilyNotEnumerated  FamilyReason = "not enumerated" // the concrete states are infinitely many, or too many
	FamilyTooManyNodes   FamilyReason = "too many nodes"
	FamilyTooManyQueries FamilyReason = "too many queries"
	FamilyTooManyCalls   FamilyReason = "too many calls"
	FamilyOutOfTime      FamilyReason = "out of time"
)

// Finding reports whether some products violate the property, or have another answer alone.
func (r *Family) Finding() bool {
	for _, a := range r.Answers {
		if a.Outcome == FamilyViolated {
			return true
		}
	}
	return r.Alone.differs()
}

// differs reports whether some products have another answer alone.
func (a *FamilyAlone) differs() bool {
	return a != nil && slices.ContainsFunc(a.Compared, func(c FamilyComparison) bool { return c.Agreement == AgreeDiffer })
}
