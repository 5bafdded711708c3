package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/sextant-mbt/sextant/internal/face/workbench/history"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Explorations in the history of "sextant serve" are used as well, if they are newer than those of this session.

const (
	maxRecalled = 50 // maximum number of runs to examine
	maxParents  = 8  // maximum number of folders above a model to search for a history
)

// recall reads the newest exploration of a model from the history of the workbench, unless the history is unchanged since the last
// call.
func (c *coverageStore) recall(a *analysis) {
	if a.loaded.System == nil {
		return
	}
	root := a.loaded.Path
	folder, written := historyOf(root)
	c.mu.Lock()
	old := written.IsZero() || c.recalled[root].Equal(written)
	if c.recalled == nil {
		c.recalled = map[string]time.Time{}
	}
	c.recalled[root] = written
	c.mu.Unlock()
	if old {
		return
	}
	if begun, covered, ok := newestExploration(folder, root); ok {
		c.keep(a.loaded, covered, begun)
	}
}

// historyOf finds the folder above a model that has a history, and the modification time of the history.
func historyOf(root string) (folder string, written time.Time) {
	folder = filepath.Dir(root)
	for range maxParents {
		if info, err := os.Stat(historyFile(folder)); err == nil {
			written = info.ModTime()
			if log, err := os.Stat(historyFile(folder) + "-wal"); err == nil && log.ModTime().After(written) {
				written = log.ModTime()
			}
			return folder, written
		}
		folder = filepath.Dir(folder)
	}
	return "", time.Time{}
}

func historyFile(folder string) string { return filepath.Join(folder, ".sextant", "history.db") }

// newestExploration returns the coverage of the newest completed exploration of a model, and when it began.
func newestExploration(folder, root string) (begun time.Time, covered result.Tally, ok bool) {
	h, err := history.Look(historyFile(folder))
	if err != nil {
		return begun, covered, false
	}
	defer h.Close()
	runs, err := h.List(maxRecalled, "")
	if err != nil {
		return begun, covered, false
	}
	for _, r := range runs {
		if r.Analysis != "explore" || r.State != result.RunDone || len(r.Args) != 1 || filepath.Join(folder, r.Args[0]) != root {
			continue
		}
		record, err := h.Record(r.ID)
		if err != nil {
			return begun, covered, false
		}
		var document struct{ Coverage result.Coverage }
		data, err := json.Marshal(record.Document)
		if err == nil {
			err = json.Unmarshal(data, &document)
		}
		return r.Begun, document.Coverage.Transitions, err == nil
	}
	return begun, covered, false
}
