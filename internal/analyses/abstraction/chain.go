package abstraction

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Ball chains. A sequence of abstract transitions from q_d0 is a Ball chain if there is a position such that all before it are must- and all
// after it are must+. So a chain may be prolonged by any transition while all so far are must-, and by a must+ in any case. T_m has those
// that cannot be prolonged, where no abstract transition is used more than m times, in any role. (Paper 4 prints, for m = 2, a sequence that
// uses a transition three times, once as a may and twice as a must+; but the numbers of its table 2 come out only if every use counts.)

// Chain is a Ball chain.
type Chain struct {
	Steps []*Transition
	May   int // index of the step that is taken as the may; those before are must-, those after must+
}

// String writes the chain with the role of each step.
func (c *Chain) String() string {
	var b strings.Builder
	for i, t := range c.Steps {
		if i == 0 {
			b.WriteString(t.Source())
		}
		role := []string{"-", "", "+"}[1+cmp.Compare(i, c.May)]
		b.WriteString(" -" + t.Move.Name + role + "-> " + t.To.Name())
	}
	return b.String()
}

// chainSearch is a depth-first search for T_m.
type chainSearch struct {
	derived *Derived
	repeat  int
	used    map[*Transition]int
	path    []*Transition
	chains  []*Chain
	limit   int  // on chains, up to the transition out of q_d0 that the search is at
	steps   int  // of all chains
	cut     bool // no more chains with this beginning
	missing bool // there are more chains
}

// The bounds on the length of one chain and of all together: longer tests are of no use.
const (
	maxLength = 10_000
	maxSteps  = 200_000
)

// Chains returns T_m, depth first; all is false if there are more chains, or longer ones, than the limits allow. Then the limit
// on chains is divided between the transitions out of q_d0.
func (s *Session) Chains(d *Derived, m int) (chains []*Chain, all bool) {
	c := &chainSearch{derived: d, repeat: m, used: map[*Transition]int{}}
	for i, t := range d.Start {
		c.limit += (s.options.Chains - len(c.chains)) / (len(d.Start) - i)
		c.cut = false
		c.take(t, true)
		c.limit = len(c.chains)
	}
	return c.chains, !c.missing
}

// take prolongs the path by a transition; backward means that all of the path before is must-.
func (c *chainSearch) take(t *Transition, backward bool) {
	c.used[t]++
	c.path = append(c.path, t)
	c.prolong(t.To, backward && t.MustMinus.Answer == result.AnswerProved)
	c.path = c.path[:len(c.path)-1]
	c.used[t]--
}

// prolong takes the path further from its last state.
func (c *chainSearch) prolong(from *State, backward bool) {
	if len(c.path) >= maxLength {
		c.cut, c.missing = true, true
	}
	longest := true
	for _, t := range c.derived.out[from] {
		if c.cut || c.used[t] >= c.repeat || !backward && t.MustPlus.Answer != result.AnswerProved {
			continue
		}
		longest = false
		c.take(t, backward)
	}
	if longest && !c.cut {
		c.add()
	}
}

// add keeps the path. As in the paper, must- are taken as such as long as there are any.
func (c *chainSearch) add() {
	if len(c.chains) >= c.limit || c.steps+len(c.path) > maxSteps {
		c.cut, c.missing = true, true
		return
	}
	c.steps += len(c.path)
	chain := &Chain{Steps: slices.Clone(c.path)}
	for chain.May < len(c.path)-1 && c.path[chain.May].MustMinus.Answer == result.AnswerProved {
		chain.May++
	}
	c.chains = append(c.chains, chain)
}
