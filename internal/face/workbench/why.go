package workbench

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// whyTime is the time limit of an answer.
const whyTime = 20 * time.Second

// getWhy answers why a transition cannot be taken in a state of the tree of a run. It uses the model at the time of the run, which
// may have been changed since.
func (s *Server) getWhy(r *http.Request) (any, error) {
	record, err := s.runs.record(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	path, err := pathTo(record.Tree, query.Get("node"))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), whyTime)
	defer cancel()
	leave, err := s.enterCheck(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	l, backend, err := s.loadAgain(ctx, record)
	if err != nil {
		return nil, err
	}
	why, err := analysis.Why(ctx, l, path, query.Get("transition"), backend)
	if err != nil {
		return nil, bad("%v", err)
	}
	return why, nil
}

// pathTo returns the moves from the root of a tree to a node.
func pathTo(tree *result.Tree, node string) ([]string, error) {
	at, err := strconv.Atoi(node)
	if tree == nil || err != nil || at < 0 || at >= len(tree.Nodes) {
		return nil, bad("the run has no state %q", node)
	}
	var path []string
	for at != 0 && tree.Nodes[at].Parent >= 0 && tree.Nodes[at].Parent < at {
		path = append(path, tree.Nodes[at].Move)
		at = tree.Nodes[at].Parent
	}
	slices.Reverse(path)
	return path, nil
}

// loadAgain reads the model at the time of a run, with its options.
func (s *Server) loadAgain(ctx context.Context, record *result.Record) (*model.Loaded, model.Backend, error) {
	none := model.Backend{}
	a, err := findAnalysis(record.Analysis)
	if err != nil {
		return nil, none, err
	}
	options := a.New()
	if err := s.setOptions(a, options, record.Options); err != nil {
		return nil, none, err
	}
	backend := driver.Part[model.Backend](options)
	if record.Model == nil || backend == nil || len(record.Args) == 0 {
		return nil, none, bad("the run has no model, or no solver to query")
	}
	load := driver.Part[model.Common](options).LoadOptions()
	load.Policy = *s.policy()
	load.ReadFile = func(path string) ([]byte, error) {
		for _, f := range record.Model.Files {
			if f.Name == path {
				return []byte(f.Text), nil
			}
		}
		return nil, fmt.Errorf("%s was not a file of the model: %w", path, fs.ErrNotExist)
	}
	l, err := model.LoadWithin(ctx, record.Args[0], load)
	if err == nil {
		err = l.Usable()
	}
	if err != nil {
		return nil, none, bad("%v", err)
	}
	return l, *backend, nil
}
