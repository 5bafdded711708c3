package workbench

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/syntax/modelfile"
	"github.com/sextant-mbt/sextant/internal/results/report/page"
)

// Limits of checks.
const (
	maxChecks = 4
	checkTime = 5 * time.Second // of one check
)

// handler returns the handler of all requests.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", asset("index.html"))
	for _, name := range page.Names {
		mux.HandleFunc("GET /"+name, asset(name))
	}
	mux.HandleFunc("GET /api/project", handle(http.StatusOK, s.getProject))
	mux.HandleFunc("GET /api/analyses", handle(http.StatusOK, func(*http.Request) (any, error) { return forms(), nil }))
	mux.HandleFunc("GET /api/model", handle(http.StatusOK, s.getModel))
	mux.HandleFunc("PUT /api/model", handle(http.StatusOK, s.putModel))
	mux.HandleFunc("POST /api/check", handle(http.StatusOK, s.postCheck))
	mux.HandleFunc("POST /api/complete", handle(http.StatusOK, s.postComplete))
	mux.HandleFunc("GET /api/events", s.events)
	mux.HandleFunc("GET /api/runs", handle(http.StatusOK, s.getRuns))
	mux.HandleFunc("POST /api/runs", handle(http.StatusCreated, s.postRun))
	mux.HandleFunc("GET /api/runs/{id}", s.getRun)
	mux.HandleFunc("DELETE /api/runs/{id}", handle(http.StatusOK, s.deleteRun))
	mux.HandleFunc("POST /api/runs/{id}/cancel", handle(http.StatusOK, func(r *http.Request) (any, error) { return s.runs.cancel(r.PathValue("id")) }))
	mux.HandleFunc("GET /api/runs/{id}/report", s.getReport)
	mux.HandleFunc("GET /api/runs/{id}/why", handle(http.StatusOK, s.getWhy))
	mux.HandleFunc("POST /api/steps", handle(http.StatusCreated, s.postWalk))
	mux.HandleFunc("POST /api/steps/{id}", handle(http.StatusOK, s.postStep))
	mux.HandleFunc("DELETE /api/steps/{id}", handle(http.StatusOK, s.deleteWalk))
	mux.HandleFunc("/", handle(http.StatusOK, func(*http.Request) (any, error) { return nil, errNothing }))
	return mux
}

// asset returns a handler that serves a file of the app.
func asset(name string) http.HandlerFunc {
	kind := mime.TypeByExtension(path.Ext(name))
	data := page.Asset(name)
	tag := `"` + hashOf(data)[:32] + `"`
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		write(w, http.StatusOK, data)
	}
}

func (s *Server) getProject(*http.Request) (any, error) {
	return struct {
		Name      string      `json:"name"`
		Version   string      `json:"version"`
		AllowExec bool        `json:"allowExec"`
		Models    []modelFile `json:"models"`
	}{s.project.name, s.options.Version, s.options.AllowExec, s.project.models()}, nil
}

// modelAnswer is a model of the project.
type modelAnswer struct {
	File string     `json:"file"`
	Text string     `json:"text"`
	Hash string     `json:"hash"`
	View *modelView `json:"view"`
}

func (s *Server) getModel(r *http.Request) (any, error) {
	name, err := s.project.model(r.URL.Query().Get("file"))
	if err != nil {
		return nil, err
	}
	text, hash, err := s.project.read(name)
	if err != nil {
		return nil, err
	}
	view, err := s.view(r.Context(), name, text)
	return modelAnswer{File: name, Text: text, Hash: hash, View: view}, err
}

func (s *Server) putModel(r *http.Request) (any, error) {
	name, err := s.project.model(r.URL.Query().Get("file"))
	if err != nil {
		return nil, err
	}
	var body struct{ Text, Hash string }
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	if err := s.project.write(name, body.Text, body.Hash); err != nil {
		return nil, err
	}
	return s.getModel(r)
}

func (s *Server) postCheck(r *http.Request) (any, error) {
	var body struct{ File, Text string }
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	name, err := s.project.model(body.File)
	if err != nil {
		return nil, err
	}
	return s.view(r.Context(), name, body.Text)
}

// view checks a text as the content of a model, and returns a view of the model. The number of concurrent checks and their time are
// limited.
func (s *Server) view(ctx context.Context, name, text string) (*modelView, error) {
	leave, err := s.enterCheck(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	l, err := model.LoadWithin(ctx, name, model.LoadOptions{Policy: *s.policy(), ReadFile: s.reader(name, text)})
	if err != nil {
		return nil, bad("%v", err)
	}
	if l.Usable() == nil {
		if err := analysis.CheckTables(l); err == nil && !l.List.HasErrors() {
			_, _ = analysis.Lint(ctx, l, model.SolverDefaults()) // without a solver, the list of the model has a note
		}
	}
	return &modelView{driver.ViewModel(l), fixes(l, name)}, nil
}

// enterCheck waits until another check may run.
func (s *Server) enterCheck(ctx context.Context) (leave func(), err error) {
	select {
	case s.checks <- struct{}{}:
		return func() { <-s.checks }, nil
	case <-ctx.Done():
		return nil, errAway
	}
}

// reader returns a function that reads the files of a model, one of which has an unsaved text.
func (s *Server) reader(name, text string) func(path string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		if path == name {
			return []byte(text), nil
		}
		return modelfile.Read(path)
	}
}

// maxList is the maximum number of runs in a list.
const maxList = 500

func (s *Server) getRuns(r *http.Request) (any, error) {
	limit := maxList
	if given := r.URL.Query().Get("limit"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 {
			return nil, bad("limit %q is not a number above 0", given)
		}
		limit = min(n, maxList)
	}
	return s.history.List(limit, r.URL.Query().Get("before"))
}

func (s *Server) postRun(r *http.Request) (any, error) {
	var body runRequest
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	job, summary, err := s.job(body)
	if err != nil {
		return nil, err
	}
	return s.runs.start(job, summary)
}

// getRun answers with a record. It may be large, so it is not decoded.
func (s *Server) getRun(w http.ResponseWriter, r *http.Request) {
	record, err := s.runs.recordJSON(r.PathValue("id"))
	if err != nil {
		writeError(w, err)
		return
	}
	w.Header().Set("Content-Type", jsonType)
	write(w, http.StatusOK, record)
}

func (s *Server) deleteRun(r *http.Request) (any, error) {
	return struct{}{}, s.runs.remove(r.PathValue("id"))
}

// getReport answers with the page of a run, as a download.
func (s *Server) getReport(w http.ResponseWriter, r *http.Request) {
	record, err := s.runs.record(r.PathValue("id"))
	var out bytes.Buffer
	if err == nil {
		err = page.Report(&out, record)
	}
	if err != nil {
		writeError(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "sextant-"+record.ID+".html"))
	write(w, http.StatusOK, out.Bytes())
}
