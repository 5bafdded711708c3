package linear

import "slices"

// The tableau of the simplex algorithm in the form of Dutertre and de Moura (A Fast Linear-Arithmetic Solver for DPLL(T), 2006): unknowns with
// bounds, and equations that express some of them, the basic ones, by the others. Every unknown has an amount; those of unknowns that are not
// basic are within their bounds. A basic one that is not within its bounds is exchanged for one that can make up for it, until all are within
// their bounds, or an equation cannot be satisfied. Equations stay when bounds are withdrawn, and so do amounts: wider bounds still contain
// them.
//
// A row is sparse, and each unknown that is not basic knows the rows in which it occurs. So what an exchange costs depends on the rows that
// it changes, and a new bound costs what it touches. Basic unknowns that may be out of their bounds wait in a list.

// tableau is the state of the algorithm.
type tableau struct {
	arithmetic
	unknowns []unknown
	waiting  []int    // basic unknowns that may be out of their bounds
	broken   []int    // basic integer variables that may have fractions as amounts
	undo     []change // of bounds
	pivots   int      // exchanges since the query began
	work     int      // entries of rows that were computed since then
	budget   int      // bound on the work
	scratch  []entry
}

// unknown is a variable, or a sum of variables.
type unknown struct {
	amount    amount
	low, high limitation
	row       []entry // of a basic one: the sum that it is equal to, by increasing unknowns
	basic     bool
	waits     bool  // is in the list of those that may be out of their bounds
	isBroken  bool  // is in the list of those that may have fractions as amounts
	whole     bool  // it has integers as values
	uses      int   // the number of conditions of the query that have the variable
	rows      []int // of one that is not basic: the basic ones in whose rows it occurs
}

// entry is a part of a sum.
type entry struct {
	unknown int
	factor  rational
}

// limitation is a bound with the fact that states it.
type limitation struct {
	amount amount
	fact   int
	is     bool
}

// change is a bound that was replaced.
type change struct {
	unknown int
	high    bool
	before  limitation
}

// conflict lists facts that contradict each other, with the factors of Farkas' lemma.
type conflict []share

type share struct {
	fact   int
	factor rational
}

// addUnknown adds an unknown without bounds.
func (t *tableau) addUnknown(whole bool) int {
	t.unknowns = append(t.unknowns, unknown{amount: nothing, whole: whole})
	return len(t.unknowns) - 1
}

// addSum adds an unknown that is equal to a sum of others.
func (t *tableau) addSum(sum []entry, whole bool) int {
	n := t.addUnknown(whole)
	var row []entry
	for _, e := range sum {
		if u := &t.unknowns[e.unknown]; u.basic {
			row = t.combined(row, u.row, e.factor, -1)
		} else {
			row = t.combined(row, []entry{{e.unknown, one}}, e.factor, -1)
		}
	}
	u := &t.unknowns[n]
	u.row, u.basic = slices.Clone(row), true
	for _, e := range row {
		other := &t.unknowns[e.unknown]
		other.rows = append(other.rows, n)
		u.amount = t.sum(u.amount, t.multiple(other.amount, e.factor))
	}
	return n
}

// combined adds a multiple of one row to another. Unless owner is -1, the row belongs to it, and the unknowns that come in and go out take
// note of that.
func (t *tableau) combined(row, other []entry, factor rational, owner int) []entry {
	out := t.scratch[:0]
	i, k := 0, 0
	for i < len(row) || k < len(other) {
		switch {
		case k == len(other) || i < len(row) && row[i].unknown < other[k].unknown:
			out = append(out, row[i])
			i++
		case i == len(row) || other[k].unknown < row[i].unknown:
			out = append(out, entry{other[k].unknown, t.times(other[k].factor, factor)})
			if owner >= 0 {
				u := &t.unknowns[other[k].unknown]
				u.rows = append(u.rows, owner)
			}
			k++
		default:
			if sum := t.plus(row[i].factor, t.times(other[k].factor, factor)); sum.over != 0 {
				out = append(out, entry{row[i].unknown, sum})
			} else if owner >= 0 {
				t.leaves(row[i].unknown, owner)
			}
			i, k = i+1, k+1
		}
	}
	t.scratch = out
	t.work += len(out)
	return append(row[:0], out...)
}

// leaves notes that an unknown no longer occurs in the row of another.
func (t *tableau) leaves(n, row int) {
	rows := t.unknowns[n].rows
	i, last := slices.Index(rows, row), len(rows)-1
	rows[i] = rows[last]
	t.unknowns[n].rows = rows[:last]
}

