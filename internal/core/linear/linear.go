// Package linear decides conjunctions of linear conditions over integers and reals.
//
//	condition   comparisons of linear terms, and what Not, And, Or, Ite and Eq make of them and of Boolean variables, which are integers from
//	            0 to 1, as members of enumerations are integers
//	unknown     a variable, or a sum of variables that is compared with a constant; sums are shared by all comparisons that have them
//	fact        a bound of an unknown, with the premise that states it
//	frame       the facts of one condition; a query keeps the frames of the conditions that it has in common with the query before
//	step        an infinitesimal: x < 3 is x <= 3 - 1 step
//
// The search works on the tableau of the simplex algorithm (tableau.go). Where the amounts satisfy all bounds, but an integer has a fraction,
// it adds a cut or tries both neighbours; where they do not satisfy a disjunction, or an inequation, it tries the alternatives. Both are
// bounded by an amount of work; numbers have 64 bits. Where that is not enough, the query is left open. So are conditions of hundreds of
// variables that are connected in a chain: rows of the tableau become as long as the chain.
//
// Each answer is checked before it is given, by package certificate, which shares no code with the search: that there is no solution, by a
// refutation, and a solution, by evaluation.
package linear

import (
	"github.com/sextant-mbt/sextant/internal/core/linear/certificate"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Outcome is what a Decider knows of conditions.
type Outcome uint8

// The outcomes.
const (
	Open      Outcome = iota // of another logic, or too much work
	Refuted                  // no values satisfy all conditions
	Satisfied                // some values do
)

// Decider decides whether conditions have a solution. It belongs to one goroutine.
type Decider struct {
	tableau
	places      map[*term.Term]int // of variables among the unknowns
	sums        map[string]int     // unknowns by the sums that they are
	variables   []*term.Term       // by unknown; nil for sums
	definitions [][]entry          // by unknown: the sum of variables that it is
	comparisons map[*term.Term]comparison
	conditions  map[*term.Term]bool // whether they are of the logic
	total       total               // buffer
	reading     arithmetic          // of the total: the tableau is not void if a number there is too large
	key         []byte              // buffer

	facts   []certificate.Premise
	clauses []clause
	frames  []frame
	derived int // inequalities that branches and cuts on the way to the current node derive
	assumed int // splits on the way to the current node
	nodes   int // of the search
	cuts    int
	long    int // parts of all sums
	needed  int // what the first query had to read after everything was forgotten
	rests   int // queries that were left open last, since those before had sums that are too long
	resting int // queries that are still left open
	allowed int // work that the next query may take
	met     []met
	model   map[*term.Term]term.Value

	// Mistakes counts the answers that were not confirmed by package certificate, and so were not given.
	Mistakes int
}

// clause is a disjunctive literal, with the source from which it follows.
type clause struct {
	literal certificate.Literal
	source  int
}

// frame is what a condition has added.
type frame struct {
	condition *term.Term
	before    mark
}

// mark is a place in the lists of a Decider.
type mark struct{ undo, facts, clauses int }

// Bounds: on the unknowns that are kept though the conditions no longer have them, on the parts of all sums, on the queries that are left open
// where there are more, on the work of a query, which is between the next two depending on how much good it did for the queries before, on the
// nodes of a search, each of which is some work, and on its cuts.
const (
	maxStale    = 120
	maxLong     = 400_000
	maxRests    = 1_000
	leastWork   = 1_000
	mostWork    = 400_000
	maxNodes    = 400
	workPerNode = 20
	maxCuts     = 12
)

// NewDecider returns a Decider that remembers nothing yet.
func NewDecider() *Decider {
	d := &Decider{allowed: mostWork / 4}
	d.forget()
	return d
}

// forget drops everything that was read.
func (d *Decider) forget() {
	d.tableau = tableau{}
	d.places, d.sums, d.comparisons, d.conditions = map[*term.Term]int{}, map[string]int{}, map[*term.Term]comparison{}, map[*term.Term]bool{}
	d.variables, d.definitions, d.facts, d.clauses, d.frames = nil, nil, nil, nil, nil
	d.needed, d.long = 0, 0
}

// Decide reports whether values satisfy all conditions, as far as that is known.
func (d *Decider) Decide(conditions []*term.Term) Outcome {
	d.model = nil
	if d.resting > 0 {
		d.resting--
		return Open
	}
	if d.remembered() > maxStale+4*d.needed || d.long > maxLong {
		d.forget()
	}
	d.pivots, d.work, d.nodes, d.cuts, d.budget = 0, 0, 0, 0, d.allowed
	common := d.common(conditions)
	for _, c := range conditions[common:] {
		if !d.known(c) {
			return Open
		}
		if d.long > maxLong || d.overflow {
			return d.rest()
		}
	}
	if d.needed == 0 {
		d.needed = d.remembered()
	}
	found, proof := d.decide(conditions, common)
	return d.confirmed(conditions, found, proof)
}

// remembered is a measure of what was read.
func (d *Decider) remembered() int { return len(d.unknowns) + len(d.conditions) }

// rest leaves queries open for a while, after one whose sums are too long to be read every time, or have numbers that are too large.
func (d *Decider) rest() Outcome {
	d.forget()
	d.rests = min(2*d.rests+1, maxRests)
	d.resting = d.rests
	return Open
}

// confirmed returns the outcome of a search if it can be confirmed.
func (d *Decider) confirmed(conditions []*term.Term, found outcome, proof *certificate.Node) Outcome {
	if d.overflow {
		found = undecided
		d.forget()
	}
	var err error
	out := Open
	switch found {
	case contradictory:
		out, err = Refuted, certificate.Check(conditions, proof)
	case consistent:
		out, err = Satisfied, certificate.CheckModel(conditions, d.model)
	}
	if err != nil {
		d.Mistakes++
		return Open
	}
	if out == Open {
		d.allowed = max(d.allowed/2, leastWork)
	} else {
		d.rests = 0
		d.allowed = min(d.allowed*2, mostWork)
	}
	return out
}

// Model returns values that satisfy the conditions of the last query, if it was Satisfied.
func (d *Decider) Model() map[*term.Term]term.Value { return d.model }

// common drops the frames of conditions that a query does not have in common with the one before, and returns the number of the others.
func (d *Decider) common(conditions []*term.Term) int {
	n := 0
	for n < len(d.frames) && n < len(conditions) && d.frames[n].condition == conditions[n] {
		n++
	}
	if n < len(d.frames) {
		d.back(d.frames[n].before)
		for _, f := range d.frames[n:] {
			d.use(f.condition, -1)
		}
		d.frames = d.frames[:n]
	}
	return n
}

// use notes that the query has a condition, or no longer has it.
func (d *Decider) use(condition *term.Term, more int) {
	for _, v := range condition.Vars() {
		if n, ok := d.places[v]; ok {
			d.tableau.use(n, more)
		}
	}
}

func (d *Decider) mark() mark { return mark{len(d.undo), len(d.facts), len(d.clauses)} }

func (d *Decider) back(m mark) {
	d.withdraw(m.undo)
	d.facts, d.clauses = d.facts[:m.facts], d.clauses[:m.clauses]
}

// decide adds a frame for each new condition and searches for a solution.
func (d *Decider) decide(conditions []*term.Term, common int) (outcome, *certificate.Node) {
	for i := common; i < len(conditions); i++ {
		before := d.mark()
		if c := d.state(certificate.Literal{Condition: conditions[i], Value: true}, i); c != nil {
			proof := d.contradiction(c)
			d.back(before)
			return contradictory, proof
		}
		d.frames = append(d.frames, frame{conditions[i], before})
		d.use(conditions[i], 1)
	}
	before := d.mark()
	found, proof := d.search()
	if found == consistent && !d.overflow {
		d.model = d.values(conditions)
	}
	d.back(before)
	d.derived, d.assumed = 0, 0
	return found, proof
}

// state adds the facts and the clauses of a literal. It returns a conflict if there is one at once.
func (d *Decider) state(l certificate.Literal, source int) conflict {
	args := l.Condition.Args()
	switch op := l.Condition.Op(); {
	case op == term.OpConst:
		if l.Condition.IsTrue() == l.Value {
			return nil
		}
	case op == term.OpNot:
		return d.state(certificate.Literal{Condition: args[0], Value: !l.Value}, source)
	case op == term.OpAnd && l.Value, op == term.OpOr && !l.Value:
		for _, a := range args {
			if c := d.state(certificate.Literal{Condition: a, Value: l.Value}, source); c != nil {
				return c
			}
		}
		return nil
	case op == term.OpVar:
		return d.stateTruth(l, source)
	case op == term.OpLe, op == term.OpLt, op == term.OpEq && l.Value && args[0].Sort().Kind != term.KindBool:
		return d.stateComparison(l, source)
	}
	d.clauses = append(d.clauses, clause{l, source})
	return nil
}

func (d *Decider) stateTruth(l certificate.Literal, source int) conflict {
	fact := d.fact(certificate.Premise{Source: source, Literal: l})
	if l.Value {
		return d.limitLow(d.places[l.Condition], exactly(one), fact)
	}
	return d.limitHigh(d.places[l.Condition], nothing, fact)
}

// fact adds a premise.
func (d *Decider) fact(p certificate.Premise) int {
	d.facts = append(d.facts, p)
	return len(d.facts) - 1
}

// stateComparison adds the bounds of a comparison, or of its negation.
func (d *Decider) stateComparison(l certificate.Literal, source int) conflict {
	c := d.comparisons[l.Condition]
	low, high, hasLow, hasHigh := c.bounds(l.Value)
	if c.constant {
		return d.stateConstant(&c, l, source)
	}
	if hasHigh {
		fact := d.fact(certificate.Premise{Source: source, Literal: l, Above: c.swapped})
		if out := d.limitHigh(c.unknown, high, fact); out != nil {
			return out
		}
	}
	if hasLow {
		return d.limitLow(c.unknown, low, d.fact(certificate.Premise{Source: source, Literal: l, Above: !c.swapped}))
	}
	return nil
}

// stateConstant returns a conflict if a comparison of constants does not hold.
func (d *Decider) stateConstant(c *comparison, l certificate.Literal, source int) conflict {
	if d.meets(l) {
		return nil
	}
	return conflict{{d.fact(certificate.Premise{Source: source, Literal: l, Above: c.limit.sign() > 0}), one}}
}
