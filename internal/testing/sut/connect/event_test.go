package connect

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// door is a model of a server that one can leave and enter again.
const door = `system Door
input knock()
input quit()
input enter()
input leave()
input finish()
output answer(n: int)
output bye()
output exit(code: int)
output hello(id: string)
initial s
knock: s -> s in knock
`

const doorText = `
inputs.knock.text    = "KNOCK"
inputs.quit.text     = "QUIT"
inputs.enter.action  = "connect"
inputs.leave.action  = "close"
inputs.finish.text = "FINISH"
outputs.answer.text  = "ANSWER {n}"
outputs.bye.event    = "closed"
outputs.exit.pattern = "never (?P<code>.*)"
outputs.hello.pattern = "never (?P<id>.*)"
`

// porter answers a line KNOCK, and leaves at a line QUIT.
func porter(in *bufio.Reader, out io.Writer) {
	for {
		line, err := in.ReadString('\n')
		if err != nil || strings.HasPrefix(line, "QUIT") {
			return
		}
		_, _ = io.WriteString(out, "ANSWER 1\n")
	}
}

// TestClosed: a connection that is closed is an output where the model knows it; nothing can be sent then, until there is a new one.
func TestClosed(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, door)
	in := func(name string) sut.Message { return message(t, model, sts.Input, name) }
	a := open(t, model, "tcp:"+testkit.Serve(t, porter), doorText, "")
	for range 2 {
		if got := exchanged(t, a, in("knock"), patience); got != "answer(1)" {
			t.Error(got)
		}
		if got := answered(t, a, in("quit"), patience); got != "bye()" {
			t.Error(got)
		}
		if got := received(t, a, time.Hour); got != "nothing" {
			t.Errorf("after the end: %s", got)
		}
		var refused *sut.ErrNotCarried
		for _, name := range []string{"knock", "leave"} {
			if err := a.Send(t.Context(), in(name)); !errors.As(err, &refused) || refused.Reason != "the system closed the connection" || sut.Carries(a, in(name)) == nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := answered(t, a, in("enter"), 20*time.Millisecond); got != "nothing" {
			t.Error(got)
		}
		if got := answered(t, a, in("knock"), patience); got != "answer(1)" {
			t.Errorf("in a new connection: %s", got)
		}
	}
	if got := answered(t, a, in("leave"), 20*time.Millisecond); got != "nothing" {
		t.Error(got)
	}
	if err := sut.Carries(a, in("knock")); err == nil || !strings.HasSuffix(err.Error(), "the connection was closed") {
		t.Error(err)
	}
}