// factorOf returns the factor of an unknown in a row.
func factorOf(row []entry, n int) rational {
	i, _ := slices.BinarySearchFunc(row, n, func(e entry, n int) int { return e.unknown - n })
	return row[i].factor
}

// limitLow raises the lower bound of an unknown. It returns the conflict with the upper bound, if there is one.
func (t *tableau) limitLow(n int, to amount, fact int) conflict {
	u := &t.unknowns[n]
	if u.low.is && compareAmounts(to, u.low.amount) <= 0 {
		return nil
	}
	if u.high.is && compareAmounts(to, u.high.amount) > 0 {
		return conflict{{fact, one}, {u.high.fact, one}}
	}
	t.undo = append(t.undo, change{n, false, u.low})
	u.low = limitation{to, fact, true}
	if compareAmounts(u.amount, to) < 0 {
		t.correct(n, to)
	}
	return nil
}

// limitHigh lowers the upper bound of an unknown. It returns the conflict with the lower bound, if there is one.
func (t *tableau) limitHigh(n int, to amount, fact int) conflict {
	u := &t.unknowns[n]
	if u.high.is && compareAmounts(to, u.high.amount) >= 0 {
		return nil
	}
	if u.low.is && compareAmounts(to, u.low.amount) < 0 {
		return conflict{{fact, one}, {u.low.fact, one}}
	}
	t.undo = append(t.undo, change{n, true, u.high})
	u.high = limitation{to, fact, true}
	if compareAmounts(u.amount, to) > 0 {
		t.correct(n, to)
	}
	return nil
}

// correct moves an unknown within its bounds, now or later.
func (t *tableau) correct(n int, to amount) {
	if u := &t.unknowns[n]; u.basic {
		t.wait(n)
	} else {
		t.move(n, t.difference(to, u.amount))
	}
}

// wait lets a basic unknown wait for its bounds to be checked, and for its amount to be an integer.
func (t *tableau) wait(n int) {
	u := &t.unknowns[n]
	if !u.waits && (u.low.is || u.high.is) {
		u.waits = true
		t.waiting = append(t.waiting, n)
	}
	t.noteFraction(n)
}

// noteFraction lists an unknown if it is an integer variable of the query whose amount is a fraction.
func (t *tableau) noteFraction(n int) {
	if u := &t.unknowns[n]; u.uses > 0 && u.whole && !u.isBroken && !u.amount.isWhole() {
		u.isBroken = true
		t.broken = append(t.broken, n)
	}
}

// use notes that one more condition has a variable, or one less.
func (t *tableau) use(n, more int) {
	t.unknowns[n].uses += more
	t.noteFraction(n)
}

func (x amount) isWhole() bool { return x.number.isWhole() && x.steps.over == 0 }

// fractional returns the first integer variable whose amount is a fraction, or -1.
func (t *tableau) fractional() int {
	first, kept := -1, t.broken[:0]
	for _, n := range t.broken {
		u := &t.unknowns[n]
		if u.uses == 0 || u.amount.isWhole() {
			u.isBroken = false
			continue
		}
		kept = append(kept, n)
		if first < 0 || n < first {
			first = n
		}
	}
	t.broken = kept
	return first
}

// move adds to the amount of an unknown that is not basic.
func (t *tableau) move(n int, by amount) {
	u := &t.unknowns[n]
	u.amount = t.sum(u.amount, by)
	for _, b := range u.rows {
		other := &t.unknowns[b]
		other.amount = t.sum(other.amount, t.multiple(by, factorOf(other.row, n)))
		t.wait(b)
		t.work++
	}
}

// withdraw restores the bounds that were in force when the list of changes had a length.
func (t *tableau) withdraw(length int) {
	for len(t.undo) > length {
		last := t.undo[len(t.undo)-1]
		t.undo = t.undo[:len(t.undo)-1]
		if u := &t.unknowns[last.unknown]; last.high {
			u.high = last.before
		} else {
			u.low = last.before
		}
	}
}

// outcome is the outcome of a part of the search.
type outcome uint8

const (
	consistent outcome = iota
	contradictory
	undecided // the work is too much, or a number too large
)

// fewExchanges is after how many exchanges the order is the one that is sure to end.
const fewExchanges = 500

