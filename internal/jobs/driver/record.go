package driver

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/report"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The limits of the record of a job.
const (
	maxNodes   = 20_000  // of the tree
	maxPoints  = 2_000   // of the curve
	maxNotes   = 1_000   // notes
	maxPrinted = 4 << 20 // bytes of text printed before the result
)

// recordWidth is the width of the text in a record, in columns.
const recordWidth = 100

// kept is the output of a job while it runs.
type kept struct {
	mu      sync.Mutex
	notes   []string
	printed strings.Builder
	curve   []result.Point
	every   int // only every such point of the curve is kept
	seen    int // points
	last    result.Point
}

// Keep makes the job keep the content of its record: notes, printed text, progress, and the tree. Call it after the functions of the
// job were set and before the job is executed.
func (j *Job) Keep() {
	k := &kept{every: 1}
	j.kept = k
	note, print, progress := j.Note, j.Print, j.Progress
	j.Note = func(text string) {
		k.note(text)
		note(text)
	}
	j.Print = func(text string) {
		k.print(text)
		print(text)
	}
	j.Progress = func(now result.Progress) {
		now.Point.Seconds = j.seconds()
		now.Point = k.point(now.Point)
		progress(now)
	}
}

func (k *kept) note(text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.notes) < maxNotes {
		k.notes = append(k.notes, text)
	}
}

func (k *kept) print(text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.printed.Len()+len(text) <= maxPrinted {
		k.printed.WriteString(text)
	}
}

// point adds a point to the curve and returns it. What one search of a run has covered stays covered while another begins again. When there are
// too many points, it drops every second one, and from then on keeps half as many.
func (k *kept) point(p result.Point) result.Point {
	k.mu.Lock()
	defer k.mu.Unlock()
	if p.Unit == k.last.Unit && p.Total == k.last.Total {
		p.Covered = max(p.Covered, k.last.Covered)
	}
	k.last = p
	k.seen++
	if k.seen%k.every != 0 {
		return p
	}
	if k.curve = append(k.curve, p); len(k.curve) < maxPoints {
		return p
	}
	for i := range maxPoints / 2 {
		k.curve[i] = k.curve[2*i+1]
	}
	k.curve = k.curve[:maxPoints/2]
	k.every *= 2
	return p
}

// NewID returns a new name of a run: 16 random hexadecimal digits.
func NewID() string {
	var b [8]byte
	rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}

// Summary returns the initial record of a job that has not started.
func (j *Job) Summary() result.Summary {
	changed := j.changed()
	words := append([]string{"sextant", j.Analysis.Name}, quoted(j.Args)...)
	words = append(words, flagWords(j.Options, j.Analysis.New(), "", names(changed)...)...)
	s := result.Summary{ID: NewID(), Analysis: j.Analysis.Name, Args: append([]string{}, j.Args...), Options: map[string][]string{},
		Command: strings.Join(words, " "), State: result.RunWaiting}
	for _, f := range j.Analysis.Flags(j.Options) {
		if slices.Contains(changed, f.Name) {
			s.Options[f.Name] = f.entries()
		}
	}
	return s
}

// changed lists the flags that differ from their defaults, except those that only affect how the result is shown.
func (j *Job) changed() []string {
	var out []string
	standard := j.Analysis.Flags(j.Analysis.New())
	for i, f := range j.Analysis.Flags(j.Options) {
		if f.Name != "json" && f.Name != "report" && f.String() != standard[i].String() {
			out = append(out, f.Name)
		}
	}
	return out
}

// Record returns the record of a job that ended with a result and an error, which may both be nil.
func (j *Job) Record(s result.Summary, document any, err error) *result.Record {
	r := &result.Record{Summary: s}
	r.Begun, r.Seconds = j.begun, j.seconds()
	r.State, r.Finding = stateOf(document, err), IsFinding(err)
	if err != nil && !errors.Is(err, ErrFinding) {
		r.Error = err.Error()
	}
	if k := j.kept; k != nil {
		k.mu.Lock()
		r.Notes, r.Text, r.Curve = slices.Clone(k.notes), k.printed.String(), slices.Clone(k.curve)
		k.mu.Unlock()
	}
	j.fill(r, document)
	if j.Loaded != nil && j.Loaded.Model != nil {
		r.Model = ViewModel(j.Loaded)
	}
	return r
}

// fill adds a result to a record: as text, as a document, and as a tree.
func (j *Job) fill(r *result.Record, document any) {
	switch d := document.(type) {
	case nil:
	case Text:
		r.Text += string(d)
		if j.explained != nil {
			r.Document = j.explained
		}
	default:
		r.Text += report.Text(document, report.Options{Width: recordWidth, Verbose: j.Verbose})
		r.Document = document
	}
	if explored, ok := r.Document.(*result.Explore); ok {
		tree := explored.Tree.Clip(maxNodes)
		r.Tree = &tree
	}
}

// stateOf returns the state of a run that ended with a result and an error.
func stateOf(document any, err error) result.RunState {
	stop := result.StopDone
	if d, ok := document.(interface{ Stopped() result.Stop }); ok {
		stop = d.Stopped()
	}
	switch {
	case stop == result.StopInterrupted:
		return result.RunCancelled
	case IsComplete(err), stop.Early():
		return result.RunDone
	}
	return result.RunFailed
}

// ViewModel returns a view of a loaded model.
func ViewModel(l *model.Loaded) *result.ModelView {
	v := &result.ModelView{Name: l.Info().Name, Diagnostics: diag.ToJSON(l.List.Sorted()), Dropped: l.List.Dropped().Total(), Files: []result.SourceFile{}}
	for _, f := range l.Files {
		v.Files = append(v.Files, result.SourceFile{Name: f.Name, Text: f.Text})
	}
	if graph, err := analysis.Graph(l); err == nil {
		v.Graph, v.Outline = &graph, graph.Outline(outlineNodes)
	}
	v.Externs = analysis.ViewExterns(l)
	return v
}

// Curve returns the curve so far of a job whose record is kept.
func (j *Job) Curve() []result.Point {
	if j.kept == nil {
		return nil
	}
	j.kept.mu.Lock()
	defer j.kept.mu.Unlock()
	return slices.Clone(j.kept.curve)
}
