package sts

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Config is a concrete state. It is not changed once made.
type Config struct {
	Locations []int
	Values    []term.Value // by slot
	Queues    []Queue[term.Value]
}

// Equal reports whether two configurations are the same.
func (c *Config) Equal(d *Config) bool {
	for i, l := range c.Locations {
		if d.Locations[i] != l {
			return false
		}
	}
	for i, v := range c.Values {
		if !v.Equal(d.Values[i]) {
			return false
		}
	}
	for i, q := range c.Queues {
		if !sameQueue(q, d.Queues[i]) {
			return false
		}
	}
	return true
}

func sameQueue(a, b Queue[term.Value]) bool {
	if a.Count != b.Count {
		return false
	}
	for i, v := range a.Items {
		if !v.Equal(b.Items[i]) {
			return false
		}
	}
	return true
}

// Count is the number of messages in a queue.
func (c *Config) Count(queue int) int { return c.Queues[queue].Count }

// Outcome is the outcome of an attempted move.
type Outcome uint8

// The outcomes.
const (
	Blocked Outcome = iota // the guard is false
	Unsafe                 // an obligation is violated
	Done
)

// Step is the result of an attempted move.
type Step struct {
	Outcome  Outcome
	Violated *Obligation  // if Unsafe
	Next     *Config      // if Done
	Outputs  []term.Value // scalars of the outputs, in order, if Done
}

// Interpreter executes moves on concrete states. It belongs to one goroutine.
type Interpreter struct {
	system *System
	guards []*term.Frame
	effect []*term.Frame
	inputs []term.Value // buffer

	conditions map[*term.Term]*condition // that Holds has compiled

	// Decide answers closed formulas that cannot be enumerated; see term.Frame.
	Decide func(closed *term.Term) (bool, error)
}

// NewInterpreter makes an interpreter of s.
func NewInterpreter(s *System) *Interpreter {
	return &Interpreter{system: s, guards: make([]*term.Frame, len(s.moves)), effect: make([]*term.Frame, len(s.moves)),
		conditions: map[*term.Term]*condition{}}
}

// frame returns the memory for a program, made when first used.
func (in *Interpreter) frame(frames []*term.Frame, m *Move, p *term.Program) *term.Frame {
	if frames[m.ID] == nil {
		frames[m.ID] = p.NewFrame()
		frames[m.ID].Decide = in.Decide
	}
	return frames[m.ID]
}

// Unsatisfied counts the conjuncts of the guard and the conditions of its safety that do not hold, up to a limit.
func (in *Interpreter) Unsatisfied(c *Config, m *Move, params []term.Value, limit int) (count int, err error) {
	return in.frame(in.guards, m, m.programs().guard).Failing(limit, c.Values, params)
}

// Try attempts a move from c with the given parameters, one value per Move.Params. Values of Dequeued parameters are taken from the queue,
// regardless of params.
func (in *Interpreter) Try(c *Config, m *Move, params []term.Value) (Step, error) {
	return in.try(c, m, params, false)
}

// TryOver is Try for callers that no longer need c: if the step is Done, its values are overwritten with those of Next. A system may have a
// thousand slots, of which a step changes one.
func (in *Interpreter) TryOver(c *Config, m *Move, params []term.Value) (Step, error) {
	return in.try(c, m, params, true)
}

func (in *Interpreter) try(c *Config, m *Move, params []term.Value, over bool) (Step, error) {
	step, err := in.Attempt(c, m, params)
	if err != nil || step.Outcome != Done {
		return step, err
	}
	return in.effects(c, m, over), nil
}

// Attempt is Try for callers that need only the outcome: a step that is Done has no Next and no Outputs.
func (in *Interpreter) Attempt(c *Config, m *Move, params []term.Value) (Step, error) {
	if err := in.checkShape(c, m, params); err != nil {
		return Step{}, err
	}
	if m.Dequeue != nil {
		params = dequeued(c, m, params)
	}
	g := in.frame(in.guards, m, m.programs().guard)
	if len(m.GuardSafety) == 0 {
		if failing, err := g.Failing(1, c.Values, params); failing > 0 || err != nil {
			return Step{Outcome: Blocked}, err
		}
		return in.attemptEffect(c, m, params)
	}
	if err := g.Run(c.Values, params); err != nil {
		return Step{}, err
	}
	conjuncts := len(m.Conjuncts())
	for i := range m.GuardSafety {
		if !g.Bool(conjuncts + i) {
			return Step{Outcome: Unsafe, Violated: &m.GuardSafety[i]}, nil
		}
	}
	for i := range conjuncts {
		if !g.Bool(i) {
			return Step{Outcome: Blocked}, nil
		}
	}
	return in.attemptEffect(c, m, params)
}

// attemptEffect computes the effect of a move whose guard holds.
func (in *Interpreter) attemptEffect(c *Config, m *Move, params []term.Value) (Step, error) {
	f := in.frame(in.effect, m, m.programs().effect)
	if err := f.Run(c.Values, params); err != nil {
		return Step{}, err
	}
	for i := range m.StepSafety {
		if !f.Bool(i) {
			return Step{Outcome: Unsafe, Violated: &m.StepSafety[i]}, nil
		}
	}
	return Step{Outcome: Done}, nil
}

