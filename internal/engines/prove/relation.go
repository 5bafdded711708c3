package prove

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Relational candidates: bounds of the difference or the sum of two integers, as in SND_NXT <= ISS + 1 (the octagons of A. Miné, 2001, by
// templates). Rows do not contain them and guards rarely state them. They are expensive, since there are many pairs, so they are tried last,
// for targets that all other methods have left open, and few are proposed:
//
//	pairs      of slots that a comparison or an assignment mentions together, or that are compared with or assigned from one parameter
//	constants  that samples do not exceed at the place: the next ones among the numbers of the model's text and their neighbours; or what
//	           the samples have, if all of them at a place have the same
//
// In the same stage the guards of the targets are proposed not to hold for any parameters.

// How many relational candidates there are: for all places together, pairs of slots, and constants for one side of a pair.
const (
	maxRelational = 4_000
	maxPairs      = 40
	maxConstants  = 3
)

// relation is a sum or a difference of two slots, or its negative, of which an upper bound is looked for.
type relation struct {
	x, y         int
	signX, signY int64
	sum          *term.Term
	sampled      []observed // by place
}

// observed holds the values of samples at a place.
type observed struct {
	count     int
	low, high int64
}

func (o *observed) add(n int64) {
	if o.count == 0 || n < o.low {
		o.low = n
	}
	if o.count == 0 || n > o.high {
		o.high = n
	}
	o.count++
}

// fewSamples is the number of samples from which on a value that all of them have is proposed.
const fewSamples = 3

// same reports whether there are enough samples and all have one value.
func (o *observed) same() bool { return o.count >= fewSamples && o.low == o.high }

// byRelations looks for relational invariants, and tries with them what is left. A target to which a path from an initial state was
// found is not tried again: invariants do not exclude such a path.
func (p *prover) byRelations(ctx context.Context, attempts []*attempt) error {
	left := slices.DeleteFunc(unsettled(attempts), func(a *attempt) bool { return a.Reason == OpenFromStart })
	if len(left) == 0 {
		return nil
	}
	relations := p.relations(left)
	for place, samples := range p.sampler.ByPlace {
		for _, c := range samples {
			for _, r := range relations {
				r.observe(place, c.Values)
			}
		}
	}
	numbers, never, before := p.numbers(), impossible(p.system.Store, left), p.invariants.size()
	err := p.stage(ctx, func(place int) []*term.Term {
		out := p.everywhere(never)(place)
		for _, r := range relations {
			out = append(out, p.bounds(r, place, numbers)...)
		}
		return out
	}, left)
	if err != nil || p.invariants.size() == before {
		return err
	}
	return p.byInduction(ctx, left)
}

// observe adds a sample, if its numbers are not very large.
func (r *relation) observe(place int, values []term.Value) {
	x, smallX := values[r.x].Small()
	y, smallY := values[r.y].Small()
	if smallX && smallY && max(x, y, -x, -y) < math.MaxInt32 {
		r.sampled[place].add(r.signX*x + r.signY*y)
	}
}

// impossible returns the conditions that no parameters satisfy the spots of targets, where they need no quantifier.
func impossible(s *term.Store, targets []*attempt) []*term.Term {
	var out []*term.Term
	for _, t := range targets {
		for _, spot := range t.spots {
			if spot.possible != nil {
				out = append(out, s.Not(spot.possible))
			}
		}
	}
	return distinct(out)
}

// bounds proposes upper bounds of a relation at a place, the lowest first, apart from what the row decides.
func (p *prover) bounds(r *relation, place int, numbers []int64) []*term.Term {
	row := p.flow.rows[place]
	if row == nil {
		return nil
	}
	store := p.system.Store
	var out []*term.Term
	for _, n := range r.constants(place, numbers) {
		c := store.Le(r.sum, store.Int(n))
		if v := p.flow.slots.Value(c, row); !c.IsConst() && !v.Is(true) && !v.Is(false) {
			out = append(out, c)
		}
	}
	return out
}

// constants are the numbers next to what samples have at a place; for a place without samples, to the lowest that places have.
func (r *relation) constants(place int, numbers []int64) []int64 {
	least := int64(math.MaxInt64)
	var fixed []int64
	for _, o := range r.sampled {
		if o.count > 0 {
			least = min(least, o.high)
		}
		if o.same() {
			fixed = append(fixed, o.high)
		}
	}
	if o := r.sampled[place]; o.count > 0 {
		least = o.high
	}
	if r.signX == r.signY {
		numbers = nil
	}
	out := slices.DeleteFunc(slices.Concat(numbers, fixed), func(n int64) bool { return n < least })
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxConstants)]
}

