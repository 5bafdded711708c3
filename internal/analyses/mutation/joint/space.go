package joint

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/engines/statespace/domain"
)

// Limits of what is listed.
const (
	maxInputs = 64      // different messages
	maxRows   = 64      // of the choices of a move
	maxStarts = 256     // initial states
	maxTried  = 400_000 // steps that are tried for one mutant
	maxPairs  = 50_000  // of one comparison
	maxFull   = 2       // mutants for which a limit was reached, after which no other is compared
)

// Input is a message that can be sent; the zero value is none.
type Input struct {
	Channel *sts.Channel
	Values  []term.Value
}

// Space has the states that were met so far. It belongs to one goroutine.
type Space struct {
	system  *sts.System
	inputs  []Input // the first is none
	in      *sts.Interpreter
	start   beginning
	states  []*sts.Config
	edges   [][]edge // by state, of the original; nil if they were not needed yet
	number  map[string]int
	outputs map[string]int // numbers of outputs, by channel and values

	situations []situation
	placed     map[string]int // numbers of situations
	beliefs    [][]int        // situations in order
	believed   map[string]int // numbers of beliefs
	original   *observer      // of the original, for all mutants

	tried int  // steps and situations of beliefs, for the present mutant
	full  bool // a limit was reached for the present mutant: nothing is proved
	fulls int  // mutants for which that was so
}

// edge is a step from a state.
type edge struct {
	input   int
	move    *sts.Move
	outputs []int // by number
	next    int   // unsafe if the step runs into a model error
}

// unsafe is the state after a model error.
const unsafe = -1

// New returns the space of a system, or why its states cannot be compared with those of others: its inputs, its choices or its initial states
// cannot be listed, or it calls functions or has chances.
func New(s *sts.System) (*Space, *statespace.Refusal) {
	for _, m := range s.Moves() {
		if refusal := refuse(m); refusal != nil {
			return nil, refusal
		}
	}
	p := &Space{system: s, inputs: []Input{{}}, in: sts.NewInterpreter(s), number: map[string]int{}, outputs: map[string]int{}, placed: map[string]int{}, believed: map[string]int{}}
	p.original = newObserver(p, p.of)
	for _, c := range s.Channels {
		if c.Direction == sts.Input && !p.addInputs(c) {
			return nil, &statespace.Refusal{Reason: statespace.EndlessInput, Text: "there are too many messages for " + c.Name}
		}
	}
	if p.start = p.beginningOf(s); len(p.start.states) == 0 {
		return nil, &statespace.Refusal{Reason: statespace.EndlessStart, Text: "the initial states cannot be listed"}
	}
	return p, nil
}

// beginning is the initial states of a system.
type beginning struct {
	states []int
	values [][]term.Value // by initial state: of the slots that begin with any value
	bad    []int          // combinations of initial values with a model error, after which the model says nothing; by number
}

// beginningOf lists the initial states of a system; there are none if they are too many, or one cannot be computed.
func (p *Space) beginningOf(s *sts.System) beginning {
	var out beginning
	few, executor := domain.Domain{Limit: maxStarts}, run.NewExecutor(s, nil, nil)
	rows, _, _ := few.Starts(s)
	for i, values := range rows {
		w, err := executor.Begin(values)
		var bad *run.ErrBadStart
		switch {
		case errors.As(err, &bad):
			out.bad = append(out.bad, i)
		case errors.Is(err, run.ErrAssumed) && !errors.Is(err, term.ErrUndecided):
		case err != nil:
			return beginning{}
		default:
			first := p.renamed(s, p.system, w.Config)
			if first == nil {
				return beginning{}
			}
			out.states, out.values = append(out.states, p.add(first)), append(out.values, values)
		}
	}
	return out
}

// refuse returns why the steps of a move cannot be listed for an input; nil if they can.
func refuse(m *sts.Move) *statespace.Refusal {
	chance := slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return t.Choice != nil || t.Rate != nil })
	_, listed := rowsOf(m, Input{})
	switch {
	case chance:
		return &statespace.Refusal{Reason: statespace.HasChances, Text: m.Name + " is a matter of chance"}
	case len(m.Calls) > 0:
		return statespace.RefuseCalls(m)
	case m.DelayParam() >= 0:
		return statespace.RefuseClocks()
	case !listed:
		return &statespace.Refusal{Reason: statespace.EndlessInput, Text: "the choices of " + m.Name + " cannot be listed"}
	}
	return nil
}

// addInputs lists the messages of a channel; false if there are too many.
func (p *Space) addInputs(c *sts.Channel) bool {
	messages := domain.Domain{Limit: maxInputs - len(p.inputs)}
	rows, listed := messages.Types(c.Payload)
	for _, row := range rows {
		p.inputs = append(p.inputs, Input{c, row})
	}
	return listed && len(rows) > 0
}

// rowsOf lists the parameters of a move for an input; false if a choice cannot be listed.
func rowsOf(m *sts.Move, in Input) ([][]term.Value, bool) {
	given := make([]term.Value, len(m.Params))
	for i, p := range m.Params {
		if p.Kind != sts.Chosen && p.Kind != sts.Received && p.Kind != sts.Dequeued {
			return nil, false
		}
		given[i] = p.Sort.Default()
	}
	for i, a := range m.InputArgs {
		if in.Channel != nil {
			given[a] = in.Values[i]
		}
	}
	rows, excess := choices.Params(m.Params, func(i int) (term.Value, bool) { return given[i], m.Params[i].Kind != sts.Chosen })
	return rows, excess == nil && len(rows) > 0
}

