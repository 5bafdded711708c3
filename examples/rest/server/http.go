package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

// handler serves the tasks.
func handler(fault string) http.Handler {
	l := &list{fault: fault}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /reset", l.reset)
	mux.HandleFunc("GET /tasks", l.serve(func(*http.Request) (int, any, error) {
		all, open := l.count()
		return http.StatusOK, map[string]int{"count": all, "open": open}, nil
	}))
	mux.HandleFunc("POST /tasks", l.serve(func(r *http.Request) (int, any, error) {
		var body struct{ Title string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			return 0, nil, errTitle
		}
		t, err := l.create(body.Title)
		return http.StatusCreated, t, err
	}))
	mux.HandleFunc("GET /tasks/{id}", l.serveTask(func(id int64, _ *http.Request) (int, any, error) {
		t, err := l.get(id)
		return http.StatusOK, t, err
	}))
	mux.HandleFunc("PUT /tasks/{id}", l.serveTask(func(id int64, r *http.Request) (int, any, error) {
		var body task
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			return 0, nil, errTitle
		}
		t, err := l.change(id, body.Title, body.Done)
		return http.StatusOK, t, err
	}))
	mux.HandleFunc("DELETE /tasks/{id}", l.serveTask(func(id int64, _ *http.Request) (int, any, error) {
		return http.StatusNoContent, nil, l.remove(id)
	}))
	return mux
}

// serve answers a request with JSON, or with the status of an error.
func (l *list) serve(f func(*http.Request) (int, any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l.Lock()
		defer l.Unlock()
		status, answer, err := f(r)
		if err != nil {
			status, answer = statusOf(err), map[string]string{"error": err.Error()}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if answer != nil {
			_ = json.NewEncoder(w).Encode(answer) // the client may have disconnected
		}
	}
}

// serveTask answers a request for the task in the path.
func (l *list) serveTask(f func(id int64, r *http.Request) (int, any, error)) http.HandlerFunc {
	return l.serve(func(r *http.Request) (int, any, error) {
		id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
		if err != nil {
			return 0, nil, errNone
		}
		return f(id, r)
	})
}

// reset removes all tasks.
func (l *list) reset(w http.ResponseWriter, _ *http.Request) {
	l.Lock()
	defer l.Unlock()
	l.tasks, l.last, l.cache = nil, 0, task{} // ids begin again, so that a test can be repeated
	w.WriteHeader(http.StatusNoContent)
}

func statusOf(err error) int {
	switch {
	case errors.Is(err, errNone):
		return http.StatusNotFound
	case errors.Is(err, errFull):
		return http.StatusConflict
	}
	return http.StatusBadRequest
}
