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

// Kind is what an action is.
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

// Key tells actions apart.
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

// Key tells stages apart.
func (s Stage) Key() string { return s.Name + " " + s.Rate.RatString() }

// particle is a state that explains a history.
type particle struct {
	config   *sts.Config
	owed     []step.Output // outputs that the last step still sends
	weight   *big.Rat      // the product of the probabilities on the way
	sequence int           // of the scheduler
	stages   []Stage       // since the last action
	exit     *big.Rat      // of a particle before a race: the sum of the rates; otherwise nil
}

// key tells particles apart that differ in more than their weight.
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

// Offer is an output that may come next, with the particles after it.
type Offer struct {
	Action Action
	after  []particle
}

// Reason is why nothing is known of what follows a history.
type Reason string

// The reasons. Those of package step are used as well.
const (
	TooMany   Reason = "too-many-paths" // more states or schedulers explain the history than are followed
	Unclear   Reason = "unclear-moment" // how far the system was when the action came depends on the time in ways that are not followed
	Unallowed Reason = "not-allowed"    // the model does not explain it
)

// Node is a history.
type Node struct {
	Parent *Node
	Action Action // the last; of the root it has no meaning
	Depth  int
	Reason Reason // if it is not empty nothing is known of what follows
	Text   string // the reason, for people

	tree     *Tree
	begin    []particle
	expanded bool
	offers   []Offer
	rests    []particle
	waiting  []particle // before a race
	speaking []particle // before an immediate output
	children map[string]*Node
	law      *Law // nil if it was not asked for
}

// Offers returns the outputs that may come next, in the order of the model.
func (n *Node) Offers() []Offer {
	n.expand()
	return n.offers
}

// Rests reports whether the system may come to rest without an output.
func (n *Node) Rests() bool {
	n.expand()
	return len(n.rests) > 0
}

// Waits reports whether a Markovian step may be under way.
func (n *Node) Waits() bool {
	n.expand()
	return len(n.waiting) > 0
}

// Known reports whether the probabilities of what follows are known.
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

// give notes that nothing is known of what follows.
func (n *Node) give(why Reason, text string) { n.Reason, n.Text = why, text }

// silence begins a history that ends with silence.
func (n *Node) silence(before *Node) {
	switch {
	case len(before.waiting) > 0:
		n.give(Unclear, "a Markovian step may still be under way after the time-out")
	case len(before.rests) == 0:
		n.give(Unallowed, "the model does not allow silence")
	default:
		n.begin = merged(restarted(before.rests))
	}
}

// restarted returns particles whose time is counted from 0 again.
func restarted(list []particle) []particle {
	out := slices.Clone(list)
	for i := range out {
		out[i].stages = nil
	}
	return out
}

// input begins a history that ends with an input. It may come while the system rests, waits for a race, or is about to send an output.
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
		n.give(Unallowed, "the model does not foresee the input here")
	case len(moments) > 1:
		n.give(Unclear, "the input may have come before or after a Markovian step")
	default:
		n.begin = merged(accepted)
	}
}

// moment names the moments at which the system can be in a particle of a list. They are alike only if the same races are over, and the
// same one is under way: then the time at which an input comes says nothing about which of the particles it meets.
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
