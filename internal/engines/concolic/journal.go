package concolic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The journal: a search records what it reaches, so that a later one can continue from there if this one is killed. An entry is a piece of a
// run, like Run: the steps since another entry, or initial values. Entries that are read are replayed in the interpreter, so a journal cannot
// claim unreachable transitions.

// journal numbers the runs that were written.
type journal struct {
	numbers map[*Run]int
	write   func(result.JournalEntry) error // nil if there is no journal
	failed  error                           // the first error of write, after which nothing is written
}

// enter writes a run, after those that it prolongs. It is called under the campaign's lock.
func (j *journal) enter(r *Run, how string) {
	if j.write == nil || j.failed != nil {
		return
	}
	if _, known := j.numbers[r]; known {
		return
	}
	e := result.JournalEntry{After: -1, How: how}
	if r.Parent == nil {
		e.Start = j.encode(r.Start)
	} else {
		j.enter(r.Parent, "")
		e.After = j.numbers[r.Parent]
	}
	for _, s := range r.piece.steps() {
		e.Steps = append(e.Steps, result.JournalStep{Move: s.Move.Name, Params: j.encode(s.Params)})
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
		if out[i] = v.Encode(); len(out[i]) > value.MaxEncoded {
			j.failed = fmt.Errorf("a value has %d characters, more than %d", len(out[i]), value.MaxEncoded)
		}
	}
	return out
}

// resume replays the entries of an earlier search, and counts what they reached.
func (w *walker) resume(ctx context.Context, entries []result.JournalEntry) error {
	c, moves := w.campaign, map[string]*sts.Move{}
	for _, m := range w.system.Moves() {
		moves[m.Name] = m
	}
	defer func() { c.earlier = c.coverage() }()
	var runs []*Run
	for i, e := range entries {
		r, err := w.rerun(ctx, e, runs, moves)
		if err != nil {
			return &EntryError{i, err}
		}
		runs = append(runs, r)
		c.journal.numbers[r] = i
		c.store.add(r)
		if r.Parent != nil {
			c.record(r, w.verify(ctx, r), e.How)
		}
	}
	return nil
}

// EntryError is the error for an entry of a journal that could not be replayed.
type EntryError struct {
	Number int
	Err    error
}

// Error returns the reason.
func (e *EntryError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *EntryError) Unwrap() error { return e.Err }

// ErrForeign is the reason if the entry cannot belong to the model; other reasons, such as a failing function, may be temporary.
var ErrForeign = errors.New("it does not fit the model")

// rerun makes the steps of an entry in the interpreter.
func (w *walker) rerun(ctx context.Context, e result.JournalEntry, before []*Run, moves map[string]*sts.Move) (*Run, error) {
	switch {
	case strings.ContainsFunc(e.How, func(r rune) bool { return !unicode.IsPrint(r) }):
		return nil, fmt.Errorf("%w: it says %q", ErrForeign, e.How)
	case e.After == -1 && len(e.Steps) == 0:
		values, err := decodeAll(w.system.Slots, func(s sts.Slot) *term.Sort { return s.Sort }, e.Start)
		if err != nil {
			return nil, err
		}
		start, err := w.executor.Begin(values)
		if err != nil {
			return nil, err
		}
		return w.root(start), nil
	case e.After < 0 || e.After >= len(before) || len(e.Steps) == 0:
		return nil, fmt.Errorf("%w: it prolongs entry %d by %d steps", ErrForeign, e.After, len(e.Steps))
	}
	return w.prolong(ctx, before[e.After], e.Steps, moves)
}

// prolong makes steps after a run.
func (w *walker) prolong(ctx context.Context, parent *Run, steps []result.JournalStep, moves map[string]*sts.Move) (*Run, error) {
	r := &Run{Parent: parent, Length: parent.Length + len(steps)}
	at := w.end(parent)
	var done []Step
	for _, s := range steps {
		m := moves[s.Move]
		if m == nil {
			return nil, fmt.Errorf("%w: there is no transition %q", ErrForeign, s.Move)
		}
		params, err := decodeAll(m.Params, func(p sts.Param) *term.Sort { return p.Sort }, s.Params)
		if err != nil {
			return nil, err
		}
		done = append(done, Step{m, params})
		if at, err = w.follow(ctx, at, done[len(done)-1]); errors.Is(err, run.ErrBlocked) {
			err = fmt.Errorf("%w: %s cannot be taken", ErrForeign, s.Move)
		}
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return nil, err
		}
	}
	r.piece = pieceOf(w.system, done)
	r.at, r.calls = paged(w.campaign.machine.Compact(at.Config), &parent.at), callsOf(at)
	r.verified.Store(true)
	return r, nil
}

// decodeAll reads values of the sorts of list.
func decodeAll[T any](list []T, sort func(T) *term.Sort, texts []string) ([]term.Value, error) {
	if len(texts) != len(list) {
		return nil, fmt.Errorf("%w: %d values where there are %d", ErrForeign, len(texts), len(list))
	}
	out := make([]term.Value, len(list))
	for i, t := range texts {
		var err error
		if out[i], err = value.ReadExact(sort(list[i]), t); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrForeign, err)
		}
	}
	return out, nil
}
