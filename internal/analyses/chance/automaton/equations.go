package automaton

import (
	"math/big"
)

// equations determine the values of unknowns: each is the minimum or maximum over its options of a constant plus a weighted sum of unknowns.
// They are built so that they have exactly one solution, which is the requested value:
//
// For a maximal probability the states of an end component have the same value, since each can be reached from each, and staying there
// forever has value zero. They are merged into one unknown, whose options are the choices that may leave the component. After that every
// scheduler leaves the unknowns with probability 1, so that the operator is a contraction in the end.
//
// For a minimal probability there are no end components among the unknowns: in one of them the goal could be avoided forever, so its states
// would be certain to have probability 0.
//
// For a maximal expectation that is finite every scheduler reaches the goal, so there are no end components either. For a minimal
// one, end components without cost are merged; a scheduler that stays in another one has infinite cost, which is never the minimum.
type equations struct {
	objective Objective
	rows      []row
	blocks    [][]int // rows that depend on each other, each block after those it depends on
	unknown   []int   // by state: its row, or -1
	proper    []int   // by row: an option of a scheduler that leaves the unknowns for certain, if not all do; else nil
	bound     bool    // no value is above 1
}

// row is the equation of one unknown.
type row struct{ options []option }

// option is one of the choices for an unknown.
type option struct {
	constant *big.Rat
	terms    []weighted
	out      float64 // about the probability of leaving the unknowns
}

// weighted is an unknown times a probability.
type weighted struct {
	row    int
	weight *big.Rat
}

// builder makes equations from an automaton.
type builder struct {
	*graph
	unknown []int // by state: its row, or -1
	known   func(s int) *big.Rat
	cost    func(e edge) *big.Rat // nil is none
	merged  []bool                // by row: it stands for an end component
	allowed func(e edge) bool     // nil is all
}

// number gives rows to the requested states; those of one end component share one.
func (b *builder) number(open []bool, component []int, found int) (rows int) {
	b.unknown = make([]int, len(open))
	shared := make([]int, found)
	for i := range shared {
		shared[i] = -1
	}
	for s := range open {
		b.unknown[s] = -1
		if !open[s] {
			continue
		}
		c := -1
		if component != nil {
			c = component[s]
		}
		if c >= 0 && shared[c] >= 0 {
			b.unknown[s] = shared[c]
			continue
		}
		b.unknown[s] = rows
		b.merged = append(b.merged, c >= 0)
		if c >= 0 {
			shared[c] = rows
		}
		rows++
	}
	return rows
}

// build makes the equations of the open states.
func (b *builder) build(objective Objective, open []bool, component []int, found int) *equations {
	e := &equations{objective: objective, rows: make([]row, b.number(open, component, found))}
	e.unknown = b.unknown
	for s := range open {
		r := b.unknown[s]
		if r < 0 {
			continue
		}
		for c := range b.States[s].Choices {
			at := edge{int32(s), int32(c)}
			if b.allowed != nil && !b.allowed(at) || b.merged[r] && b.idle(at, r) {
				continue
			}
			e.rows[r].options = append(e.rows[r].options, b.option(at))
		}
	}
	e.blocks = components(len(e.rows), e.successors)
	return e
}

// idle reports whether a choice stays in its end component without cost.
func (b *builder) idle(at edge, r int) bool {
	if b.cost != nil && b.cost(at).Sign() > 0 {
		return false
	}
	for _, branch := range b.States[at.state].Choices[at.choice].Branches {
		if b.unknown[branch.To] != r {
			return false
		}
	}
	return true
}

// option collects the outcomes of a choice.
func (b *builder) option(at edge) option {
	out := option{constant: new(big.Rat)}
	if b.cost != nil {
		out.constant.Set(b.cost(at))
	}
	for _, branch := range b.States[at.state].Choices[at.choice].Branches {
		if r := b.unknown[branch.To]; r >= 0 {
			out.add(r, branch.Probability)
			continue
		}
		p, _ := branch.Probability.Float64()
		out.out += p
		if v := b.known(branch.To); v.Sign() > 0 {
			out.constant.Add(out.constant, new(big.Rat).Mul(branch.Probability, v))
		}
	}
	return out
}

// add adds an unknown; branches to the same one are joined.
func (o *option) add(r int, weight *big.Rat) {
	for i := range o.terms {
		if o.terms[i].row == r {
			o.terms[i].weight = new(big.Rat).Add(o.terms[i].weight, weight)
			return
		}
	}
	o.terms = append(o.terms, weighted{r, weight})
}

// successors returns the rows that a row depends on.
func (e *equations) successors(r int) []int {
	var out []int
	for _, o := range e.rows[r].options {
		for _, t := range o.terms {
			out = append(out, t.row)
		}
	}
	return out
}

// cyclic reports whether a block needs more than one evaluation.
func (e *equations) cyclic(block []int) bool {
	if len(block) > 1 {
		return true
	}
	for _, r := range e.successors(block[0]) {
		if r == block[0] {
			return true
		}
	}
	return false
}

// findProper finds an option for each row so that the unknowns are left for certain: those that come closer to where a row can end.
// Every row has one if all states of the automaton behind it can reach the goal with probability 1.
func (e *equations) findProper() {
	e.proper = make([]int, len(e.rows))
	done := make([]bool, len(e.rows))
	before := make([][][2]int, len(e.rows))
	var work []int
	settle := func(r, option int) {
		if !done[r] {
			done[r], e.proper[r] = true, option
			work = append(work, r)
		}
	}
	for r := range e.rows {
		for i, o := range e.rows[r].options {
			for _, t := range o.terms {
				before[t.row] = append(before[t.row], [2]int{r, i})
			}
			if o.leaves() {
				settle(r, i)
			}
		}
	}
	for len(work) > 0 {
		r := work[0]
		work = work[1:]
		for _, b := range before[r] {
			settle(b[0], b[1])
		}
	}
}

// leaves reports whether an option may leave the unknowns.
func (o *option) leaves() bool { return o.out > 0 }
