package runner

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func solveRequest(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
		http.Error(w, "not a question", http.StatusBadRequest)
		return
	}
	w.Write(solve(body))
}

func TestHTTP(t *testing.T) { checkExamples(t, "http", serve(t, solveRequest), Options{}) }

func TestHTTPSideBySide(t *testing.T) {
	checkSide(t, open(t, double.extern, "http", serve(t, solveRequest), Options{}), double)
}

func TestHTTPOpenFails(t *testing.T) {
	for _, address := range []string{"", "localhost:80", "file:///etc/passwd", "ftp://a/b", "http://", "http://%zz"} {
		checkOpenFails(t, double.extern, "http", address, Options{}, "not the address of a server")
	}
}

func TestHTTPFaults(t *testing.T) {
	for reason, handler := range map[string]http.HandlerFunc{
		"status 404 Not Found: 404 page not found": http.NotFound,
		"status 500 Internal Server Error: xxxxx": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, strings.Repeat("x", 5000), http.StatusInternalServerError)
		},
		"not JSON": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"the function returned an error: no grid": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"error": "no grid"}`) },
		`expected int, got string "abc"`:          func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"result": "abc"}`) },
		"broke off":                               breakOff,
		"redirects to example.org": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.org/", http.StatusTemporaryRedirect)
		},
		"loses the call": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/other", http.StatusFound) },
		"redirects too many times": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/other", http.StatusTemporaryRedirect)
		},
		"longer than the output limit of ": flooding,
	} {
		checkFails(t, open(t, double.extern, "http", serve(t, handler), Options{}), ints(20), "double(20) by http", reason)
	}
}

func breakOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	fmt.Fprint(w, `{"result"`)
}

func flooding(w http.ResponseWriter, _ *http.Request) {
	block := bytes.Repeat([]byte("x"), 1<<16)
	for range 1 << 14 {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

func TestHTTPFloodTakesLittleMemory(t *testing.T) {
	checkFlood(t, open(t, double.extern, "http", serve(t, flooding), Options{}))
}

func TestHTTPRedirectOnTheSameHost(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/new" {
			solveRequest(w, r)
			return
		}
		http.Redirect(w, r, "/new", http.StatusTemporaryRedirect)
	})
	checkCall(t, open(t, double.extern, "http", address, Options{}), double)
}

func TestHTTPHang(t *testing.T) {
	release := make(chan bool)
	address := serve(t, func(http.ResponseWriter, *http.Request) { <-release })
	t.Cleanup(func() { close(release) })
	r := open(t, double.extern, "http", address, Options{CallLimit: 100 * time.Millisecond})
	checkFails(t, r, ints(20), "no answer within 100ms")
}

func TestHTTPNoServer(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL
	server.Close()
	checkFails(t, open(t, double.extern, "http", address, Options{}), ints(20), "no answer from the server", "is it running?")
}
