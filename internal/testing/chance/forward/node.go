package forward

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/chance/step"
)

// Kind is the kind of an action.
type Kind byte

// The kinds of actions.
const (
	Input Kind = iota
	Output
	Silence
)

// Action is an input, an output, or silence, which has no channel.
type Action struct {
	Kind    Kind
	Channel *sts.Channel
	Values  []term.Value
}

// Key identifies the action.
func (a Action) Key() string {
	if a.Channel == nil {
		return "δ"
	}
	var b strings.Builder
	b.WriteString([...]string{"?", "!"}[a.Kind])
	b.WriteString(a.Channel.Name)
	for _, v := range a.Values {
		b.WriteByte(' ')
		b.WriteString(v.Encode())
	}
	return b.String()
}

// Stage is a race of Markovian steps.
type Stage struct {
	Name string   // of the steps that race
	Rate *big.Rat // the sum of their rates
}

// Key identifies the stage.
func (s Stage) Key() string { return s.Name + " " + s.Rate.RatString() }

// particle is a state that explains a history.
type particle struct {
	config   *sts.Config
	owed     []step.Output // outputs of the last step that are still due
	weight   *big.Rat      // the product of the probabilities on the way
	sequence int           // of the scheduler
	stages   []Stage       // since the last action
	exit     *big.Rat      // for a particle before a race: the sum of the rates; otherwise nil
}

// key identifies the particle apart from its weight.
func (p *particle) key() string {
	var b strings.Builder
	for _, l := range p.config.Locations {
		b.WriteString(strconv.Itoa(l))
		b.WriteByte(' ')
	}
	write := func(values []term.Value) {
		for _, v := range values {
			b.WriteString(v.Encode())
			b.WriteByte(' ')
		}
		b.WriteByte('|')
	}
	write(p.config.Values)
	for _, q := range p.config.Queues {
		write(q.Items)
	}
	for _, o := range p.owed {
		b.WriteString(o.Channel.Name)
		write(o.Values)
	}
	b.WriteString(strconv.Itoa(p.sequence))
	for _, s := range p.stages {
		b.WriteString(" " + s.Key())
	}
	return b.String()
}

// Offer is a possible next output, with the particles after it.
type Offer struct {
	Action Action
	after  []particle
}

// Reason is the reason why the continuations of a history are unknown.
type Reason string

// The reasons. Those of package step are used as well.
const (
	TooMany   Reason = "too-many-paths" // the limit on states or schedulers that explain the history is exceeded
	Unclear   Reason = "unclear-moment" // the state of the system at the action depends on time in an unsupported way
	Unallowed Reason = "not-allowed"    // the model does not explain it
)

// Node is a history.
type Node struct {
	Parent *Node
	Action Action // the last; of the root it has no meaning
	Depth  int
	Reason Reason // if not empty, the continuations are unknown
	Text   string // the reason as text

	tree     *Tree
	begin    []particle
	expanded bool
	offers   []Offer
	rests    []particle
	waiting  []particle // before a race
	speaking []particle // before an immediate output
	children map[string]*Node
	law      *Law // nil if not computed yet
}

// Offers returns the possible next outputs, in the order of the model.
func (n *Node) Offers() []Offer {
	n.expand()
	return n.offers
}

// Rests reports whether the system may become quiescent without an output.
func (n *Node) Rests() bool {
	n.expand()
	return len(n.rests) > 0
}

// Waits reports whether a Markovian step may be pending.
func (n *Node) Waits() bool {
	n.expand()
	return len(n.waiting) > 0
}

// Known reports whether the probabilities of the continuations are known.
func (n *Node) Known() bool {
	n.expand()
	return n.Reason == ""
}

// After returns the history with one more action.
func (n *Node) After(a Action) *Node {
	n.expand()
	key := a.Key()
	if child := n.children[key]; child != nil {
		return child
	}
	child := &Node{Parent: n, Action: a, Depth: n.Depth + 1, tree: n.tree, Reason: n.Reason, Text: n.Text}
	if n.children == nil {
		n.children = map[string]*Node{}
	}
	n.children[key] = child
	n.tree.nodes++
	if child.Reason != "" {
		return child
	}
	switch a.Kind {
	case Input:
		child.input(n)
	case Output:
		i := slices.IndexFunc(n.offers, func(o Offer) bool { return o.Action.Key() == key })
		if i < 0 {
			child.give(Unallowed, "the model does not allow it")
			break
		}
		child.begin = merged(restarted(n.offers[i].after))
	case Silence:
		child.silence(n)
	}
	return child
}

// give records that the continuations are unknown.
func (n *Node) give(why Reason, text string) { n.Reason, n.Text = why, text }

// silence computes a history that ends with silence.
func (n *Node) silence(before *Node) {
	switch {
	case len(before.waiting) > 0:
		n.give(Unclear, "a Markovian step may still be pending after the time-out")
	case len(before.rests) == 0:
		n.give(Unallowed, "the model does not allow silence")
	default:
		n.begin = merged(restarted(before.rests))
	}
}

// restarted returns particles whose time starts at 0 again.
func restarted(list []particle) []particle {
	out := slices.Clone(list)
	for i := range out {
		out[i].stages = nil
	}
	return out
}

// input computes a history that ends with an input, which may come while the system is quiescent, waits for a race, or is about to send an
// output.
func (n *Node) input(before *Node) {
	var accepted []particle
	moments := map[string]bool{}
	for i, list := range [][]particle{before.rests, before.waiting, before.speaking} {
		for j := range list {
			next, err := n.tree.receive(&list[j], n.Action)
			if err != nil {
				n.giveUp(err)
				return
			}
			if len(next) > 0 {
				accepted = append(accepted, next...)
				moments[list[j].moment(i)] = true
			}
		}
	}
	switch {
	case len(accepted) == 0:
		n.give(Unallowed, "the model does not specify the input here")
	case len(moments) > 1:
		n.give(Unclear, "the input may have come before or after a Markovian step")
	default:
		n.begin = merged(accepted)
	}
}

// moment identifies the times at which the system can be in a particle of a list. Two lists have the same moment only if the same
// races are over and the same one is pending: then the time of an input gives no information about which particle receives it.
func (p *particle) moment(list int) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(list))
	for _, s := range p.stages {
		b.WriteString(" " + s.Rate.RatString())
	}
	if p.exit != nil {
		b.WriteString(" until " + p.exit.RatString())
	}
	return b.String()
}

// merged adds up the weights of equal particles.
func merged(list []particle) []particle {
	var out []particle
	index := map[string]int{}
	for _, p := range list {
		key := p.key()
		if i, known := index[key]; known {
			out[i].weight = new(big.Rat).Add(out[i].weight, p.weight)
			continue
		}
		index[key] = len(out)
		out = append(out, p)
	}
	return out
}