// numbers are the integers in guards, assignments and initial values, with their neighbours and those of zero.
func (p *prover) numbers() []int64 {
	var terms []*term.Term
	for _, m := range p.system.Moves() {
		terms = append(terms, p.premises(m)...)
		for _, u := range m.Updates {
			terms = append(terms, u.Value)
		}
	}
	for _, s := range p.system.Slots {
		if s.Init != nil {
			terms = append(terms, s.Init)
		}
	}
	out := []int64{-1, 0, 1}
	for _, c := range Literals(terms...) {
		if n, ok := constant(c); ok && c.Sort().Kind == term.KindInt && max(n, -n) < math.MaxInt32 {
			out = append(out, n-1, n, n+1, -n-1, -n, -n+1)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// relations are those of the pairs of slots that the model connects, and that have to do with targets.
func (p *prover) relations(targets []*attempt) []*relation {
	near := map[*term.Term]bool{}
	for _, t := range targets {
		for _, s := range t.spots {
			for _, v := range term.Variables(s.conditions) {
				near[v] = true
			}
		}
	}
	limit := min(maxPairs, maxRelational/(4*maxConstants*len(p.places)))
	var out []*relation
	for _, pair := range p.pairs(near, limit) {
		for _, signs := range [][2]int64{{1, -1}, {-1, 1}, {1, 1}, {-1, -1}} {
			out = append(out, p.relation(pair, signs[0], signs[1]))
		}
	}
	return out
}

func (p *prover) relation(slots [2]int, signX, signY int64) *relation {
	store := p.system.Store
	scaled := func(slot int, sign int64) *term.Term { return store.Mul(store.Int(sign), p.system.Slots[slot].Term) }
	return &relation{x: slots[0], y: slots[1], signX: signX, signY: signY, sampled: make([]observed, len(p.places)),
		sum: store.Add(scaled(slots[0], signX), scaled(slots[1], signY))}
}

// pairs lists pairs of integer slots that the model connects and of which one is near: first those of which both are, and among them
// those that are connected most often.
func (p *prover) pairs(near map[*term.Term]bool, limit int) [][2]int {
	count := map[[2]int]int{}
	for _, m := range p.system.Moves() {
		for pair := range p.connected(p.premises(m), p.system.Assigned(m.Updates)) {
			count[pair]++
		}
	}
	var out [][2]int
	nearness := func(pair [2]int) (n int) {
		for _, slot := range pair {
			if near[p.system.Slots[slot].Term] {
				n++
			}
		}
		return n
	}
	for pair := range count {
		if nearness(pair) > 0 {
			out = append(out, pair)
		}
	}
	slices.SortFunc(out, func(a, b [2]int) int {
		return cmp.Or(nearness(b)-nearness(a), count[b]-count[a], a[0]-b[0], a[1]-b[1])
	})
	return out[:min(len(out), limit)]
}

// maxConnected is the number of variables above which what mentions them does not connect them.
const maxConnected = 6

// connected lists the pairs of slots that a comparison or an assignment of a move mentions together, or that share a parameter.
func (p *prover) connected(premises []*term.Term, updates map[*term.Term]*term.Term) map[[2]int]bool {
	groups := map[*term.Term][]int{} // slots, by what connects them
	connect := func(by *term.Term, variables []*term.Term) {
		if len(variables) > maxConnected {
			return
		}
		for _, v := range variables {
			slot, isSlot := p.flow.slots.Index(v)
			if !isSlot || v.Sort().Kind != term.KindInt {
				continue
			}
			groups[by] = append(groups[by], slot)
			for _, w := range variables {
				if !p.flow.slots.Has(w) {
					groups[w] = append(groups[w], slot)
				}
			}
		}
	}
	for _, c := range premises {
		for _, a := range leaves(c) {
			connect(a, a.Vars())
		}
	}
	for slot, value := range updates {
		connect(slot, append([]*term.Term{slot}, value.Vars()...))
	}
	out := map[[2]int]bool{}
	for _, slots := range groups {
		for _, x := range slots {
			for _, y := range slots {
				if x < y {
					out[[2]int{x, y}] = true
				}
			}
		}
	}
	return out
}
