package linear

import "github.com/sextant-mbt/sextant/internal/core/term"

// values returns the amounts of the variables of conditions as values: a step becomes a number that is small enough.
func (d *Decider) values(conditions []*term.Term) map[*term.Term]term.Value {
	step := d.step()
	variables := term.Variables(conditions)
	out := make(map[*term.Term]term.Value, len(variables))
	for _, v := range variables {
		if n, ok := d.places[v]; ok {
			at := d.unknowns[n].amount
			out[v] = valueOf(d.plus(at.number, d.times(at.steps, step)))
		}
	}
	return out
}

// step is a number small enough for a step, so that amounts compare as numbers in the same way as with steps.
func (d *Decider) step() rational {
	step := one
	narrow := func(less, more amount) { // less <= more, also as numbers
		if gap := d.minus(more.number, less.number); gap.sign() > 0 && compare(less.steps, more.steps) > 0 {
			if most := d.times(gap, d.minus(less.steps, more.steps).inverse()); compare(most, step) < 0 {
				step = most
			}
		}
	}
	for i := range d.unknowns {
		u := &d.unknowns[i]
		if u.low.is {
			narrow(u.low.amount, u.amount)
		}
		if u.high.is {
			narrow(u.amount, u.high.amount)
		}
	}
	for _, m := range d.met {
		d.narrowMet(m, &step)
	}
	return step
}

// narrowMet makes a step so small that an amount that is less than a limit, or greater, is so as a number.
func (d *Decider) narrowMet(m met, step *rational) {
	gap, steps := d.minus(m.limit, m.amount.number), m.amount.steps
	if gap.sign() != 0 && gap.sign() == steps.sign() {
		if most := d.times(d.times(gap, rational{1, 2}), steps.inverse()); compare(most, *step) < 0 {
			*step = most
		}
	}
}
