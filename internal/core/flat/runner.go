package flat

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Runner is one run, stepped in place.
type Runner struct {
	machine     *Machine
	memory      memory
	changes     changes     // of a step, before they are stored
	large       *sts.Config // the configuration, if it does not fit the cells
	interpreter *sts.Interpreter
	moves       []*sts.Move // buffer
	expanded    *sts.Config // buffer
}

// NewRunner returns a run; Load sets its configuration. Decide answers closed formulas with quantifiers, and may be nil.
func (m *Machine) NewRunner(decide func(closed *term.Term) (bool, error)) *Runner {
	r := &Runner{machine: m, memory: memory{cells: make([]int64, m.cells)},
		interpreter: sts.NewInterpreter(m.system)}
	r.interpreter.Decide = decide
	return r
}

// Load starts the run at a configuration.
func (r *Runner) Load(c Config) {
	r.large = c.Large
	copy(r.memory.cells, c.Words)
}

// Config returns the configuration of the run.
func (r *Runner) Config() Config {
	return Config{Words: append([]int64(nil), r.Words()...), Large: r.large}
}

// View returns the configuration of the run without copying it. Callers must not change or retain it.
func (r *Runner) View() Config { return Config{Words: r.Words(), Large: r.large} }

// Words returns the words of the configuration of the run, which callers must not change or retain; if it IsLarge, what does not fit is 0,
// or the number of items of a collection.
func (r *Runner) Words() []int64 { return r.memory.cells[:r.machine.params] }

// IsLarge reports whether some value of the configuration does not fit a word.
func (r *Runner) IsLarge() bool { return r.large != nil }

// Step attempts a move with one value per parameter. Unless the outcome is sts.Done, the run stays where it is.
func (r *Runner) Step(m *sts.Move, params []term.Value) (sts.Outcome, error) {
	c := r.machine.codes[m.ID]
	if c == nil || r.large != nil || !r.stands(m) || !r.loadParams(m, params) {
		return r.interpret(m, params)
	}
	outcome := r.run(c)
	if r.memory.lost {
		return r.interpret(m, params)
	}
	if outcome == sts.Done {
		r.changes.store(r.memory.cells)
	}
	return outcome, nil
}

// Attempt computes a step of a move that the control allows here, with the words of its parameters, which must be values of their sorts. The run stays
// where it is: Changes returns what a step that is Done changes. It reports false if only the interpreter can take the step.
func (r *Runner) Attempt(m *sts.Move, params []int64) (outcome sts.Outcome, decided bool) {
	c := r.machine.codes[m.ID]
	if c == nil || r.large != nil {
		return sts.Blocked, false
	}
	copy(r.memory.cells[r.machine.params:], params)
	if !r.machine.receive(m, r.memory.cells) {
		return sts.Blocked, false
	}
	outcome = r.run(c)
	return outcome, !r.memory.lost
}

// Changes returns the words that the step that was attempted last changes, and what they become; where one is named twice the later one counts. The
// slices are valid until the next step.
func (r *Runner) Changes() (places []int, words []int64) { return r.changes.cells, r.changes.words }

// run computes a step and its changes.
func (r *Runner) run(c *code) sts.Outcome {
	r.memory.lost = false
	r.changes.cells, r.changes.words = r.changes.cells[:0], r.changes.words[:0]
	return c.run(&r.memory, &r.changes)
}

// Hopeless reports whether no parameters can make the guard of a move true here, because a part of it that reads no parameter is
// false. It is fast, and reports false if it cannot decide.
func (r *Runner) Hopeless(m *sts.Move) bool {
	c := r.machine.codes[m.ID]
	if c == nil || r.large != nil || len(c.state) == 0 {
		return false
	}
	r.memory.lost = false
	r.memory.load(c.before)
	return !r.memory.all(c.state) && !r.memory.lost
}

