package driver

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
)

// Profiles of an analysis, for work on its speed: cpu.pprof and heap.pprof for "go tool pprof", and
// queries.jsonl with a line for each query that reached a solver process.

// profile has the files that are written while an analysis runs.
type profile struct {
	folder string
	cpu    *os.File
	file   *os.File
	lines  *bufio.Writer
	begun  time.Time

	mu  sync.Mutex
	err error // of the first line that could not be written
}

// StartProfile starts to write the profiles of an analysis with these options to a folder. The function that it returns stops this.
func StartProfile(folder string, options any) (end func() error, err error) {
	p, err := newProfile(folder)
	if err != nil {
		return nil, err
	}
	if solver := Part[model.SolverOptions](options); solver != nil {
		solver.Asked = p.asked
	}
	return p.close, nil
}

func newProfile(folder string) (*profile, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	p := &profile{folder: folder, begun: time.Now()}
	var err error
	if p.cpu, err = os.Create(filepath.Join(folder, "cpu.pprof")); err != nil {
		return nil, err
	}
	if p.file, err = os.Create(filepath.Join(folder, "queries.jsonl")); err != nil {
		return nil, errors.Join(err, p.cpu.Close())
	}
	p.lines = bufio.NewWriter(p.file)
	return p, pprof.StartCPUProfile(p.cpu)
}

// askedLine is a query in the trace.
type askedLine struct {
	At         float64 `json:"at"` // seconds since the beginning
	Kind       string  `json:"kind"`
	Status     string  `json:"status"`
	Seconds    float64 `json:"seconds"`
	Conjuncts  int     `json:"conjuncts"`
	Quantified int     `json:"quantified"` // conjuncts with quantifiers
}

func (p *profile) asked(a smt.Asked) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text, err := json.Marshal(askedLine{a.Begun.Sub(p.begun).Seconds(), a.Kind.String(), a.Status.String(), a.Took.Seconds(), a.Conjuncts, a.Quantified})
	if err == nil {
		_, err = p.lines.Write(append(text, '\n'))
	}
	if p.err == nil {
		p.err = err
	}
}

// close writes the rest.
func (p *profile) close() error {
	pprof.StopCPUProfile()
	p.mu.Lock()
	defer p.mu.Unlock()
	return errors.Join(p.err, p.lines.Flush(), p.file.Close(), p.cpu.Close(), p.writeHeap())
}

func (p *profile) writeHeap() error {
	f, err := os.Create(filepath.Join(p.folder, "heap.pprof"))
	if err != nil {
		return err
	}
	runtime.GC()
	return errors.Join(pprof.WriteHeapProfile(f), f.Close())
}
