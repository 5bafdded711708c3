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
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Limits of what is compared.
const (
	maxInputs = 64      // different messages
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
	*statespace.Table
	system   *sts.System
	inputs   []Input        // the first is none
	numbers  map[string]int // of inputs, by channel and values
	original *side
	edges    [][]edge       // by state, of the original; nil if they were not needed yet
	outputs  map[string]int // numbers of outputs, by channel and values

	situations []situation
	placed     map[string]int // numbers of situations
	beliefs    [][]int        // situations in order
	believed   map[string]int // numbers of beliefs

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
func New(s *sts.System) (*Space, *result.Unsupported) {
	p := &Space{system: s, inputs: []Input{{}}, numbers: map[string]int{}, outputs: map[string]int{}, placed: map[string]int{}, believed: map[string]int{}}
	for _, c := range s.Channels {
		if c.Direction == sts.Input && !p.addInputs(c) {
			return nil, statespace.Refuse(result.EndlessInput, "there are too many messages for "+c.Name)
		}
	}
	taken, err := p.newStepper(s, s.Moves())
	if err == nil {
		p.Table, err = statespace.NewTable(s, taken.Machine, 0)
	}
	var start beginning
	if err == nil {
		start, err = p.beginningOf(taken)
	}
	if refusal := (*result.Unsupported)(nil); errors.As(err, &refusal) {
		return nil, refusal
	}
	if err != nil || len(start.states) == 0 {
		return nil, statespace.Refuse(result.EndlessStart, "the initial states cannot be listed")
	}
	p.original = &side{newObserver(p, func(ctx context.Context, state int) []edge { return p.of(ctx, taken, state) }), taken, start}
	return p, nil
}

// beginning is the initial states of a system.
type beginning struct {
	states []int
	values [][]term.Value // by initial state: of the slots that begin with any value
	bad    []int          // combinations of initial values with a model error, whose further behaviour is unspecified; by number
}

// beginningOf lists the initial states of a system. It returns an error if there are too many, or if one cannot be computed.
func (p *Space) beginningOf(t *stepper) (beginning, error) {
	starts, err := statespace.ListStarts(t.system, &domain.Domain{})
	if err != nil {
		return beginning{}, err
	}
	if len(starts) > maxStarts {
		return beginning{}, statespace.Refuse(result.EndlessStart, "there are too many initial states")
	}
	var out beginning
	tried := 0
	err = statespace.Begin(run.NewExecutor(t.system, nil, nil), starts, func(w *run.Witness, bad *run.ErrBadStart) error {
		tried++
		if bad != nil {
			out.bad = append(out.bad, tried)
			return nil
		}
		first, err := p.add(t, t.Machine.Compact(w.Config))
		out.states, out.values = append(out.states, first), append(out.values, w.Params)
		return err
	})
	if err != nil {
		return beginning{}, err
	}
	return out, nil
}

// addInputs lists the messages of a channel; false if there are too many.
func (p *Space) addInputs(c *sts.Channel) bool {
	messages := domain.Domain{Limit: maxInputs - len(p.inputs)}
	rows, listed := messages.Types(c.Payload)
	for _, row := range rows {
		p.numbers[textOf(c, row)] = len(p.inputs)
		p.inputs = append(p.inputs, Input{c, row})
	}
	return listed && len(rows) > 0
}

// appendValue writes a value so that different ones differ.
func appendValue(key []byte, v term.Value) []byte {
	if n, ok := v.Small(); ok {
		return append(strconv.AppendInt(key, n, 36), ',')
	}
	return append(strconv.AppendQuote(key, v.Encode()), ',')
}

// textOf returns a text that only equal messages share.
func textOf(c *sts.Channel, values []term.Value) string {
	text := append([]byte(c.Name), '(')
	for _, v := range values {
		text = appendValue(text, v)
	}
	return string(text)
}

// of returns the steps of the original from a state.
func (p *Space) of(ctx context.Context, t *stepper, state int) []edge {
	for len(p.edges) <= state {
		p.edges = append(p.edges, nil)
	}
	if p.edges[state] != nil {
		return p.edges[state]
	}
	edges := inOrder(append([]edge{}, p.try(ctx, t, state)...))
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

// sent returns the numbers of what a step sends.
func (p *Space) sent(m *sts.Move, values []term.Value) []int {
	var out []int
	for _, msg := range m.Outputs {
		text := textOf(msg.Channel, values[:len(msg.Args)])
		values = values[len(msg.Args):]
		n, ok := p.outputs[text]
		if !ok {
			n = len(p.outputs)
			p.outputs[text] = n
		}
		out = append(out, n)
	}
	return out
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