// TestClosedBeforeRead: an input that is sent after the end, before the end was received, is lost, and the end is received.
func TestClosedBeforeRead(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, door)
	left := make(chan struct{})
	a := open(t, model, "tcp:"+testkit.Serve(t, func(in *bufio.Reader, out io.Writer) { close(left) }), doorText, "")
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-left
	for range 20 {
		if err := a.Send(t.Context(), message(t, model, sts.Input, "knock")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	if got := received(t, a, patience); got != "bye()" {
		t.Error(got)
	}
}

// TestClosedInTheMiddle: the end in the middle of a message is a failure, whatever the model knows.
func TestClosedInTheMiddle(t *testing.T) {
	model := load(t, door)
	for name, behaviour := range map[string]testkit.Behaviour{
		"half a line": func(in *bufio.Reader, out io.Writer) { _, _ = io.WriteString(out, "ANSW") },
	} {
		a := open(t, model, "tcp:"+testkit.Serve(t, behaviour), doorText, "")
		if err := a.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := received(t, a, patience); !strings.Contains(got, `closed its output in the middle of a line, "ANSW"`) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestExitCode: the exit code of a program is a value of the output that stands for its end.
func TestExitCode(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, door)
	exits := strings.Replace(doorText, `outputs.exit.pattern = "never (?P<code>.*)"`, `outputs.exit.event = "exited"`, 1)
	exits = strings.Replace(exits, `inputs.finish.text = "FINISH"`, `inputs.finish.action = "end"`, 1)
	words := strings.Replace(exits, `outputs.bye.event    = "closed"`, "outputs.bye.event = 'exited'\noutputs.bye.text = 'signal: killed'", 1)
	zero := strings.Replace(exits, `outputs.exit.event = "exited"`, "outputs.exit.event = 'exited'\noutputs.exit.pattern = '(?P<code>[1-9].*)'", 1)
	zero = strings.Replace(zero, `outputs.bye.event    = "closed"`, "outputs.bye.event = 'exited'\noutputs.bye.text = '0'", 1)
	for _, test := range []struct{ name, script, mapping, input, want string }{
		{"code", "read x; echo bad >&2; exit 3", exits, "quit", "exit(3)"},
		{"zero", "read x", exits, "quit", "exit(0)"},
		{"end of the input", "cat >/dev/null; exit 4", exits, "finish", "exit(4)"},
		{"signal", "read x; kill -9 $$", exits, "quit", "receive: the system under test is gone: it closed its output; it was ended by a signal: killed: it fits no output of the mapping"},
		{"signal that is known", "read x; kill -9 $$", words, "quit", "bye()"},
		{"one code or others: zero", "read x", zero, "quit", "bye()"},
		{"one code or others: two", "read x; exit 2", zero, "quit", "exit(2)"},
		{"closed, and stays", "read x; exec >&- ; sleep 60", exits, "quit", "bye()"},
		{"closed only, and exits", "read x; exit 7", doorText, "quit", "bye()"},
		{"an answer before the end", "read x; echo ANSWER 5; exit 1", exits, "quit", "answer(5)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := open(t, model, "exec:sh "+script(t, test.script), test.mapping, "")
			if got := exchanged(t, a, message(t, model, sts.Input, test.input), patience); !strings.HasPrefix(got, test.want) {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// script writes a program for the shell.
func script(t testing.TB, text string) string {
	t.Helper()
	path := t.TempDir() + "/system.sh"
	writeFile(t, path, text)
	return path
}

// TestExitNote: an unexpected end comes with what the program wrote.
func TestExitNote(t *testing.T) {
	model := load(t, door)
	exits := strings.Replace(doorText, `outputs.exit.pattern = "never (?P<code>.*)"`, `outputs.exit.event = "exited"`, 1)
	a := open(t, model, "exec:sh "+script(t, "echo no memory >&2; exit 9"), exits, "")
	if err := a.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	m, came, err := a.Receive(t.Context(), patience)
	if err != nil || !came || m.Note != "the system under test is gone: it closed its output; it exited with code 9; it wrote to standard error: no memory" {
		t.Error(m.Note, came, err)
	}
}

// TestEventsWithJSON: messages of our own JSON go with events and actions of a mapping.
func TestEventsWithJSON(t *testing.T) {
	model := load(t, door)
	a := open(t, model, "exec:cat", "outputs.exit.event = 'exited'\ninputs.finish.action = 'end'\n", "")
	if got := exchanged(t, a, message(t, model, sts.Input, "finish"), patience); got != "exit(0)" {
		t.Error(got)
	}
	if got := exchanged(t, a, message(t, model, sts.Input, "knock"), patience); !strings.Contains(got, `expected {"output": CHANNEL`) {
		t.Error(got)
	}
}

// TestWebSocketEvents: the beginning of a WebSocket has headers, its end a status and a reason.
func TestWebSocketEvents(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, door)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Session", "no "+r.Header.Get("X-Key"))
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer c.CloseNow()
		_, _, _ = c.Read(context.WithoutCancel(r.Context()))
		_ = c.Close(4001, "closing time")
	}))
	defer server.Close()
	head := "headers.X-Key = '7'\n"
	mapping := head + strings.NewReplacer(
		`outputs.bye.event    = "closed"`, `outputs.bye.pattern = "never"`,
		`outputs.exit.pattern = "never (?P<code>.*)"`, `outputs.exit.event = "closed"`,
		`outputs.hello.pattern = "never (?P<id>.*)"`, "outputs.hello.event = 'opened'\noutputs.hello.headers.X-Session = 'no {id}'").Replace(doorText)
	a := open(t, model, "ws"+strings.TrimPrefix(server.URL, "http"), mapping, "")
	for range 2 {
		if err := a.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := received(t, a, patience); got != `hello("7")` {
			t.Error(got)
		}
		if got := answered(t, a, message(t, model, sts.Input, "quit"), patience); got != "exit(4001)" {
			t.Error(got)
		}
		if got := answered(t, a, message(t, model, sts.Input, "enter"), patience); got != `hello("7")` {
			t.Error(got)
		}
	}
	reason := strings.Replace(mapping, "outputs.exit.event = \"closed\"", "outputs.exit.event = \"closed\"\noutputs.exit.text = '{code} closing time'", 1)
	b := open(t, model, "ws"+strings.TrimPrefix(server.URL, "http"), reason, "")
	if got := exchanged(t, b, message(t, model, sts.Input, "quit"), patience); got != `hello("7")` {
		t.Error(got)
	}
	if got := received(t, b, patience); got != "exit(4001)" {
		t.Error(got)
	}
}

func TestEventErrors(t *testing.T) {
	model := load(t, door)
	for _, test := range []struct{ address, mapping, want string }{
		{"tcp:localhost:1", "outputs.bye.event = 'ended'", `map.toml:1:1: outputs.bye.event: "ended" is not an event: write opened, closed or exited`},
		{"tcp:localhost:1", "inputs.quit.action = 'stop'", `"stop" is not an action: write connect, close or end`},
		{"tcp:localhost:1", "outputs.exit.event = 'exited'", "map.toml:1:1: outputs.exit.event: only programs exit: write closed"},
		{"udp:localhost:1", "outputs.bye.event = 'closed'", "outputs.bye.event: there is no connection that could be closed"},
		{"udp:localhost:1", "inputs.quit.action = 'close'", "inputs.quit.action: there is no connection for an action"},
		{"ws:localhost:1", "inputs.quit.action = 'end'", "inputs.quit.action: a WebSocket has no end of the input: write close"},
		{"tcp:localhost:1", "outputs.bye.event = 'closed'\noutputs.bye.json = '1'", "outputs.bye.event: an event is found by text or pattern"},
		{"tcp:localhost:1", "outputs.hello.event = 'opened'\noutputs.hello.headers.A = '{id}'", "only the responses of HTTP have headers, and the event opened of a WebSocket"},
		{"ws:localhost:1", "outputs.hello.event = 'closed'\noutputs.hello.headers.A = '{id}'", "only a WebSocket that is opened has headers"},
		{"tcp:localhost:1", doorText + "inputs.quit.action = 'end'", "inputs.quit: there are both an action and a message: keep one"},
	} {
		m, err := ParseMapping("map.toml", []byte(test.mapping))
		if err == nil {
			_, err = Open(model, test.address, Options{Mapping: m})
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v\nwant %s", test.mapping, err, test.want)
		}
	}
}
