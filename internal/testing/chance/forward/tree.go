package forward

import (
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/chance/step"
)

// The bounds: particles of a node, consecutive internal steps, total sequences of schedulers.
const (
	maxParticles = 2000
	maxInternal  = 200
	maxSequences = 20_000
)

// Tree is the tree of histories of a model. It belongs to one goroutine.
type Tree struct {
	stepper *step.Stepper
	root    *Node
	nodes   int

	parents []int   // by sequence: its predecessor; -1 for the empty sequence, which is the first
	points  [][]int // points of choice: the sequences of the alternatives
}

// New returns the tree of a system. It fails with a *step.Error if probabilities are unknown from the start.
func New(s *sts.System) (*Tree, error) {
	t := &Tree{stepper: step.New(s), parents: []int{-1}}
	start, err := t.stepper.Start()
	if err != nil {
		return nil, err
	}
	t.root = &Node{tree: t, begin: []particle{{config: start, weight: big.NewRat(1, 1)}}}
	return t, nil
}

// Root returns the empty history.
func (t *Tree) Root() *Node { return t.root }

// Deterministic reports whether no history so far had a choice of the scheduler.
func (t *Tree) Deterministic() bool { return len(t.points) == 0 }

// Sequences returns the number of sequences of the scheduler so far; the first is the empty one.
func (t *Tree) Sequences() int { return len(t.parents) }

// Points returns the points of choice: for each, the sequence before it and those of its alternatives.
func (t *Tree) Points() (before []int, alternatives [][]int) {
	for _, p := range t.points {
		before = append(before, t.parents[p[0]])
	}
	return before, t.points
}

// choose returns the sequences of a point of choice with n alternatives after another sequence.
func (t *Tree) choose(after, n int) ([]int, bool) {
	if n == 1 {
		return []int{after}, true
	}
	if len(t.parents)+n > maxSequences {
		return nil, false
	}
	point := make([]int, n)
	for i := range point {
		point[i] = len(t.parents)
		t.parents = append(t.parents, after)
	}
	t.points = append(t.points, point)
	return point, true
}

// receive returns the particles after an input.
func (t *Tree) receive(p *particle, a Action) ([]particle, error) {
	distributions, err := t.stepper.Receive(p.config, a.Channel, a.Values)
	if err != nil || len(distributions) == 0 {
		return nil, err
	}
	sequences, ok := t.choose(p.sequence, len(distributions))
	if !ok {
		return nil, errTooMany
	}
	var out []particle
	for i, d := range distributions {
		for _, b := range d.Branches {
			out = append(out, particle{config: b.Next, owed: b.Outputs, weight: new(big.Rat).Mul(p.weight, b.Probability), sequence: sequences[i]})
		}
	}
	return out, nil
}

var errTooMany = errors.New("the limit on states or schedulers that explain the history is exceeded")

// giveUp records an error as the reason why the continuations are unknown.
func (n *Node) giveUp(err error) {
	if problem := (*step.Error)(nil); errors.As(err, &problem) {
		n.give(Reason(problem.Problem), problem.Text)
		return
	}
	n.give(TooMany, err.Error())
}

// expand computes the continuations of a history.
func (n *Node) expand() {
	if n.expanded || n.Reason != "" {
		return
	}
	n.expanded = true
	e := expansion{node: n, index: map[string]int{}}
	for _, p := range n.begin {
		e.add(p, 0)
	}
	for len(e.work) > 0 {
		p, depth := e.work[0], e.depths[0]
		e.work, e.depths = e.work[1:], e.depths[1:]
		if err := e.visit(p, depth); err != nil {
			n.offers, n.rests, n.waiting, n.speaking = nil, nil, nil, nil
			n.giveUp(err)
			return
		}
	}
	for i := range n.offers {
		n.offers[i].after = merged(n.offers[i].after)
	}
	n.rests, n.waiting, n.speaking = merged(n.rests), merged(n.waiting), merged(n.speaking)
}

// expansion follows the internal steps after a history.
type expansion struct {
	node   *Node
	work   []particle
	depths []int
	seen   int
	index  map[string]int // offers by action
}

var errLoop = errors.New("the model takes infinitely many internal steps, or more than the limit")

// add adds a particle, or the output that is due in it.
func (e *expansion) add(p particle, depth int) {
	if len(p.owed) > 0 {
		e.offer(p)
		return
	}
	e.work, e.depths = append(e.work, p), append(e.depths, depth)
}

// offer adds an output. The time before it stays with the particle in the node; time starts at 0 again after it.
func (e *expansion) offer(p particle) {
	first := p.owed[0]
	a := Action{Kind: Output, Channel: first.Channel, Values: first.Values}
	i, known := e.index[a.Key()]
	if !known {
		i = len(e.node.offers)
		e.index[a.Key()] = i
		e.node.offers = append(e.node.offers, Offer{Action: a})
	}
	paid := p
	paid.owed = p.owed[1:]
	e.node.offers[i].after = append(e.node.offers[i].after, paid)
}

// visit takes the steps of a particle that needs no input.
func (e *expansion) visit(p particle, depth int) error {
	if e.seen++; e.seen > maxParticles || depth > maxInternal {
		return errLoop
	}
	t := e.node.tree
	own, err := t.stepper.Own(p.config)
	if err != nil {
		return err
	}
	switch {
	case len(own.Immediate) > 0:
		return e.immediate(p, own.Immediate, depth)
	case len(own.Race) > 0:
		e.race(p, own, depth)
	default:
		e.node.rests = append(e.node.rests, p)
	}
	return nil
}

// immediate adds a choice of the scheduler between several distributions.
func (e *expansion) immediate(p particle, list []step.Distribution, depth int) error {
	if slices.ContainsFunc(list, func(d step.Distribution) bool { return d.Speaks() }) {
		e.node.speaking = append(e.node.speaking, p)
	}
	sequences, ok := e.node.tree.choose(p.sequence, len(list))
	if !ok {
		return errTooMany
	}
	for i, d := range list {
		e.branch(p, d, sequences[i], p.weight, p.stages, depth)
	}
	return nil
}

// race adds the race of the Markovian steps of a state.
func (e *expansion) race(p particle, own step.Own, depth int) {
	exit := own.Exit()
	before := p
	before.exit = exit
	e.node.waiting = append(e.node.waiting, before)
	var names []string
	for _, d := range own.Race {
		names = append(names, d.Name)
	}
	stages := append(slices.Clip(p.stages), Stage{Name: strings.Join(names, "+"), Rate: exit})
	for _, d := range own.Race {
		share := new(big.Rat).Quo(d.Rate, exit)
		e.branch(p, d, p.sequence, share.Mul(share, p.weight), stages, depth)
	}
}

// branch adds the branches of a distribution.
func (e *expansion) branch(p particle, d step.Distribution, sequence int, weight *big.Rat, stages []Stage, depth int) {
	for _, b := range d.Branches {
		e.add(particle{config: b.Next, owed: b.Outputs, weight: new(big.Rat).Mul(weight, b.Probability), sequence: sequence, stages: stages}, depth+1)
	}
}