// choices lists the values that a move may choose.
var choices = domain.Domain{Limit: maxRows}

// add returns the number of a state.
func (p *Space) add(c *sts.Config) int {
	key := make([]byte, 0, 64)
	for _, l := range c.Locations {
		key = append(strconv.AppendInt(key, int64(l), 36), ' ')
	}
	for _, v := range c.Values {
		key = appendValue(key, v)
	}
	for _, q := range c.Queues {
		key = append(strconv.AppendInt(key, int64(q.Count), 10), ':')
		for _, v := range q.Items {
			key = appendValue(key, v)
		}
	}
	if n, ok := p.number[string(key)]; ok {
		return n
	}
	n := len(p.states)
	p.number[string(key)] = n
	p.states, p.edges = append(p.states, c), append(p.edges, nil)
	return n
}

// appendValue writes a value so that different ones differ.
func appendValue(key []byte, v term.Value) []byte {
	if n, ok := v.Small(); ok {
		return append(strconv.AppendInt(key, n, 36), ',')
	}
	return append(strconv.AppendQuote(key, v.Encode()), ',')
}

// of returns the steps of the original from a state.
func (p *Space) of(ctx context.Context, state int) []edge {
	if p.edges[state] != nil {
		return p.edges[state]
	}
	edges := inOrder(append([]edge{}, p.try(ctx, p.in, p.system, state, nil)...))
	if !p.full {
		p.edges[state] = edges
	}
	return edges
}

// inOrder sorts edges by their inputs.
func inOrder(edges []edge) []edge {
	slices.SortStableFunc(edges, func(a, b edge) int { return a.input - b.input })
	return edges
}

// try takes the steps of a system from a state: of some moves, or of all if there are none given.
func (p *Space) try(ctx context.Context, in *sts.Interpreter, s *sts.System, state int, moves map[string]*sts.Move) []edge {
	var out []edge
	config := p.renamed(p.system, s, p.states[state])
	if config == nil {
		return nil
	}
	for _, m := range s.Possible(nil, config.Locations, config.Count) {
		if moves != nil && moves[m.Name] == nil {
			continue
		}
		for i, input := range p.inputs {
			if m.Input == nil && i > 0 || m.Input != nil && (i == 0 || m.Input.Name != input.Channel.Name) {
				continue
			}
			out = p.tryMove(ctx, in, s, config, m, i, out)
		}
	}
	return out
}

// tryMove takes the steps of one move with one input, for all its choices.
func (p *Space) tryMove(ctx context.Context, in *sts.Interpreter, s *sts.System, config *sts.Config, m *sts.Move, input int, out []edge) []edge {
	rows, ok := rowsOf(m, p.inputs[input])
	p.full = p.full || !ok
	for _, row := range rows {
		if p.tried++; p.tried > maxTried || ctx.Err() != nil {
			p.full = true
			return out
		}
		step, err := in.Try(config, m, row)
		switch {
		case err != nil:
			p.full = true
		case step.Outcome == sts.Unsafe:
			out = append(out, edge{input: input, move: m, next: unsafe})
		case step.Outcome == sts.Done:
			if next := p.renamed(s, p.system, step.Next); next != nil {
				out = append(out, edge{input, m, p.sent(m, step.Outputs), p.add(next)})
			}
		}
	}
	return out
}

// sent returns the numbers of what a step sends.
func (p *Space) sent(m *sts.Move, values []term.Value) []int {
	var out []int
	for _, msg := range m.Outputs {
		text := append([]byte(msg.Channel.Name), '(')
		for _, v := range values[:len(msg.Args)] {
			text = appendValue(text, v)
		}
		values = values[len(msg.Args):]
		n, ok := p.outputs[string(text)]
		if !ok {
			n = len(p.outputs)
			p.outputs[string(text)] = n
		}
		out = append(out, n)
	}
	return out
}

// fits reports whether the moves of a mutant can be listed as well.
func fits(m Mutant) bool {
	for _, move := range m.Changed {
		if refuse(move) != nil {
			return false
		}
	}
	return true
}

// Translate finds a row of locations of one system in another, by name; false where a name is missing.
func Translate(from, to *sts.System, row []int) ([]int, bool) {
	out := slices.Clone(row)
	for i, l := range row {
		name, others := from.Machines[i].Locations[l].Name, to.Machines[i].Locations
		if l < len(others) && others[l].Name == name {
			continue
		}
		if out[i] = slices.IndexFunc(others, func(l sts.Location) bool { return l.Name == name }); out[i] < 0 {
			return nil, false
		}
	}
	return out, true
}

// renamed returns a configuration of one system as one of another that has the same slots; nil if a location is missing there, which
// reaches a limit.
func (p *Space) renamed(from, to *sts.System, c *sts.Config) *sts.Config {
	locations, ok := Translate(from, to, c.Locations)
	if !ok {
		p.full = true
		return nil
	}
	out := *c
	out.Locations = locations
	return &out
}