// Holds reports whether a conjunction of CompileWith holds, by its index; decided is false if only the interpreter can decide it.
func (r *Runner) Holds(conjunction int) (holds, decided bool) {
	c := r.machine.conditions[conjunction]
	if c == nil || r.large != nil {
		return false, false
	}
	r.memory.lost = false
	r.memory.load(c.before)
	holds = r.memory.all(c.parts)
	return holds, !r.memory.lost
}

// stands reports whether the machines are at the source locations of a move.
func (r *Runner) stands(m *sts.Move) bool {
	for _, t := range m.Parts {
		if r.memory.cells[t.Machine] != int64(t.From) {
			return false
		}
	}
	return true
}

// loadParams stores the parameters; false if one is not a word, or not of its sort.
func (r *Runner) loadParams(m *sts.Move, params []term.Value) bool {
	return WordsOf(m, params, r.memory.cells[r.machine.params:]) && r.machine.receive(m, r.memory.cells)
}

// WordsOf writes the words of the parameters of a move to a row; false if one is not a word, or not of its sort. What is taken from a queue has any
// word.
func WordsOf(m *sts.Move, params []term.Value, row []int64) bool {
	if len(params) != len(m.Params) {
		return false
	}
	for i, v := range params {
		n, ok := v.Small()
		if m.Params[i].Kind != sts.Dequeued && (!ok || !contains(m.Params[i].Sort, n)) {
			return false
		}
		row[i] = n
	}
	return true
}

// contains reports whether a word is within the bounds of a sort.
func contains(s *term.Sort, n int64) bool {
	switch s.Kind {
	case term.KindInt:
		return (!s.HasLow || n >= s.Low) && (!s.HasHigh || n <= s.High)
	case term.KindEnum:
		return n >= 0 && n < int64(len(s.Members))
	}
	return true
}

// load computes registers.
func (m *memory) load(registers []assignment) {
	for i := range registers {
		m.cells[registers[i].cell] = registers[i].value(m)
	}
}

// all reports whether all conditions hold.
func (m *memory) all(conditions []truth) bool {
	for _, holds := range conditions {
		if !holds(m) {
			return false
		}
	}
	return true
}

// run computes the changes of the move; it stores nothing but registers.
func (c *code) run(m *memory, to *changes) sts.Outcome {
	m.load(c.before)
	if !m.all(c.guardSafety) {
		return sts.Unsafe
	}
	if !m.all(c.guard) {
		return sts.Blocked
	}
	m.load(c.after)
	if !m.all(c.stepSafety) {
		return sts.Unsafe
	}
	for i := range c.updates {
		to.add(c.updates[i].cell, c.updates[i].value(m))
	}
	for i := range c.traffic {
		c.traffic[i].change(m, to)
	}
	for _, a := range c.arrivals {
		to.add(a.machine, a.location)
	}
	return sts.Done
}

// changes are cells with the words that they get.
type changes struct {
	cells []int
	words []int64
}

func (c *changes) add(cell int, word int64) {
	c.cells, c.words = append(c.cells, cell), append(c.words, word)
}

// store makes the step that was computed.
func (c *changes) store(cells []int64) {
	for i, cell := range c.cells {
		cells[cell] = c.words[i]
	}
}

// interpret makes the step in the interpreter, and returns to words if they suffice.
func (r *Runner) interpret(m *sts.Move, params []term.Value) (sts.Outcome, error) {
	step, err := r.interpreter.Try(r.Expanded(), m, params)
	if err != nil || step.Outcome != sts.Done {
		return step.Outcome, err
	}
	r.large = nil
	if !r.machine.pack(step.Next, r.memory.cells) {
		r.large = step.Next
	}
	return sts.Done, nil
}

// ExpandedView is Expanded without copying: the configuration is valid until the next call and must not be changed.
func (r *Runner) ExpandedView() *sts.Config {
	if r.large != nil {
		return r.large
	}
	if r.expanded == nil {
		r.expanded = r.machine.NewConfig()
	}
	return r.machine.expandInto(r.View(), r.expanded)
}

// Expanded returns the configuration of the run in the usual form.
func (r *Runner) Expanded() *sts.Config {
	return r.machine.Expand(r.View())
}
