package joint

import (
	"context"
	"encoding/binary"
	"slices"
)

// situation is a state with the outputs that the last step still has to send, by their numbers.
type situation struct {
	state   int
	pending []int
}

// observer follows one side by what can be observed of it. Sides share the numbers of situations and beliefs with their Space.
type observer struct {
	*Space
	of      func(context.Context, int) []edge // the steps of the side from a state
	settled map[int]*settlement               // by belief
	rounds  map[int]bool                      // by situation: it lies on a cycle of internal steps
}

// settlement is a belief after internal steps.
type settlement struct {
	all    []int // situations
	silent int   // the belief after a silence; none if an output must come
	erring bool  // a step without an input runs into a model error
	heard  map[int]int
	told   map[int]reaction
}

// reaction is the effect of an input.
type reaction struct {
	belief   int // none if the input must not be sent
	accepted bool
	erring   bool // a step with the input runs into a model error
}

// none is no belief.
const none = -1

func newObserver(p *Space, of func(context.Context, int) []edge) *observer {
	return &observer{Space: p, of: of, settled: map[int]*settlement{}, rounds: map[int]bool{}}
}

// situationAt returns the number of a situation.
func (p *Space) situationAt(state int, pending []int) int {
	key := binary.AppendUvarint(nil, uint64(state))
	for _, output := range pending {
		key = binary.AppendUvarint(key, uint64(output))
	}
	if n, ok := p.placed[string(key)]; ok {
		return n
	}
	n := len(p.situations)
	p.placed[string(key)] = n
	p.situations = append(p.situations, situation{state, pending})
	return n
}

// beliefOf returns the number of the belief with some situations; none if there are no situations.
func (p *Space) beliefOf(situations []int) int {
	if len(situations) == 0 {
		return none
	}
	slices.Sort(situations)
	situations = slices.Compact(situations)
	var key []byte
	for _, s := range situations {
		key = binary.AppendUvarint(key, uint64(s))
	}
	p.tried += len(situations)
	if n, ok := p.believed[string(key)]; ok {
		return n
	}
	n := len(p.beliefs)
	p.believed[string(key)] = n
	p.beliefs = append(p.beliefs, situations)
	return n
}

// edges returns the steps without an input from a situation, and the others; none of either while outputs are to be sent.
func (o *observer) edges(ctx context.Context, at int) (spontaneous, receiving []edge) {
	s := o.situations[at]
	if len(s.pending) > 0 {
		return nil, nil
	}
	edges := o.of(ctx, s.state)
	n := 0
	for n < len(edges) && edges[n].input == 0 {
		n++
	}
	return edges[:n], edges[n:]
}

// after returns the situation after a step.
func (o *observer) after(e edge) int { return o.situationAt(e.next, e.outputs) }

// settle follows the internal steps from a belief.
func (o *observer) settle(ctx context.Context, belief int) *settlement {
	if s := o.settled[belief]; s != nil {
		return s
	}
	s := &settlement{all: slices.Clone(o.beliefs[belief]), heard: map[int]int{}, told: map[int]reaction{}}
	var silent []int
	for i := 0; i < len(s.all) && !o.full; i++ {
		at := s.all[i]
		spontaneous, _ := o.edges(ctx, at)
		for _, e := range spontaneous {
			if e.next == unsafe {
				s.erring = true
			} else if next := o.after(e); len(e.outputs) == 0 && !slices.Contains(s.all, next) {
				s.all = append(s.all, next)
			}
		}
		if o.mayRest(ctx, at) {
			silent = append(silent, at)
		}
	}
	s.silent = o.beliefOf(silent)
	if !o.full {
		o.settled[belief] = s
	}
	return s
}

// mayRest reports whether a situation allows silence: no step is possible without an input, or there is a cycle of internal steps.
func (o *observer) mayRest(ctx context.Context, at int) bool {
	if len(o.situations[at].pending) > 0 {
		return false
	}
	spontaneous, _ := o.edges(ctx, at)
	return len(done(spontaneous)) == 0 || o.goesRound(ctx, at)
}

// goesRound reports whether internal steps lead from a situation back to it.
func (o *observer) goesRound(ctx context.Context, at int) bool {
	if known, ok := o.rounds[at]; ok {
		return known
	}
	found, seen := false, map[int]bool{}
	for waiting := []int{at}; len(waiting) > 0 && !found; waiting = waiting[1:] {
		spontaneous, _ := o.edges(ctx, waiting[0])
		for _, e := range done(spontaneous) {
			if next := o.after(e); len(e.outputs) == 0 && !seen[next] {
				seen[next] = true
				waiting = append(waiting, next)
			}
		}
		found = seen[at]
	}
	o.rounds[at] = found
	return found
}

// hear returns the belief after an output is observed; none if the output is not allowed.
func (o *observer) hear(ctx context.Context, s *settlement, output int) int {
	if next, ok := s.heard[output]; ok {
		return next
	}
	var out []int
	send := func(state int, outputs []int) {
		if len(outputs) > 0 && outputs[0] == output {
			out = append(out, o.situationAt(state, outputs[1:]))
		}
	}
	for _, at := range s.all {
		send(o.situations[at].state, o.situations[at].pending)
		spontaneous, _ := o.edges(ctx, at)
		for _, e := range done(spontaneous) {
			send(e.next, e.outputs)
		}
	}
	s.heard[output] = o.beliefOf(out)
	return s.heard[output]
}

// tell returns the reaction to an input that is sent after a silence.
func (o *observer) tell(ctx context.Context, s *settlement, input int) reaction {
	if r, ok := s.told[input]; ok {
		return r
	}
	r, out := reaction{accepted: true}, []int(nil)
	for _, at := range o.beliefs[s.silent] {
		_, receiving := o.edges(ctx, at)
		some := withInput(receiving, input)
		taken := done(some)
		r.erring = r.erring || len(taken) < len(some)
		r.accepted = r.accepted && len(taken) > 0
		for _, e := range taken {
			out = append(out, o.after(e))
		}
	}
	r.belief = none
	if r.accepted {
		r.belief = o.beliefOf(out)
	}
	s.told[input] = r
	return r
}

// withInput returns those of some edges, which are in the order of inputs, that have an input.
func withInput(edges []edge, input int) []edge {
	from := slices.IndexFunc(edges, func(e edge) bool { return e.input == input })
	if from < 0 {
		return nil
	}
	to := from
	for to < len(edges) && edges[to].input == input {
		to++
	}
	return edges[from:to]
}

// done returns the steps that are taken: those that run into no model error.
func done(edges []edge) []edge {
	if !slices.ContainsFunc(edges, func(e edge) bool { return e.next == unsafe }) {
		return edges
	}
	return slices.DeleteFunc(slices.Clone(edges), func(e edge) bool { return e.next == unsafe })
}
