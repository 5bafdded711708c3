package connect

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/carrier"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// lampRequests maps the lamp to HTTP, without a reset.
const lampRequests = `
inputs.press.request  = "POST /press"
inputs.turn.request   = "PUT /level?add={steps}"
inputs.turn.json      = '{"add": {steps}}'
outputs.level.json    = '{"level": {value}}'
outputs.broken.status = "5xx"
outputs.broken.text   = "{why}"
`

// website is a server for a test; the requests that it did not expect fail the test.
func website(t testing.TB, handlers map[string]http.HandlerFunc) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	for pattern, handler := range handlers {
		mux.HandleFunc(pattern, handler)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// says answers with a status and a body.
func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// hangs lives until the tester hangs up.
func hangs(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func TestHTTP(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	level, heard := 0, make(chan string, 1)
	server := website(t, map[string]http.HandlerFunc{
		"POST /api/reset": func(w http.ResponseWriter, r *http.Request) { level = 3; w.WriteHeader(204) },
		"POST /api/press": says(503, "out of order\n"),
		"PUT /api/level": func(w http.ResponseWriter, r *http.Request) {
			var add int
			fmt.Sscan(r.FormValue("add"), &add)
			body, _ := io.ReadAll(r.Body)
			heard <- fmt.Sprintf("%s, %s, %s", body, r.Header.Get("Content-Type"), r.Header.Get("X-Key"))
			level += add
			fmt.Fprintf(w, `{"level": %d, "unit": "lx"}`, level)
		},
	})
	a := open(t, model, server.URL+"/api/", "headers.X-Key = \"secret\"\nreset.request = 'POST /reset'\n"+lampRequests, "")
	for range 2 {
		if got := exchanged(t, a, message(t, model, sts.Input, "turn", -2), patience); got != "level(1)" {
			t.Error(got)
		}
		if got := <-heard; got != `{"add":-2}, application/json, secret` {
			t.Error(got)
		}
		if got := answered(t, a, message(t, model, sts.Input, "press"), patience); got != `broken("out of order")` {
			t.Error(got)
		}
		if m, came, err := a.Receive(t.Context(), time.Millisecond); came || err != nil {
			t.Error(m, err)
		}
	}
	want := regexp.MustCompile(`(?m)\A--- reset 1: http http://127.0.0.1:\d+/api/
 +\d+\.\d{6} > POST /reset
 +\d+\.\d{6} < 204 No Content
 +\d+\.\d{6} > PUT /level\?add=-2 \{"add":-2\}
 +\d+\.\d{6} < 200 OK \{"level": 1, "unit": "lx"\}
 +\d+\.\d{6} > POST /press
 +\d+\.\d{6} < 503 Service Unavailable out of order
--- reset 2: `)
	if log := a.(sut.Logged).Log(0); !want.Match(log) {
		t.Errorf("%s", log)
	}
}

// raw answers a connection with bytes, as no server should, and hangs then.
func raw(answer string) testkit.Behaviour {
	return func(in *bufio.Reader, out io.Writer) {
		if _, err := http.ReadRequest(in); err != nil {
			return
		}
		_, _ = io.WriteString(out, answer)
		_, _ = io.Copy(io.Discard, in)
	}
}

func TestHTTPFaults(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	press := message(t, model, sts.Input, "press")
	for _, test := range []struct {
		name   string
		answer string // "" closes the connection
		want   string
	}{
		{"right", "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"level\": 3}", "level(3)"},
		{"ignored", "HTTP/1.1 202 Accepted\r\nContent-Length: 12\r\n\r\n{\"level\": 3}", "nothing"},
		{"no output", "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone", `the system under test answered with status 404 and "none": it fits no output of the mapping (level: the status is not 2xx; broken: the status is not 5xx)`},
		{"not JSON", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", `answered with status 200 and "ok": it fits no output of the mapping (level: it is not JSON`},
		{"wrong type", "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{\"level\": \"3\"}", `value 1 of level: expected int, got string "3"`},
		{"redirect", "HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\nContent-Length: 0\r\n\r\n", `status 302 and ""; it redirects to "http://elsewhere/", which is not followed: it fits no output`},
		{"garbage", "hello\r\n\r\n", "receive: the system under test is gone: it did not answer: "},
		{"closed", "", "receive: the system under test is gone: it did not answer: EOF"},
		{"huge body", "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n" + strings.Repeat("x", maxText+10), "sent a response that is too long, over 1 MiB: it begins with \"xxx"},
		{"huge header", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 100_000), "server response headers exceeded"},
		{"half a body", "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"level\":", "the system under test sent the beginning of a response and did not complete it"},
		{"no answer", "HTTP/1.1 200 OK\r\n", "nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			address := testkit.Serve(t, raw(test.answer))
			if test.answer == "" {
				address = testkit.Serve(t, func(in *bufio.Reader, _ io.Writer) { _, _ = in.ReadString('\n') })
			}
			a := open(t, model, "http://"+address, "ignore.status = 202\n"+lampRequests, sut.NoReset)
			got := ""
			switch {
			case test.want == "nothing":
				got = exchanged(t, a, press, 200*time.Millisecond)
			case strings.HasSuffix(test.want, unended):
				got = insisted(t, a, press)
			default:
				got = exchanged(t, a, press, patience)
			}
			if !strings.Contains(got, test.want) {
				t.Errorf("%s\nwant %s", got, test.want)
			}
		})
	}
}

// TestHTTPBreaksOff: a body that ends too early, and an answer that takes too long.
func TestHTTPBreaksOff(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	press := message(t, model, sts.Input, "press")
	half := testkit.Serve(t, func(in *bufio.Reader, out io.Writer) {
		_, _ = http.ReadRequest(in)
		_, _ = io.WriteString(out, "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"level\":")
	})
	for address, want := range map[string]string{
		"http:" + half: "receive: the system under test stopped in the middle of a response: unexpected EOF",
		website(t, map[string]http.HandlerFunc{"/": hangs}).URL: "receive: the system under test did not answer a request within 200ms",
	} {
		a := open(t, model, address, lampRequests, sut.NoReset)
		if strings.Contains(want, "200ms") {
			limitsOf(a).answer = 200 * time.Millisecond
		}
		if got := exchanged(t, a, press, patience); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

func TestHTTPReset(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	press := message(t, model, sts.Input, "press")
	server := website(t, map[string]http.HandlerFunc{
		"/hangs": hangs, "/fails": says(500, "no reset today"), "/": says(200, `{"level": 1}`), "/moved": http.RedirectHandler("/", http.StatusTemporaryRedirect).ServeHTTP})
	for request, want := range map[string]string{
		"POST /hangs": "reset: the system under test did not answer the reset within 300ms",
		"POST /fails": `reset: the system under test cannot be reset: expected status 2xx, got status 500 and "no reset today"`,
		"POST /moved": `reset: the system under test cannot be reset: expected status 2xx, got status 307 and ""; it redirects to "/", which is not followed`,
		"GET /":       "level(1)",
	} {
		a := open(t, model, server.URL, "reset.request = '"+request+"'"+lampRequests, "")
		if strings.Contains(want, "300ms") {
			limitsOf(a).reset = 300 * time.Millisecond
		}
		if got := exchanged(t, a, press, patience); got != want {
			t.Errorf("%s: %s\nwant %s", request, got, want)
		}
	}
	refused := "http:" + unused(t)
	for _, mapping := range []string{lampRequests, "reset.request = 'POST /reset'" + lampRequests} {
		reset := sut.NoReset
		if strings.HasPrefix(mapping, "reset") {
			reset = sut.ByMessage
		}
		err := open(t, model, refused, mapping, reset).Reset(t.Context())
		if _, ok := err.(*sut.ErrUnavailable); !ok || !strings.Contains(err.Error(), "connection refused") {
			t.Errorf("nobody listens: %v", err)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := open(t, model, server.URL, lampRequests, sut.NoReset).Reset(cancelled); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// TestTLS: certificates that nobody vouches for, and servers that do not speak TLS, are no verdict.
func TestTLS(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	server := httptest.NewUnstartedServer(says(200, `{"level": 1}`))
	server.Config.ErrorLog = quietLog()
	server.StartTLS()
	t.Cleanup(server.Close)
	plain := website(t, map[string]http.HandlerFunc{"/": says(200, "")})
	for _, test := range []struct{ address, mapping, want string }{
		{server.URL, "reset.request = 'POST /reset'" + lampRequests, "certificate signed by unknown authority: if the certificate is right, set tls.ca in the mapping to a file with its authority"},
		{strings.Replace(plain.URL, "http", "https", 1), "reset.request = 'POST /reset'" + lampRequests, "server gave HTTP response to HTTPS client: does it use TLS?"},
		{strings.Replace(server.URL, "https", "wss", 1), "", "certificate signed by unknown authority"},
	} {
		err := open(t, model, test.address, test.mapping, "").Reset(t.Context())
		if _, ok := err.(*sut.ErrUnavailable); !ok || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.address, err, test.want)
		}
	}
	a := open(t, model, server.URL, lampRequests, sut.NoReset)
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.Send(t.Context(), message(t, model, sts.Input, "press")); err != nil {
		t.Fatal(err)
	}
	_, _, err := a.Receive(t.Context(), patience)
	if _, ok := err.(*sut.ErrUnavailable); !ok {
		t.Errorf("without a reset: %v", err)
	}
}

// TestHTTPInOrder: requests are sent in order, although none is answered before all are there; the answers come one by one.
func TestHTTPInOrder(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	arrived, all := make(chan string, carrier.MaxRequests+1), make(chan struct{})
	server := website(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		arrived <- r.FormValue("add")
		select {
		case <-all:
		case <-r.Context().Done():
		}
		fmt.Fprintf(w, `{"level": %s}`, r.FormValue("add"))
	}})
	a := open(t, model, server.URL, lampRequests, sut.NoReset)
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range carrier.MaxRequests {
		if err := a.Send(t.Context(), message(t, model, sts.Input, "turn", i)); err != nil {
			t.Fatal(err)
		}
		if got := <-arrived; got != fmt.Sprint(i) {
			t.Fatalf("request %d is %s", i, got)
		}
	}
	if err := a.Send(t.Context(), message(t, model, sts.Input, "press")); err == nil || !strings.Contains(err.Error(), "has not answered 64 requests") {
		t.Error(err)
	}
	close(all)
	seen := map[string]bool{}
	for range carrier.MaxRequests {
		m, came, err := a.Receive(t.Context(), patience)
		if err != nil || !came {
			t.Fatal(came, err)
		}
		seen[m.String()] = true
	}
	if len(seen) != carrier.MaxRequests {
		t.Errorf("%d different answers", len(seen))
	}
}

// TestHTTPResponseOfTheTestBefore: what is still under way at a reset is given up.
func TestHTTPResponseOfTheTestBefore(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	server := website(t, map[string]http.HandlerFunc{"/press": hangs, "/level": says(200, `{"level": 7}`)})
	a := open(t, model, server.URL, lampRequests, sut.NoReset)
	if got := exchanged(t, a, message(t, model, sts.Input, "press"), time.Millisecond); got != "nothing" {
		t.Error(got)
	}
	if got := exchanged(t, a, message(t, model, sts.Input, "turn", 1), patience); got != "level(7)" {
		t.Error(got)
	}
}

// TestHTTPOutputsOfAnInput: an input may name what its response can be, in the order in which it is tried.
func TestHTTPOutputsOfAnInput(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, strings.Replace(lamp, "output broken(why: string)", "output broken(why: int)", 1))
	mapping := strings.NewReplacer(`"5xx"`, `"2xx"`, `outputs.broken.text   = "{why}"`, `outputs.broken.json = '{"level": {why}}'`).Replace(lampRequests)
	server := website(t, map[string]http.HandlerFunc{"/": says(200, `{"level": 7}`)})
	a := open(t, model, server.URL, "inputs.turn.outputs = ['broken', 'level']\n"+mapping, sut.NoReset)
	if got := exchanged(t, a, message(t, model, sts.Input, "press"), patience); got != "level(7)" {
		t.Error(got)
	}
	if got := answered(t, a, message(t, model, sts.Input, "turn", 1), patience); got != "broken(7)" {
		t.Error(got)
	}
}

// TestSlowReader: a server that does not read a long request does not hang the tester.
func TestSlowReader(t *testing.T) {
	model := load(t, strings.NewReplacer("input press()", "input press(text: string)", "in press", "in press(_)").Replace(lamp))
	a := open(t, model, "http://"+deaf(t), strings.Replace(lampRequests, `"POST /press"`, "\"POST /press\"\ninputs.press.text = \"{text}\"", 1), sut.NoReset)
	limitsOf(a).send = 100 * time.Millisecond
	big := sut.Message{Channel: model.Channels[0], Values: []term.Value{term.StringValue(strings.Repeat("x", 1<<24))}}
	if got := exchanged(t, a, big, patience); got != "send: the system under test did not read an input within 100ms" {
		t.Error(got)
	}
}
