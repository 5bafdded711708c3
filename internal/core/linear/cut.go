package linear

import "github.com/sextant-mbt/sextant/internal/core/linear/certificate"

// Cuts, as Gomory made them. A basic integer x has a fraction b as amount; all unknowns of its row are integers at a bound, from which they
// can move by s >= 0 only: x = b + the sum of c*s. Then x + the sum of floor(-c)*s <= b, since s is not negative, and what stands on the left
// is an integer, so it is at most floor(b). The amounts do not satisfy that. As a sum of premises this is: each bound with the fractional part
// of -c as its factor.

// cut searches with a cut that excludes the amount of an unknown; made is false if there is none.
func (d *Decider) cut(n int) (made bool, found outcome, proof *certificate.Node) {
	u := &d.unknowns[n]
	if u.amount.steps.over != 0 {
		return false, undecided, nil
	}
	var premises conflict
	d.begin()
	d.addDefinition(n, one)
	d.total.constant = whole(u.amount.number.floor()).negative()
	for _, e := range u.row {
		share, ok := d.shareOf(e)
		if !ok {
			return false, undecided, nil
		}
		if share.factor.over != 0 {
			premises = append(premises, share)
		}
	}
	out := comparison{upper: true}
	if !d.canonical(&out) || out.constant {
		return false, undecided, nil
	}
	d.cuts++
	node := &certificate.Node{Rule: certificate.Cut, Sum: d.terms(premises)}
	low, high, _, hasHigh := out.bounds(true)
	state := d.derive(d.limitLow, out.unknown, low.number)
	if hasHigh {
		state = d.derive(d.limitHigh, out.unknown, high.number)
	}
	number := d.derived
	if found, proof = d.under(state); found == contradictory && !lift(proof, number, 0) {
		node.Below = []*certificate.Node{proof}
		proof = node
	}
	return true, found, proof
}

// shareOf adds an unknown of the row to the cut, and returns its bound with its factor; false if it is not at a bound, or is no integer.
func (d *Decider) shareOf(e entry) (share, bool) {
	u := &d.unknowns[e.unknown]
	bound, sign := u.low, whole(1)
	if !u.low.is || compareAmounts(u.amount, u.low.amount) != 0 {
		bound, sign = u.high, whole(-1)
	}
	if !u.whole || !bound.is || compareAmounts(u.amount, bound.amount) != 0 || !bound.amount.isWhole() {
		return share{}, false
	}
	opposite := d.reading.times(e.factor, sign).negative() // -c
	floor := whole(opposite.floor())
	d.addDefinition(e.unknown, d.reading.times(floor, sign))
	d.total.constant = d.reading.minus(d.total.constant, d.reading.times(d.reading.times(floor, sign), bound.amount.number))
	return share{bound.fact, d.reading.minus(opposite, floor)}, true
}

// addDefinition adds the sum that an unknown is to the total.
func (d *Decider) addDefinition(n int, factor rational) {
	if factor.over == 0 {
		return
	}
	for _, e := range d.definitions[n] {
		d.total.entries = append(d.total.entries, entry{e.unknown, d.reading.times(e.factor, factor)})
	}
}
