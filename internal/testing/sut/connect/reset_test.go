package connect

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

const steps = `
[[reset.steps]]
do = "reconnect"
pattern = '220 .*'
[[reset.steps]]
text = "USER x"
answer = "331 please"
[[reset.steps]]
pause = "1ms"
[[reset.steps]]
text = "QUIET"
`

// TestResetSteps: a reset by several means, one after the other; each waits for its answer.
func TestResetSteps(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	var connections atomic.Int32
	address := testkit.Serve(t, func(in *bufio.Reader, out io.Writer) {
		n := connections.Add(1)
		_, _ = io.WriteString(out, "LEVEL 99\n220 hello\n")
		answering(func(line string) string {
			switch line {
			case "USER x":
				return "331 please\n"
			case "QUIET":
				return ""
			}
			return fmt.Sprintf("LEVEL %d\n", n)
		})(in, out)
	})
	a := open(t, model, "tcp:"+address, lampText+steps, "")
	for i := range 3 {
		if got := exchanged(t, a, message(t, model, sts.Input, "press"), patience); got != fmt.Sprintf("level(%d)", i+1) {
			t.Error(got)
		}
	}
	log := string(a.(sut.Logged).Log(0))
	if strings.Count(log, "> USER x") != 3 || strings.Count(log, "> QUIET") != 3 {
		t.Error(log)
	}
	limited := open(t, model, "tcp:"+testkit.Serve(t, porter), lampText+steps, "")
	limitsOf(limited).reset = 100 * time.Millisecond
	if err := limited.Reset(t.Context()); err == nil || !strings.Contains(err.Error(), "did not answer the reset message within 100ms") {
		t.Error(err)
	}
}

// TestResetRequests: a reset by several requests.
func TestResetRequests(t *testing.T) {
	var made []string
	note := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			made = append(made, r.Method+" "+r.URL.Path)
			w.WriteHeader(status)
		}
	}
	server := website(t, map[string]http.HandlerFunc{"DELETE /all": note(204), "POST /seed": note(201), "POST /fail": note(500)})
	model := load(t, lamp)
	text := lampRequests + "[[reset.steps]]\nrequest = 'DELETE /all'\n[[reset.steps]]\npause = '1ms'\n[[reset.steps]]\nrequest = 'POST /seed'\njson = '{\"a\": 1}'\nstatus = 201\n"
	if err := open(t, model, server.URL, text, "").Reset(t.Context()); err != nil || strings.Join(made, ", ") != "DELETE /all, POST /seed" {
		t.Error(made, err)
	}
	failing := text + "[[reset.steps]]\nrequest = 'POST /fail'\n"
	if err := open(t, model, server.URL, failing, "").Reset(t.Context()); err == nil || !strings.Contains(err.Error(), "expected status 2xx, got status 500") {
		t.Error(err)
	}
}

func TestResetErrors(t *testing.T) {
	model := load(t, lamp)
	for _, test := range []struct{ mapping, want string }{
		{"[[reset.steps]]", "map.toml:1:3: reset.steps[0]: write do, text, json, answer, pattern or pause"},
		{"[[reset.steps]]\ndo = 'message'", `map.toml:2:1: reset.steps[0].do: "message" cannot be done: write reconnect`},
		{"[[reset.steps]]\ntext = 'a'\n[[reset.steps]]\ntext = '{x}'", "map.toml:4:1: reset.steps[1].text: {x} is not allowed here"},
		{"[[reset.steps]]\ntext = 'a'\nanswer = 'b'\npattern = 'c'", "reset.steps[0]: there are both answer and pattern"},
		{"[[reset.steps]]\nrequest = 'GET /'", "request and status are for HTTP"},
		{"[[reset.steps]]\ndoo = 'x'", "did you mean do?"},
		{"reset.text = 'a'\n[[reset.steps]]\ntext = 'b'", "map.toml:"},
		{"[reset]\ntext = 'a'\nanswer = 'b'\nsteps = [{text = 'c'}]", "reset: there are steps and other keys"},
	} {
		if _, err := bindText(model, test.mapping, false); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.mapping, err, test.want)
		}
	}
	for _, test := range []struct{ mapping, want string }{
		{"[[reset.steps]]\ndo = 'reconnect'", "each request of HTTP has a connection of its own"},
		{"[[reset.steps]]\nanswer = 'x'", "the answer of HTTP is a status"},
	} {
		if _, err := bindText(model, lampRequests+test.mapping, true); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.mapping, err, test.want)
		}
	}
}
