package ioco

import (
	"context"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Explanations: the run of the model behind what was observed. The observations of one test are followed again, and all ways to each state are
// kept. What no later observation refutes is left in the end: where that is one sequence of steps, the run has them, and where it is not, it
// has what was observed, with the locations in which the model may be. Nothing is chosen among explanations.

// Observation is something that was observed of a system.
type Observation struct {
	Kind    result.EventKind
	Message sut.Message // of an input or an output
	At      *big.Rat    // in a system with clocks: the instant
	Line    int         // of a log; 0 if there is none
}

// maxExplained bounds the observations of a run that is explained.
const maxExplained = 5000

// Explain returns the run of the model that explains observations, the first ones of which are left out of it. They begin where a snapshot was
// taken; nil is the start. If the last one is not allowed, the run ends with it. It is nil if observations before cannot be followed. The
// tracker is as it was.
func (t *Tracker) Explain(ctx context.Context, from *Snapshot, list []Observation, left int) (*result.Trace, error) {
	if len(list) > maxExplained {
		return nil, nil
	}
	before := t.Snapshot()
	t.explains = true
	defer func() {
		t.explains = false
		t.Restore(before)
	}()
	t.beginTrails(from)
	a := newAccount(t, list)
	for i, o := range list {
		ok, err := a.follow(ctx, o)
		if err != nil || !ok && i < len(list)-1 {
			return nil, err
		}
		if !ok {
			if err := a.refuted(ctx, o); err != nil {
				return nil, err
			}
		}
	}
	a.close()
	return a.trace(from != nil, left), nil
}

// beginTrails goes to a snapshot, or the start, where trails begin.
func (t *Tracker) beginTrails(from *Snapshot) {
	if from == nil {
		t.Reset()
		return
	}
	t.Restore(from)
	t.now = slices.Clone(t.now)
	for i := range t.now {
		p := &t.now[i]
		p.trail = newTrail(p)
		p.trail.number = t.count
	}
}

// account is the run behind observations while it is made.
type account struct {
	*Tracker
	start  scene
	steps  []result.Step
	scenes []scene       // after the steps
	first  []int         // by observation: the step that it is in
	list   []Observation // all
	done   int           // the observations whose explanations are in the steps
	seen   int           // those that were followed
}

func newAccount(t *Tracker, list []Observation) *account {
	a := &account{Tracker: t, list: list}
	instant := new(big.Rat)
	if t.since != nil {
		instant.Set(t.since)
	}
	a.start = t.scene(a.front(), instant)
	return a
}

// front is the nodes of the trails that lead to the present.
func (a *account) front() []*trail {
	var out []*trail
	for i := range a.now {
		out = append(out, a.now[i].trail)
	}
	return out
}

// follow follows an observation again, at another instant within the tolerance if need be.
func (a *account) follow(ctx context.Context, o Observation) (bool, error) {
	if o.Kind == result.EventReset {
		a.close()
		a.Reset()
		a.first = append(a.first, len(a.steps))
		a.add(result.Step{Kind: result.StepReset}, a.scene(a.front(), new(big.Rat)), o)
		a.seen++
		a.done = a.seen
		return true, nil
	}
	if (o.Kind == result.EventInput || o.Kind == result.EventOutput) && o.Message.Channel == nil {
		return false, nil // it is no message of the model
	}
	if o.At != nil {
		a.At(o.At)
	}
	again := func() (bool, error) {
		return a.again(ctx, &sighting{kind: o.Kind, message: o.Message})
	}
	ok, err := again()
	if err == nil && !ok {
		ok, err = a.Nearly(ctx, again)
	}
	if ok {
		a.seen++
	}
	return ok, err
}

// refuted adds the last observation, which the model does not allow.
func (a *account) refuted(ctx context.Context, o Observation) error {
	states, err := a.settle(ctx)
	if err != nil {
		return err
	}
	var nodes []*trail
	for i := range states {
		nodes = append(nodes, newTrail(&states[i]))
		if states[i].unseen != nil {
			nodes[i].state = a.foreseen(&states[i])
		}
	}
	a.close()
	a.first = append(a.first, len(a.steps))
	step := result.Step{Kind: result.StepWrong}
	exchanged(&step, o)
	now := a.last().later(a.System, o.At)
	settled := a.scene(nodes, o.At)
	now.places, now.queues = settled.places, settled.queues
	a.add(step, now, o)
	return nil
}

// close adds the steps that explain the observations up to now.
func (a *account) close() {
	count := a.seen - a.done
	list := layers(a.front(), a.count-count+1, a.count)
	for i := range list {
		a.first = append(a.first, len(a.steps))
		a.explainBy(&list[i], a.list[a.done+i], a.done+i)
	}
	a.done = a.seen
}

// explainBy adds the steps of a layer, which explain an observation.
func (a *account) explainBy(l *layer, o Observation, index int) {
	after := a.scene(l.after, o.At)
	if l.open {
		step := result.Step{Kind: result.StepOpen}
		if o.Kind == result.EventQuiescence {
			step.Kind = result.StepSilence
		}
		exchanged(&step, o)
		a.add(step, after, o)
		return
	}
	for i, ways := range l.steps {
		var instant *big.Rat
		if i == len(l.steps)-1 && o.Kind != result.EventQuiescence {
			instant = o.At
		}
		a.add(a.step(ways[0]), a.scene(ways, instant), o)
	}
	switch {
	case o.Kind == result.EventQuiescence:
		a.quiet(after, o, index)
	case len(l.steps) > 0:
		a.observed(l.steps[len(l.steps)-1][0].move, o)
	case len(a.steps) > 0 && a.steps[len(a.steps)-1].Kind == "":
		a.first[index]--
		a.pay(o)
		a.refine(after)
		return
	default:
		step := result.Step{Kind: result.StepOpen}
		exchanged(&step, o)
		a.add(step, after, o)
	}
	a.refine(after)
}

// quiet adds a silence, unless it is the one before an input, for which every test waits.
func (a *account) quiet(after scene, o Observation, index int) {
	a.refine(after)
	if o.Line == 0 && index+1 < len(a.list) && (a.list[index+1].Kind == result.EventInput || a.list[index+1].Kind == result.EventReset) {
		return
	}
	a.add(result.Step{Kind: result.StepSilence}, after, o)
}

// step renders a step of the model without its messages to and from the tester.
func (a *account) step(node *trail) result.Step {
	out := run.Outline(a.System, node.move)
	if node.taken != nil {
		out = node.taken.Format(a.System)
	}
	out.At, out.Input, out.Outputs, out.Changes, out.Values, out.Queues = "", nil, nil, nil, nil, nil
	return out
}

// observed adds the message of an observation to the last step, by a move.
func (a *account) observed(m *sts.Move, o Observation) {
	step := &a.steps[len(a.steps)-1]
	if o.Kind == result.EventInput {
		step.Input = run.Received(a.System, m, o.Message.Values)
		return
	}
	a.pay(o)
}

// pay adds an output to the last step.
func (a *account) pay(o Observation) {
	step := &a.steps[len(a.steps)-1]
	out := run.Message(o.Message.Channel, o.Message.Values)
	out.From = a.sender(step, o.Message.Channel)
	step.Outputs = append(step.Outputs, out)
}

// sender names the machine that sends the next output of a step.
func (a *account) sender(step *result.Step, channel *sts.Channel) string {
	for _, m := range a.System.Moves() {
		if n := len(step.Outputs); m.Name == step.Transition && n < len(m.Outputs) && m.Outputs[n].Channel == channel {
			return run.Senders(a.System, m)[n]
		}
	}
	return ""
}

// add adds a step with what is known after it.
func (a *account) add(step result.Step, after scene, o Observation) {
	if a.System.Timed() {
		step.At = sts.FormatInstant(after.instant)
	}
	step.Line = o.Line
	a.steps, a.scenes = append(a.steps, step), append(a.scenes, after)
}

// last is what is known after the last step.
func (a *account) last() *scene {
	if len(a.scenes) == 0 {
		return &a.start
	}
	return &a.scenes[len(a.scenes)-1]
}

// refine adds what a later observation shows of the state after the last step.
func (a *account) refine(later scene) {
	last := a.last()
	last.places, last.queues = later.places, later.queues
	for i, slot := range a.System.Slots {
		if last.open[i] && !later.open[i] && !slot.Clock {
			last.values[i], last.open[i] = later.values[i], false
		}
	}
}

// trace returns the run without the steps of the first observations.
func (a *account) trace(late bool, left int) *result.Trace {
	begin := 0
	if left > 0 {
		begin = a.first[min(left, len(a.first)-1)]
	}
	before := a.start
	if begin > 0 {
		before = a.scenes[begin-1]
	}
	out := &result.Trace{Machines: run.Machines(a.System), Steps: []result.Step{}, Start: &result.Start{Location: before.location(a.System), Variables: []result.Variable{}}}
	if late || begin > 0 {
		out.Start.Locations = before.locations(a.System)
	}
	out.Start.Queues = before.queues
	for _, v := range a.System.Variables() {
		out.Start.Variables = append(out.Start.Variables, result.Variable{Name: v.Name, Clock: v.Clock, Value: before.value(v)})
	}
	for i, step := range a.steps[begin:] {
		after := &a.scenes[begin+i]
		step.Location = after.location(a.System)
		if step.Kind != "" || step.Location == "" {
			step.Locations = after.locations(a.System)
		}
		step.Changes = before.changes(a.System, after)
		step.Values = run.Texts(step.Changes)
		step.Queues = run.ChangedQueues(before.queues, after.queues)
		before = *after
		out.Steps = append(out.Steps, step)
	}
	return out
}

// exchanged adds the message of an observation to a step of which nothing else is known.
func exchanged(step *result.Step, o Observation) {
	if o.Message.Channel == nil {
		return
	}
	m := run.Message(o.Message.Channel, o.Message.Values)
	if o.Kind == result.EventInput {
		step.Input = &m
	} else {
		step.Outputs = []result.Message{m}
	}
}
