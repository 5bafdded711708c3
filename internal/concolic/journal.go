package concolic

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

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
		e.Start = j.encode(r.Start)
	} else {
		j.enter(r.Parent, "")
		e.After = j.numbers[r.Parent]
	}
	for _, s := range r.Steps {
		e.Steps = append(e.Steps, EntryStep{s.Move.Name, j.encode(s.Params)})
	}
	if j.failed == nil {
		j.failed = j.write(e)
		j.numbers[r] = len(j.numbers)
	}
}

// encode writes values; one that is too long to be read again is an error.
func (j *journal) encode(values []term.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		if out[i] = v.Encode(); len(out[i]) > term.MaxEncoded {
			j.failed = fmt.Errorf("a value has %d characters, more than %d", len(out[i]), term.MaxEncoded)
		}
	}
	return out
}

// resume replays the entries of an earlier search, and counts what they reached.
func (w *walker) resume(entries []Entry) error {
	moves := map[string]*sts.Move{}
	for _, m := range w.system.Moves() {
		moves[m.Name] = m
	}
	defer func() { w.earlier = w.coverage() }()
	var runs []*Run
	for i, e := range entries {
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
	return nil
}

// EntryError says which entry of a journal could not be replayed.
type EntryError struct {
	Number int
	Err    error
}

// Error says why.
func (e *EntryError) Error() string { return e.Err.Error() }

// Unwrap is the reason.
func (e *EntryError) Unwrap() error { return e.Err }

// ErrForeign is the reason if the entry cannot belong to the model; other reasons, such as a function that fails, may pass.
var ErrForeign = errors.New("it does not fit the model")

// rerun makes the steps of an entry in the interpreter.
func (w *walker) rerun(e Entry, before []*Run, moves map[string]*sts.Move) (*Run, error) {
	switch {
	case strings.ContainsFunc(e.How, func(r rune) bool { return !unicode.IsPrint(r) }):
		return nil, fmt.Errorf("%w: it says %q", ErrForeign, e.How)
	case e.After == -1 && len(e.Steps) == 0:
		start, err := decodeAll(w.system.Slots, func(s sts.Slot) *term.Sort { return s.Sort }, e.Start)
		if err != nil {
			return nil, err
		}
		return w.rootFrom(start)
	case e.After < 0 || e.After >= len(before) || len(e.Steps) == 0:
		return nil, fmt.Errorf("%w: it prolongs entry %d by %d steps", ErrForeign, e.After, len(e.Steps))
	}
	return w.prolong(before[e.After], e.Steps, moves)
}

// prolong makes steps after a run.
func (w *walker) prolong(parent *Run, steps []EntryStep, moves map[string]*sts.Move) (*Run, error) {
	r := &Run{Parent: parent, Length: parent.Length + len(steps), assumed: parent.assumed}
	at := &explore.Witness{Config: w.machine.Expand(parent.Config)}
	for _, s := range steps {
		m := moves[s.Move]
		switch {
		case w.ctx.Err() != nil:
			return nil, w.ctx.Err()
		case m == nil:
			return nil, fmt.Errorf("%w: there is no transition %q", ErrForeign, s.Move)
		}
		params, err := decodeAll(m.Params, func(p sts.Param) *term.Sort { return p.Sort }, s.Params)
		if err != nil {
			return nil, err
		}
		r.Steps = append(r.Steps, Step{m, params})
		at, r.assumed, err = w.judge.step(&explore.Witness{Config: at.Config}, r.Steps[len(r.Steps)-1], r.assumed)
		if errors.Is(err, errDiverged) {
			err = fmt.Errorf("%w: %s cannot be taken", ErrForeign, s.Move)
		}
		if err != nil {
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
		return nil, fmt.Errorf("%w: %d values where there are %d", ErrForeign, len(texts), len(of))
	}
	out := make([]term.Value, len(of))
	for i, t := range texts {
		var err error
		if out[i], err = sort(of[i]).Decode(t); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrForeign, err)
		}
	}
	return out, nil
}
