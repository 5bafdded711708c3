package connect

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// socketServer runs a behaviour on each WebSocket and returns the address.
func socketServer(t testing.TB, system func(context.Context, *websocket.Conn)) string {
	t.Helper()
	server := website(t, map[string]http.HandlerFunc{"/lamp": func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer c.CloseNow()
		if r.Header.Get("X-Key") == "wrong" {
			c.Close(websocket.StatusPolicyViolation, "wrong key")
			return
		}
		system(r.Context(), c)
	}})
	return strings.Replace(server.URL, "http", "ws", 1) + "/lamp"
}

// replies answers each message.
func replies(kind websocket.MessageType, answer func(text string) string) func(context.Context, *websocket.Conn) {
	return func(ctx context.Context, c *websocket.Conn) {
		for {
			_, text, err := c.Read(ctx)
			if err != nil {
				return
			}
			if reply := answer(string(text)); reply != "" {
				_ = c.Write(ctx, kind, []byte(reply))
			}
		}
	}
}

func TestWebSocket(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	turn := message(t, model, sts.Input, "turn", 3)
	own := `{"input": "turn", "payload": [3]}`
	for _, test := range []struct {
		name, mapping, heard, answer, want string
		kind                               websocket.MessageType
	}{
		{"JSON", "", own, `{"output": "level", "payload": [4]}`, "level(4)", websocket.MessageText},
		{"JSON of several lines", "", own, "{\"output\": \"level\",\n\"payload\": [4]}\n", "level(4)", websocket.MessageText},
		{"text", lampText, "TURN 3", "LEVEL 4", "level(4)", websocket.MessageText},
		{"text of several lines", lampText, "TURN 3", "BROKEN: a\nb", `broken("a\nb")`, websocket.MessageText},
		{"name twice", "", own, `{"output": "level", "output": "level", "payload": [1]}`, `the name "output" occurs twice in one object, again at line 1, column 21`, websocket.MessageText},
		{"garbage", "", own, "hello", `the system under test sent "hello": it is not JSON`, websocket.MessageText},
		{"binary", "", own, "hello", "the system under test sent a binary message of 5 bytes: expected text", websocket.MessageBinary},
		{"too long", "", own, strings.Repeat("x", maxText+1), "sent a message that is too long, over 1 MiB", websocket.MessageText},
		{"silent", "", own, "", "nothing", websocket.MessageText},
		{"closed", "headers.X-Key = 'wrong'", "", "", `is gone: it closed the connection with status 1008, "wrong key"`, websocket.MessageText},
	} {
		t.Run(test.name, func(t *testing.T) {
			heard := make(chan string, 1)
			address := socketServer(t, replies(test.kind, func(text string) string {
				heard <- text
				return test.answer
			}))
			wait := patience
			if test.want == "nothing" {
				wait = 50 * time.Millisecond
			}
			if got := exchanged(t, open(t, model, address, test.mapping, ""), turn, wait); !strings.Contains(got, test.want) {
				t.Errorf("%s\nwant %s", got, test.want)
			}
			if test.heard != "" {
				if text := <-heard; text != test.heard {
					t.Errorf("the system heard %q", text)
				}
			}
		})
	}
}

// TestWebSocketHalf: a message that is incomplete last line, by a server that goes on or closes the connection.
func TestWebSocketHalf(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	for _, test := range []struct {
		want string
		then func(context.Context, *websocket.Conn)
	}{
		{"sent the beginning of a message and did not complete it", func(ctx context.Context, c *websocket.Conn) { _, _, _ = c.Read(ctx) }},
		{"closed its output in the middle of a message", func(_ context.Context, c *websocket.Conn) { _ = c.CloseNow() }},
	} {
		address := socketServer(t, func(ctx context.Context, c *websocket.Conn) {
			_, _, _ = c.Read(ctx)
			w, err := c.Writer(ctx, websocket.MessageText)
			if err != nil {
				return
			}
			_, _ = io.WriteString(w, strings.Repeat("x", 10_000)) // more than is held back
			test.then(ctx, c)
		})
		if got := insisted(t, open(t, model, address, "", ""), message(t, model, sts.Input, "press")); !strings.Contains(got, test.want) {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}

// TestWebSocketFlood: a server that sends without end is not read without end, and nothing is left of it.
func TestWebSocketFlood(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	address := socketServer(t, func(ctx context.Context, c *websocket.Conn) {
		for c.Write(ctx, websocket.MessageText, []byte(`{"output": "level", "payload": [1]}`)) == nil {
		}
	})
	a := open(t, model, address, "", "")
	for range 2 {
		if err := a.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			if got := received(t, a, patience); got != "level(1)" {
				t.Fatal(got)
			}
		}
	}
}

// TestWebSocketReset: a reset connects again, or is a message over the connection that there is.
func TestWebSocketReset(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	connections := make(chan bool, 10)
	address := socketServer(t, func(ctx context.Context, c *websocket.Conn) {
		connections <- true
		replies(websocket.MessageText, func(text string) string {
			if text == `{"reset": true}` {
				return `{"ready": true}`
			}
			return `{"output": "level", "payload": [1]}`
		})(ctx, c)
	})
	for reset, want := range map[sut.Reset]int{"": 3, sut.Reconnect: 3, sut.ByMessage: 1} {
		a := open(t, model, address, "", reset)
		for range 3 {
			if got := exchanged(t, a, message(t, model, sts.Input, "press"), patience); got != "level(1)" {
				t.Error(got)
			}
		}
		if n := len(connections); n != want {
			t.Errorf("%q made %d connections", reset, n)
		}
		for len(connections) > 0 {
			<-connections
		}
	}
}

// TestNoWebSocket: servers that do not talk so, or not at all.
func TestNoWebSocket(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	server := website(t, map[string]http.HandlerFunc{"/plain": says(200, "hello"), "/moved": http.RedirectHandler("/plain", http.StatusFound).ServeHTTP})
	address := strings.Replace(server.URL, "http", "ws", 1)
	silent := testkit.Serve(t, func(in *bufio.Reader, _ io.Writer) { _, _ = in.ReadString('\n') })
	for at, want := range map[string]string{
		address + "/plain":   "it answers with status 200 OK and not as a WebSocket server does",
		address + "/moved":   `it answers with status 302 Found and not as a WebSocket server does; it redirects to "/plain", which is not followed`,
		address + "/none":    "status 404",
		"ws:" + unused(t):    "connection refused",
		"ws:" + silent + "/": "EOF",
	} {
		err := open(t, model, at, "", "").Reset(t.Context())
		if _, ok := err.(*sut.ErrUnavailable); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", at, err, want)
		}
	}
}
