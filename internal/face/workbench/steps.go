package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path"
	"regexp"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis/step"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Limits of walks.
const (
	maxWalks = 16
	walkTime = 20 * time.Second // of one step
	walkIdle = 15 * time.Minute // time after which an unused walk is ended
)

// walk is a step-by-step run of a model.
type walk struct {
	id, file string
	mu       sync.Mutex // used by one request at a time
	session  *step.Session
	idle     *time.Timer
	over     bool
}

// walks has the walks in progress.
type walks struct {
	mu     sync.Mutex
	list   map[string]*walk
	closed bool
}

func newWalks() *walks { return &walks{list: map[string]*walk{}} }

// add adds a walk, unless there are too many.
func (w *walks) add(one *walk) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || len(w.list) >= maxWalks {
		return &httpError{http.StatusTooManyRequests, fmt.Sprintf("there are already %d walks through models: end one", maxWalks)}
	}
	w.list[one.id] = one
	one.idle = time.AfterFunc(walkIdle, func() { _ = w.end(one.id) })
	return nil
}

func (w *walks) find(id string) (*walk, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if one := w.list[id]; one != nil {
		one.idle.Reset(walkIdle)
		return one, nil
	}
	return nil, &httpError{http.StatusNotFound, "this walk has ended: begin another one"}
}

// end ends a walk.
func (w *walks) end(id string) error {
	one, err := w.find(id)
	if err != nil {
		return err
	}
	w.mu.Lock()
	delete(w.list, id)
	one.idle.Stop()
	w.mu.Unlock()
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.over {
		return nil
	}
	one.over = true
	return one.session.Close()
}

// close ends all walks.
func (w *walks) close() {
	w.mu.Lock()
	w.closed = true
	var ids []string
	for id := range w.list {
		ids = append(ids, id)
	}
	w.mu.Unlock()
	for _, id := range ids {
		_ = w.end(id) // another request may have ended it
	}
}

// postWalk starts a walk through a model.
func (s *Server) postWalk(r *http.Request) (any, error) {
	var body struct{ File string }
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	name, err := s.project.model(body.File)
	if err == nil {
		name, err = s.project.existing(name)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), walkTime)
	defer cancel()
	leave, err := s.enterCheck(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	one, err := s.openWalk(ctx, name)
	if err != nil {
		return nil, err
	}
	state, err := one.session.State(ctx)
	if err != nil {
		return nil, errors.Join(err, s.walks.end(one.id))
	}
	return one.show(state, nil)
}

// openWalk opens and adds a walk through a model.
func (s *Server) openWalk(ctx context.Context, name string) (*walk, error) {
	l, err := model.LoadWithin(ctx, name, model.LoadOptions{Policy: *s.policy()})
	if err == nil {
		err = l.Usable()
	}
	var session *step.Session
	if err == nil {
		session, err = step.Open(ctx, l, model.BackendDefaults())
	}
	if err != nil {
		return nil, bad("%v", explained(err))
	}
	one := &walk{id: driver.NewID(), file: name, session: session}
	if err := s.walks.add(one); err != nil {
		return nil, errors.Join(err, session.Close())
	}
	return one, nil
}

// stepRequest is a request of a user in a walk.
type stepRequest struct {
	Do         string            `json:"do"` // take, undo, jump or save
	Transition string            `json:"transition"`
	Inputs     map[string]any    `json:"inputs"` // values as plain data
	Texts      map[string]string `json:"texts"`  // values in the syntax of the language
	To         int               `json:"to"`
	Name       string            `json:"name"`
}

// values returns all values of a request; giving one twice is an error.
func (r *stepRequest) values() (map[string]any, error) {
	out := map[string]any{}
	maps.Copy(out, r.Inputs)
	for name, written := range r.Texts {
		if _, twice := out[name]; twice {
			return nil, bad("the value %q is given twice: in inputs and in texts", name)
		}
		out[name] = step.Text(written)
	}
	return out, nil
}

// postStep continues a walk.
func (s *Server) postStep(r *http.Request) (any, error) {
	var raw json.RawMessage
	if err := readJSON(r, &raw); err != nil {
		return nil, err
	}
	var body stepRequest
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // integers of any size
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&body); err != nil {
		return nil, bad("the request is not the JSON that is expected: %v", err)
	}
	one, err := s.walks.find(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), walkTime)
	defer cancel()
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.over {
		return nil, &httpError{http.StatusNotFound, "this walk has ended: begin another one"}
	}
	return one.show(s.fulfil(ctx, one.session, body))
}

// testName matches the valid names of saved tests.
var testName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

func (s *Server) fulfil(ctx context.Context, session *step.Session, wish stepRequest) (*result.StepState, error) {
	switch wish.Do {
	case "take":
		values, err := wish.values()
		if err != nil {
			return nil, err
		}
		return session.Take(ctx, wish.Transition, values)
	case "undo":
		return session.Undo(ctx)
	case "jump":
		return session.Jump(ctx, wish.To)
	case "save":
		if !testName.MatchString(wish.Name) {
			return nil, bad("%q cannot be the name of a test: write letters, digits, - and _", wish.Name)
		}
		folder := path.Join(data, "tests")
		if err := s.project.root.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
		return session.Save(ctx, path.Join(folder, wish.Name+".json"))
	}
	return nil, bad("%q cannot be done: write take, undo, jump or save", wish.Do)
}

// show completes the state of a walk.
func (w *walk) show(state *result.StepState, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	state.ID, state.File = w.id, w.file
	return state, nil
}

func (s *Server) deleteWalk(r *http.Request) (any, error) {
	return struct{}{}, s.walks.end(r.PathValue("id"))
}
