package concolic

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// The journal: a search that may be killed writes down what it reaches, and a later one goes on from there. An entry is a piece
// of a run, as Run has it: the steps since another entry, or initial values. Whoever reads a journal replays every entry in the
// interpreter, so a journal cannot make anything reached that is not.

// Entry is a piece of a run.
type Entry struct {
	After int         `json:"after"`           // the number of the entry that it prolongs, from 0; -1 if it begins a run
	Start []string    `json:"start,omitempty"` // by slot, if it begins a run
	Steps []EntryStep `json:"steps,omitempty"`
	How   string      `json:"how,omitempty"` // which part of the engine reached its last transition
}

// EntryStep is a step of an entry.
type EntryStep struct {
	Move   string   `json:"move"`
	Params []string `json:"params"`
}

// journal numbers the runs that were written.
type journal struct {
	numbers map[*Run]int
	write   func(Entry) error // nil if there is no journal
	failed  error             // the first error of write, after which nothing is written
}

// enter writes a run, after those that it prolongs. It is called under the campaign's lock.
func (j *journal) enter(r *Run, how string) {
	if j.write == nil || j.failed != nil {
		return
	}
	if _, known := j.numbers[r]; known {
		return
	}
	e := Entry{After: -1, How: how}
	if r.Parent == nil {
		e.Start = encode(r.Start)
	} else {
		j.enter(r.Parent, "")
		e.After = j.numbers[r.Parent]
	}
	for _, s := range r.Steps {
		e.Steps = append(e.Steps, EntryStep{s.Move.Name, encode(s.Params)})
	}
	if j.failed == nil {
		j.failed = j.write(e)
		j.numbers[r] = len(j.numbers)
	}
}

func encode(values []term.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Encode()
	}
	return out
}

// resume replays the entries of an earlier search, and counts what they reached.
func (w *walker) resume(entries []Entry) error {
	moves := map[string]*sts.Move{}
	for _, m := range w.system.Moves() {
		moves[m.Name] = m
	}
	var runs []*Run
	for i, e := range entries {
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		r, err := w.rerun(e, runs, moves)
		if err != nil {
			return &EntryError{i, err}
		}
		runs = append(runs, r)
		w.journal.numbers[r] = i
		w.store.add(r)
		if len(r.Steps) > 0 {
			w.record(w.judge, r, e.How)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.earlier = w.count
	return nil
}

// EntryError says which entry of a journal does not fit the model.
type EntryError struct {
	Number int
	Err    error
}

func (e *EntryError) Error() string { return e.Err.Error() }
func (e *EntryError) Unwrap() error { return e.Err }

// rerun makes the steps of an entry in the interpreter.
func (w *walker) rerun(e Entry, before []*Run, moves map[string]*sts.Move) (*Run, error) {
	if e.After == -1 {
		start, err := decodeAll(w.system.Slots, func(s sts.Slot) *term.Sort { return s.Sort }, e.Start)
		if err != nil {
			return nil, err
		}
		return w.rootFrom(start)
	}
	if e.After < 0 || e.After >= len(before) {
		return nil, fmt.Errorf("there is no entry %d before it", e.After)
	}
	parent := before[e.After]
	r := &Run{Parent: parent, Length: parent.Length + len(e.Steps), assumed: parent.assumed}
	at := &explore.Witness{Config: w.machine.Expand(parent.Config)}
	for _, s := range e.Steps {
		m := moves[s.Move]
		if m == nil {
			return nil, fmt.Errorf("the model has no transition %s", s.Move)
		}
		params, err := decodeAll(m.Params, func(p sts.Param) *term.Sort { return p.Sort }, s.Params)
		if err != nil {
			return nil, err
		}
		r.Steps = append(r.Steps, Step{m, params})
		if at, r.assumed, err = w.judge.step(&explore.Witness{Config: at.Config}, r.Steps[len(r.Steps)-1], r.assumed); err != nil {
			return nil, err
		}
	}
	r.Config = w.machine.Compact(at.Config)
	r.verified.Store(true)
	return r, nil
}

// decodeAll reads values of the sorts of some things.
func decodeAll[T any](of []T, sort func(T) *term.Sort, texts []string) ([]term.Value, error) {
	if len(texts) != len(of) {
		return nil, fmt.Errorf("%d values where there are %d", len(texts), len(of))
	}
	out := make([]term.Value, len(of))
	for i, t := range texts {
		var err error
		if out[i], err = sort(of[i]).Decode(t); err != nil {
			return nil, err
		}
	}
	return out, nil
}
