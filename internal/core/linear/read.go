package linear

import (
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/core/linear/certificate"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// comparison is a comparison of numbers, read: an unknown is compared with a limit. If upper and lower are set, it is equal to it.
type comparison struct {
	unknown      int
	limit        rational
	upper, lower bool
	strict       bool
	swapped      bool // the left side is at most the right one where the unknown is at least the limit
	whole        bool // the unknown has integers as values
	constant     bool // there is no unknown: zero is compared with the limit
}

// Bounds of conditions that are read: on the parts of one, and on those of a sum.
const (
	maxParts = 300
	maxTerms = 2_000
)

// known reports whether a condition is of the logic, and reads its comparisons if it is new.
func (d *Decider) known(c *term.Term) bool {
	ok, met := d.conditions[c]
	if !met {
		parts := maxParts
		ok = d.read(c, &parts)
		d.conditions[c] = ok
	}
	return ok
}

// read reads the comparisons in a condition, and reports whether it is of the logic.
func (d *Decider) read(c *term.Term, parts *int) bool {
	if *parts--; *parts < 0 {
		return false
	}
	switch c.Op() {
	case term.OpConst:
		return true
	case term.OpVar:
		d.placeOf(c)
		return true
	case term.OpEq, term.OpLe, term.OpLt:
		if kind := c.Args()[0].Sort().Kind; kind != term.KindBool {
			return d.readComparison(c)
		}
	case term.OpNot, term.OpAnd, term.OpOr, term.OpIte:
	default:
		return false
	}
	for _, a := range c.Args() {
		if !d.read(a, parts) {
			return false
		}
	}
	return true
}

// readComparison reads a comparison of numbers.
func (d *Decider) readComparison(c *term.Term) bool {
	if _, ok := d.comparisons[c]; ok {
		return true
	}
	d.begin()
	out := comparison{strict: c.Op() == term.OpLt, upper: true, lower: c.Op() == term.OpEq}
	if !d.addTerm(c.Args()[0], one) || !d.addTerm(c.Args()[1], whole(-1)) || !d.canonical(&out) {
		return false
	}
	d.comparisons[c] = out
	return true
}

// total is a sum of variables and a constant. Unknowns may occur twice before it is sorted.
type total struct {
	entries  []entry
	constant rational
	parts    int // that were looked at
}

// begin makes the total zero.
func (d *Decider) begin() {
	d.total.entries, d.total.constant, d.total.parts = d.total.entries[:0], zero, 0
	d.reading.overflow = false
}

// addTerm adds a term with a factor to the total, and reports whether it is linear.
func (d *Decider) addTerm(t *term.Term, factor rational) bool {
	if d.total.parts++; d.total.parts > maxTerms {
		return false
	}
	args := t.Args()
	switch t.Op() {
	case term.OpVar:
		if !isUsable(t.Sort()) {
			return false
		}
		d.total.entries = append(d.total.entries, entry{d.placeOf(t), factor})
		return true
	case term.OpConst:
		n, ok := fraction(t.Value())
		ok = ok && isNumber(t.Sort())
		d.total.constant = d.reading.plus(d.total.constant, d.reading.times(n, factor))
		return ok
	case term.OpToReal:
		return d.addTerm(args[0], factor)
	case term.OpMul:
		if !isNumber(t.Sort()) {
			return false
		}
		for i := range 2 {
			if len(args) == 2 && args[i].IsConst() {
				n, ok := fraction(args[i].Value())
				return ok && d.addTerm(args[1-i], d.reading.times(n, factor))
			}
		}
	case term.OpAdd:
		if !isNumber(t.Sort()) {
			return false
		}
		for _, a := range args {
			if !d.addTerm(a, factor) {
				return false
			}
		}
		return true
	}
	return false
}

func isNumber(s *term.Sort) bool {
	return s.Kind == term.KindInt || s.Kind == term.KindReal || s.Kind == term.KindEnum
}

// isUsable reports whether a variable of the sort is a number with bounds that are not too large.
func isUsable(s *term.Sort) bool {
	low, high := domain(s)
	return isNumber(s) && size(low.N) < limit && size(high.N) < limit && (!low.OK || !high.OK || low.N <= high.N)
}

// canonical turns the comparison of the total with zero into one of an unknown with a limit; false if a number is too large.
func (d *Decider) canonical(out *comparison) bool {
	d.merge()
	if d.reading.overflow {
		return false
	}
	if len(d.total.entries) == 0 {
		out.constant, out.limit = true, d.total.constant.negative()
		return true
	}
	scale := d.scale()
	out.limit = d.reading.times(d.total.constant.negative(), scale)
	if scale.sign() < 0 {
		out.upper, out.lower, out.swapped = out.lower, out.upper, true
	}
	out.whole = true
	for i := range d.total.entries {
		e := &d.total.entries[i]
		e.factor = d.reading.times(e.factor, scale)
		out.whole = out.whole && d.unknowns[e.unknown].whole
	}
	if d.reading.overflow {
		return false
	}
	out.unknown = d.sumOf(d.total.entries, out.whole)
	return true
}

// merge sorts the entries of the total by unknowns, of which each occurs once then.
func (d *Decider) merge() {
	entries := d.total.entries
	slices.SortFunc(entries, func(a, b entry) int { return a.unknown - b.unknown })
	out := entries[:0]
	for _, e := range entries {
		if last := len(out) - 1; last >= 0 && out[last].unknown == e.unknown {
			out[last].factor = d.reading.plus(out[last].factor, e.factor)
			e = out[last]
			out = out[:last]
		}
		out = append(out, e)
	}
	d.total.entries = slices.DeleteFunc(out, func(e entry) bool { return e.factor.over == 0 })
}

// scale is the factor by which the entries of the total become integers without a common factor, the first of which is positive.
func (d *Decider) scale() rational {
	entries := d.total.entries
	over, under := int64(0), int64(1)
	for _, e := range entries {
		over = divisor(over, e.factor.over)
		under = d.reading.product(under, e.factor.under/divisor(under, e.factor.under))
	}
	scale := lowest(under, over)
	if entries[0].factor.sign() < 0 {
		scale = scale.negative()
	}
	return scale
}

// sumOf is the unknown that is equal to a sum of variables.
func (d *Decider) sumOf(entries []entry, whole bool) int {
	if len(entries) == 1 {
		return entries[0].unknown // its factor is 1
	}
	key := d.key[:0]
	for _, e := range entries {
		key = append(strconv.AppendInt(key, int64(e.unknown), 36), '*')
		key = append(strconv.AppendInt(key, e.factor.over, 36), '+')
	}
	d.key = key
	n, ok := d.sums[string(key)]
	if !ok {
		n = d.addSum(entries, whole)
		d.sums[string(key)] = n
		d.definitions = append(d.definitions, slices.Clone(entries))
		d.long += len(entries)
		d.variables = append(d.variables, nil)
	}
	return n
}

// placeOf is the unknown of a variable. The bounds of its sort hold for ever.
func (d *Decider) placeOf(v *term.Term) int {
	n, ok := d.places[v]
	if ok {
		return n
	}
	n = d.addUnknown(v.Sort().Kind != term.KindReal)
	d.places[v] = n
	d.variables, d.definitions = append(d.variables, v), append(d.definitions, []entry{{n, one}})
	low, high := domain(v.Sort())
	u := &d.unknowns[n]
	u.amount = exactly(whole(closest(low, high)))
	if low.OK {
		u.low = limitation{exactly(whole(low.N)), -2*n - 1, true}
	}
	if high.OK {
		u.high = limitation{exactly(whole(high.N)), -2*n - 2, true}
	}
	return n
}

// closest is the number within bounds that is closest to zero.
func closest(low, high term.Bound) int64 {
	switch {
	case low.OK && low.N > 0:
		return low.N
	case high.OK && high.N < 0:
		return high.N
	}
	return 0
}

// domain returns the bounds of variables of a sort.
func domain(s *term.Sort) (low, high term.Bound) {
	switch s.Kind {
	case term.KindBool:
		return term.At(0), term.At(1)
	case term.KindEnum:
		return term.At(0), term.At(int64(len(s.Members)) - 1)
	case term.KindInt:
		b := s.Bounds()
		return b.Low, b.High
	}
	return term.Bound{}, term.Bound{}
}

// bounds returns the lower and the upper limit that a comparison, or its negation, sets to its unknown. The negation of an equation sets both
// a strict lower and a strict upper one, of which one holds.
func (c *comparison) bounds(value bool) (low, high amount, hasLow, hasHigh bool) {
	upper, lower, strict := c.upper, c.lower, c.strict
	if !value {
		strict = !strict
		if upper != lower {
			upper, lower = lower, upper
		}
	}
	low, high = exactly(c.limit), exactly(c.limit)
	switch {
	case c.whole:
		low.number, high.number = whole(ceiling(c.limit)), whole(c.limit.floor())
		if strict && c.limit.isWhole() {
			low.number.over++
			high.number.over--
		}
	case strict:
		low.steps, high.steps = one, whole(-1)
	}
	return low, high, lower, upper
}

func ceiling(x rational) int64 { return -x.negative().floor() }

// holds reports whether the amounts satisfy a literal. It lists the comparisons that have the truth values they should.
func (d *Decider) holds(l certificate.Literal) bool {
	args := l.Condition.Args()
	switch l.Condition.Op() {
	case term.OpConst:
		return l.Condition.IsTrue() == l.Value
	case term.OpVar:
		return (d.unknowns[d.places[l.Condition]].amount.number.over > 0) == l.Value
	case term.OpNot:
		return d.holds(certificate.Literal{Condition: args[0], Value: !l.Value})
	case term.OpAnd, term.OpOr:
		every := (l.Condition.Op() == term.OpAnd) == l.Value
		for _, a := range args {
			if d.holds(certificate.Literal{Condition: a, Value: l.Value}) != every {
				return !every
			}
		}
		return every
	case term.OpIte:
		if d.holds(certificate.Literal{Condition: args[0], Value: true}) {
			return d.holds(certificate.Literal{Condition: args[1], Value: l.Value})
		}
		return d.holds(certificate.Literal{Condition: args[0]}) && d.holds(certificate.Literal{Condition: args[2], Value: l.Value})
	case term.OpEq:
		if args[0].Sort().Kind == term.KindBool {
			first := d.holds(certificate.Literal{Condition: args[0], Value: true})
			second := d.holds(certificate.Literal{Condition: args[1], Value: true})
			return (first == second) == l.Value
		}
	}
	return d.meets(l)
}

// meets reports whether the amounts satisfy a comparison, or its negation.
func (d *Decider) meets(l certificate.Literal) bool {
	c := d.comparisons[l.Condition]
	at := nothing
	if !c.constant {
		at = d.unknowns[c.unknown].amount
	}
	order := compareAmounts(at, exactly(c.limit))
	holds := order == 0 && !c.strict || order < 0 && c.upper && !c.lower || order > 0 && c.lower && !c.upper
	if holds == l.Value && at.steps.over != 0 {
		d.met = append(d.met, met{at, c.limit})
	}
	return holds == l.Value
}

// met is an amount that compares with a limit as it should.
type met struct {
	amount amount
	limit  rational
}
