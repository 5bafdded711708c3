package forward

import (
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// Timing is the kind of law of the time until the next output.
type Timing string

// The kinds of timing.
const (
	Immediate Timing = "immediate" // outputs take no time
	Single    Timing = "single"    // one race, the same on all paths: the time is exponential
	Chain     Timing = "chain"     // several races in sequence, the same on all paths: the time is hypo-exponential
	Mixed     Timing = "mixed"     // the time depends on the path
)

// Law is the law of the time until the next output.
type Law struct {
	Timing Timing
	Stages []Stage // of Single and Chain
	Sure   bool    // an output comes with certainty, at some time
}

// Rates returns the rates of the stages as numbers.
func (l Law) Rates() statistics.Stages { return rates(l.Stages) }

func rates(stages []Stage) statistics.Stages {
	out := make(statistics.Stages, len(stages))
	for i, s := range stages {
		out[i], _ = s.Rate.Float64()
	}
	return out
}

// ends returns the particles after each possible end of the wait for an output: offers, then rests.
func (n *Node) ends() []particle {
	var out []particle
	for _, o := range n.offers {
		out = append(out, o.after...)
	}
	return append(out, n.rests...)
}

// Law returns the law of the time until the next output.
func (n *Node) Law() Law {
	n.expand()
	if n.law == nil {
		law := n.lawOf()
		n.law = &law
	}
	return *n.law
}

func (n *Node) lawOf() Law {
	law := Law{Timing: Mixed, Sure: len(n.rests) == 0 && len(n.offers) > 0}
	ends := n.ends()
	if len(ends) == 0 {
		return Law{Timing: Immediate}
	}
	same := func(p particle) bool {
		return slices.EqualFunc(p.stages, ends[0].stages, func(a, b Stage) bool { return a.Key() == b.Key() })
	}
	if !slices.ContainsFunc(ends, func(p particle) bool { return !same(p) }) {
		law.Stages = ends[0].stages
		law.Timing = [...]Timing{Immediate, Single, Chain}[min(len(law.Stages), 2)]
	}
	return law
}

// Patience returns the time after which a silent system that conforms to the model stays silent, except with probability alpha:
// the maximum over all paths. It is 0 if nothing takes time.
func (n *Node) Patience(alpha float64) float64 {
	n.expand()
	longest := 0.0
	for _, p := range n.ends() {
		longest = max(longest, rates(p.stages).Patience(alpha))
	}
	return longest
}

// Decided reports whether the probabilities of the next observations, given the history, are independent of a scheduler.
func (n *Node) Decided() bool {
	n.expand()
	ends := n.ends()
	return !slices.ContainsFunc(ends, func(p particle) bool { return p.sequence != ends[0].sequence })
}

// Free reports whether the scheduler alone determines the next observation: each of its choices has one outcome, and all outcomes are
// different. Then any frequencies are correct.
func (n *Node) Free() bool {
	n.expand()
	sequences := map[int]bool{}
	lists := make([][]particle, 0, len(n.offers)+1)
	for _, o := range n.offers {
		lists = append(lists, o.after)
	}
	if len(n.rests) > 0 {
		lists = append(lists, n.rests)
	}
	for _, list := range lists {
		for _, p := range list {
			if p.sequence != list[0].sequence {
				return false
			}
		}
		if sequences[list[0].sequence] {
			return false
		}
		sequences[list[0].sequence] = true
	}
	return true
}

// Outcome is a possible next output, or silence, with its probability given the history.
type Outcome struct {
	Action      Action
	Exact       *big.Rat // nil if it depends on the length of the wait
	Probability float64
}

// Outcomes returns the possible next observations within a time, given the history, if they are decided. Silence is among them only if
// the system may become quiescent: if an output must come eventually, the probabilities are conditioned on its coming in time.
func (n *Node) Outcomes(limit float64) []Outcome {
	n.expand()
	timed := n.Law().Timing == Mixed || len(n.rests) > 0 && len(n.waiting) > 0
	total := sum(n.begin)
	var out []Outcome
	heard := 0.0
	for _, o := range n.offers {
		one := Outcome{Action: o.Action, Exact: new(big.Rat).Quo(sum(o.after), total)}
		one.Probability, _ = one.Exact.Float64()
		if timed {
			one.Exact, one.Probability = nil, o.within(total, limit)
		}
		heard += one.Probability
		out = append(out, one)
	}
	if len(n.rests) == 0 && timed && heard > 0 {
		for i := range out {
			out[i].Probability /= heard
		}
	}
	if len(n.rests) > 0 {
		silent := Outcome{Action: Action{Kind: Silence}, Probability: max(0, 1-heard)}
		if !timed {
			silent.Exact = new(big.Rat).Quo(sum(n.rests), total)
			silent.Probability, _ = silent.Exact.Float64()
		}
		out = append(out, silent)
	}
	return out
}

// within returns the probability of an offer within a time.
func (o *Offer) within(total *big.Rat, limit float64) float64 {
	probability := 0.0
	for _, p := range o.after {
		w, _ := new(big.Rat).Quo(p.weight, total).Float64()
		probability += w * rates(p.stages).CDF(limit)
	}
	return probability
}

// CDF returns the distribution function of the time until an output, given the history and the output, if it is decided.
func (n *Node) CDF(a Action) func(float64) float64 {
	n.expand()
	for i := range n.offers {
		if o := &n.offers[i]; o.Action.Key() == a.Key() {
			total := sum(o.after)
			return func(t float64) float64 { return o.within(total, t) }
		}
	}
	return func(float64) float64 { return 1 }
}

// sum adds up weights.
func sum(list []particle) *big.Rat {
	out := new(big.Rat)
	for _, p := range list {
		out.Add(out, p.weight)
	}
	return out
}

// Term is a part of a probability that depends on the scheduler: a factor of the probability of one of its sequences.
type Term struct {
	Sequence int
	Factor   float64
}

// Linear returns the probability of the history, which is linear in the probabilities of the sequences of the scheduler.
func (n *Node) Linear() []Term {
	factors := map[int]*big.Rat{}
	for _, p := range n.begin {
		if factors[p.sequence] == nil {
			factors[p.sequence] = new(big.Rat)
		}
		factors[p.sequence].Add(factors[p.sequence], p.weight)
	}
	var out []Term
	for sequence, factor := range factors {
		f, _ := factor.Float64()
		out = append(out, Term{sequence, f})
	}
	slices.SortFunc(out, func(a, b Term) int { return a.Sequence - b.Sequence })
	return out
}

// State names the state of the model after a history: equal names mean equal probabilities of all continuations. It is empty if the
// state depends on a scheduler.
func (n *Node) State() string {
	if n.Reason != "" || len(n.begin) == 0 {
		return ""
	}
	total := sum(n.begin)
	keys := make([]string, len(n.begin))
	for i, p := range n.begin {
		if p.sequence != n.begin[0].sequence {
			return ""
		}
		p.sequence = 0
		keys[i] = p.key() + "*" + new(big.Rat).Quo(p.weight, total).RatString()
	}
	slices.Sort(keys)
	out := ""
	for _, k := range keys {
		out += k + ";"
	}
	return out
}
