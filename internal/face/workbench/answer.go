package workbench

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"time"

	"github.com/sextant-mbt/sextant/internal/face/workbench/history"
)

// httpError is an error with the status of the answer.
type httpError struct {
	status  int
	message string
}

// Error returns the message.
func (e *httpError) Error() string { return e.message }

var (
	errTooLarge = &httpError{http.StatusRequestEntityTooLarge, "the request is too large: at most 4 MB are read"}
	errNothing  = &httpError{http.StatusNotFound, "this address does not exist, or not with this method"}
	errAway     = &httpError{http.StatusBadRequest, "the client disconnected, or was too slow"}
)

// statusOf returns the status for an error.
func statusOf(err error) int {
	var own *httpError
	switch {
	case errors.As(err, &own):
		return own.status
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, history.ErrUnknown):
		return http.StatusNotFound
	case errors.Is(err, fs.ErrPermission):
		return http.StatusForbidden
	}
	return http.StatusInternalServerError
}

// jsonType is the type of answers.
const jsonType = "application/json; charset=utf-8"

func writeError(w http.ResponseWriter, err error) {
	writeJSON(w, statusOf(err), map[string]string{"error": err.Error()})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(v); err != nil {
		status = http.StatusInternalServerError
		b.Reset()
		b.WriteString("{\"error\": \"the answer cannot be written as JSON\"}\n")
	}
	w.Header().Set("Content-Type", jsonType)
	write(w, status, b.Bytes())
}

// write writes an answer, with a time limit for slow clients.
func write(w http.ResponseWriter, status int, data []byte) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answerTime)) // not supported by recorders of tests
	w.WriteHeader(status)
	_, _ = w.Write(data) // the client may have disconnected
}

// readJSON reads the body of a request, which must be one JSON document with only the fields of v.
func readJSON(r *http.Request, v any) error {
	body, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return errTooLarge
	case err != nil:
		return errAway
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return &httpError{http.StatusBadRequest, "the request is not the JSON that is expected: " + err.Error()}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return &httpError{http.StatusBadRequest, "the request has more than one JSON document"}
	}
	return nil
}

// handle converts a function that returns the answer to a handler.
func handle(status int, f func(r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := f(r)
		if err != nil {
			writeError(w, err)
			return
		}
		writeJSON(w, status, v)
	}
}