// effects returns the step that was attempted last, which is Done: updates, outputs and messages, as its second program has computed them.
// The updates are written over the values of c, or over a copy.
func (in *Interpreter) effects(c *Config, m *Move, over bool) Step {
	f := in.effect[m.ID]
	root := len(m.StepSafety)
	next := &Config{Locations: m.Target(c.Locations), Values: c.Values, Queues: c.Queues}
	if len(m.Updates) > 0 && !over {
		next.Values = append([]term.Value(nil), c.Values...)
	}
	for i, u := range m.Updates {
		next.Values[u.Slot] = f.Value(root + i)
	}
	root += len(m.Updates)
	read := func(n int) []term.Value {
		out := make([]term.Value, n)
		for i := range out {
			out[i] = f.Value(root + i)
		}
		root += n
		return out
	}
	var outputs []term.Value
	for _, msg := range m.Outputs {
		outputs = append(outputs, read(len(msg.Args))...)
	}
	next.Queues = stepQueues(m, c.Queues, func(i int) []term.Value { return read(len(m.Enqueue[i].Args)) })
	return Step{Outcome: Done, Next: next, Outputs: outputs}
}

// checkShape guards against a caller that mixes up moves: wrong locations, queues or number of parameters.
func (in *Interpreter) checkShape(c *Config, m *Move, params []term.Value) error {
	if len(params) != len(m.Params) {
		return fmt.Errorf("move %s takes %d parameters, not %d", m.Name, len(m.Params), len(params))
	}
	for _, t := range m.Parts {
		if c.Locations[t.Machine] != t.From {
			return fmt.Errorf("move %s does not start in %s", m.Name, in.system.LocationName(c.Locations))
		}
	}
	if !m.QueuesAllow(c.Count) {
		return fmt.Errorf("the queues do not allow move %s", m.Name)
	}
	for i, p := range m.Params {
		if p.Kind != Dequeued && !p.Sort.Contains(params[i]) {
			return fmt.Errorf("parameter %s of move %s is %s, outside %s", p.Name, m.Name, params[i].Format(p.Sort), p.Sort)
		}
	}
	return nil
}

func dequeued(c *Config, m *Move, params []term.Value) []term.Value {
	out := append([]term.Value(nil), params...)
	for i, a := range m.DequeueArgs {
		out[a] = c.Queues[m.Dequeue.Queue].Items[i]
	}
	return out
}

// CallArguments evaluates the arguments of call i of a move with the given parameters; Dequeued ones come from the queue.
func (in *Interpreter) CallArguments(c *Config, m *Move, params []term.Value, call int) ([]term.Value, error) {
	if m.Dequeue != nil {
		params = dequeued(c, m, params)
	}
	f := in.frame(in.effect, m, m.programs().effect)
	if err := f.Run(c.Values, params); err != nil {
		return nil, err
	}
	root := m.programs().effect.Roots()
	for _, later := range m.Calls[call:] {
		root -= len(later.Args)
	}
	out := make([]term.Value, len(m.Calls[call].Args))
	for i := range out {
		out[i] = f.Value(root + i)
	}
	return out, nil
}

// Start returns the initial configuration for given values of the slots that start symbolic (by slot; others are ignored).
func (in *Interpreter) Start(free []term.Value) (*Config, error) {
	s := in.system
	c := &Config{Locations: s.Initial(), Values: make([]term.Value, len(s.Slots)), Queues: make([]Queue[term.Value], s.Queues())}
	bindings := map[*term.Term]term.Value{}
	for i, slot := range s.Slots {
		if slot.Init == nil {
			c.Values[i] = free[i]
			bindings[slot.Term] = free[i]
		}
	}
	for i, slot := range s.Slots {
		if slot.Init == nil {
			continue
		}
		v, err := s.Store.Evaluate(slot.Init, bindings)
		if err != nil {
			return nil, err
		}
		c.Values[i] = v
	}
	return c, nil
}

// maxConditions bounds how many conditions an interpreter keeps compiled.
const maxConditions = 1000

// Holds evaluates a condition over the slots in c.
func (in *Interpreter) Holds(c *Config, cond *term.Term) (bool, error) {
	h := in.conditions[cond]
	if h == nil {
		if h = in.compile(cond); len(in.conditions) < maxConditions {
			in.conditions[cond] = h
		}
	}
	inputs := in.inputs[:0]
	for _, slot := range h.slots {
		inputs = append(inputs, c.Values[slot])
	}
	in.inputs = inputs
	err := h.frame.Run(inputs)
	return h.frame.Bool(0), err
}

// condition is a condition over the slots, compiled.
type condition struct {
	frame *term.Frame
	slots []int // its inputs
}

func (in *Interpreter) compile(cond *term.Term) *condition {
	h := &condition{frame: in.system.Store.Compile([]*term.Term{cond}, cond.Vars()).NewFrame()}
	h.frame.Decide = in.Decide
	index := map[*term.Term]int{}
	for i, slot := range in.system.Slots {
		index[slot.Term] = i
	}
	for _, v := range cond.Vars() {
		h.slots = append(h.slots, index[v])
	}
	return h
}

// Enabled reports whether some parameters make the guard of a move true in c, where the control allows it.
func (in *Interpreter) Enabled(c *Config, m *Move) (bool, error) {
	if in.system.Timed() && m.Enabled.HasQuantifier() {
		known := in.system.Constant(c)
		if enabled := m.EnabledIn(&known); enabled.IsConst() {
			return enabled.IsTrue(), nil
		}
	}
	if m.Dequeue == nil {
		return in.Holds(c, m.Enabled)
	}
	head := make([]*term.Term, len(m.DequeueArgs))
	for i, a := range m.DequeueArgs {
		head[i] = in.system.Store.Const(m.Params[a].Sort, c.Queues[m.Dequeue.Queue].Items[i])
	}
	return in.Holds(c, m.enabledFor(head))
}