// solve moves all unknowns within their bounds.
func (t *tableau) solve() (outcome, conflict) {
	for {
		n := t.next()
		if n < 0 {
			return consistent, nil
		}
		if t.pivots++; t.overflow || t.work > t.budget {
			return undecided, nil
		}
		u := &t.unknowns[n]
		up := u.low.is && compareAmounts(u.amount, u.low.amount) < 0
		partner := t.partner(u.row, up)
		if partner < 0 {
			return contradictory, t.explain(u, up)
		}
		to := u.high.amount
		if up {
			to = u.low.amount
		}
		t.exchange(n, partner, to)
	}
}

// next returns the first basic unknown out of its bounds, or -1. Those within their bounds wait no longer.
func (t *tableau) next() int {
	first, kept := -1, t.waiting[:0]
	for _, n := range t.waiting {
		u := &t.unknowns[n]
		if !u.basic || u.isWithin() {
			u.waits = false
			continue
		}
		kept = append(kept, n)
		if first < 0 || n < first {
			first = n
		}
	}
	t.waiting = kept
	return first
}

func (u *unknown) isWithin() bool {
	return (!u.low.is || compareAmounts(u.amount, u.low.amount) >= 0) && (!u.high.is || compareAmounts(u.amount, u.high.amount) <= 0)
}

// partner returns an unknown of a row that can move so that the sum becomes greater, or less; -1 if there is none. One that occurs in few
// rows is cheap to exchange; the first one makes the search end.
func (t *tableau) partner(row []entry, up bool) int {
	best, rows := -1, 0
	for _, e := range row {
		u := &t.unknowns[e.unknown]
		if !u.canMove((e.factor.sign() > 0) == up) {
			continue
		}
		if t.pivots > fewExchanges {
			return e.unknown
		}
		if best < 0 || len(u.rows) < rows {
			best, rows = e.unknown, len(u.rows)
		}
	}
	return best
}

// canMove reports whether an unknown that is not basic is not yet at its upper bound, or its lower one.
func (u *unknown) canMove(up bool) bool {
	if up {
		return !u.high.is || compareAmounts(u.amount, u.high.amount) < 0
	}
	return !u.low.is || compareAmounts(u.amount, u.low.amount) > 0
}

// explain returns the bounds that keep a sum from becoming greater, or less.
func (t *tableau) explain(u *unknown, up bool) conflict {
	own := u.high.fact
	if up {
		own = u.low.fact
	}
	out := conflict{{own, one}}
	for _, e := range u.row {
		factor, other := e.factor, &t.unknowns[e.unknown]
		fact := other.low.fact
		if (factor.sign() > 0) == up {
			fact = other.high.fact
		}
		if factor.sign() < 0 {
			factor = factor.negative()
		}
		out = append(out, share{fact, factor})
	}
	return out
}

// exchange moves a basic unknown to an amount, by an unknown of its row that becomes basic instead.
func (t *tableau) exchange(basic, partner int, to amount) {
	b, p := &t.unknowns[basic], &t.unknowns[partner]
	inverse := factorOf(b.row, partner).inverse()
	by := t.multiple(t.difference(to, b.amount), inverse)
	b.amount = to
	p.amount = t.sum(p.amount, by)
	row := t.solved(b.row, basic, partner, inverse)
	b.row, b.basic, b.rows = nil, false, append(b.rows[:0], partner)
	for _, e := range row {
		if e.unknown != basic {
			t.leaves(e.unknown, basic)
			u := &t.unknowns[e.unknown]
			u.rows = append(u.rows, partner)
		}
	}
	rows := p.rows
	p.row, p.basic, p.rows = row, true, nil
	t.wait(partner)
	for _, r := range rows {
		if r == basic {
			continue
		}
		u := &t.unknowns[r]
		factor := factorOf(u.row, partner)
		u.amount = t.sum(u.amount, t.multiple(by, factor))
		t.wait(r)
		t.work++
		u.row = without(u.row, partner)
		u.row = t.combined(u.row, row, factor, r)
	}
}

// solved is the equation of a row solved for one of its unknowns.
func (t *tableau) solved(row []entry, basic, partner int, inverse rational) []entry {
	out := make([]entry, 0, len(row))
	placed := false
	for _, e := range row {
		if !placed && e.unknown > basic {
			out, placed = append(out, entry{basic, inverse}), true
		}
		if e.unknown != partner {
			out = append(out, entry{e.unknown, t.times(e.factor, inverse.negative())})
		}
	}
	if !placed {
		out = append(out, entry{basic, inverse})
	}
	return out
}

// without takes an unknown out of a row.
func without(row []entry, n int) []entry {
	i, _ := slices.BinarySearchFunc(row, n, func(e entry, n int) int { return e.unknown - n })
	return slices.Delete(row, i, i+1)
}
