package connect

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

func load(t testing.TB, text string) *sts.System {
	t.Helper()
	var list diag.List
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: func(string) ([]byte, error) { return []byte(text), nil }}, &list)
	if err != nil || list.HasErrors() {
		t.Fatal(err, diag.ToJSON(list.Sorted()))
	}
	return m.System
}

// deaf listens and never reads what comes.
func deaf(t testing.TB) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { connection.Close() })
		}
	}()
	return listener.Addr().String()
}

// TestNobodyReads: a system that never reads its input does not hang the tester.
func TestNobodyReads(t *testing.T) {
	model := load(t, "system S\ninput text(string)\ninitial s\ntext: s -> s in text(x)\n")
	big := sut.Message{Channel: model.Channels[0], Values: []term.Value{term.StringValue(strings.Repeat("x", 1<<16))}}
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	socket := socketServer(t, func(context.Context, *websocket.Conn) { <-over })
	for _, address := range []string{"exec:sleep 60", "tcp:" + deaf(t), socket} {
		a := open(t, model, address, "", "")
		limitsOf(a).send = 100 * time.Millisecond
		if err := a.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		var err error
		for range 10000 {
			if err = a.Send(t.Context(), big); err != nil {
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), "it did not read an input within 100ms") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestEscapedProcessKeepsNobodyWaiting: a process that the system started and that left its group holds the output, and neither
// a reset nor the end waits for it.
func TestEscapedProcessKeepsNobodyWaiting(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid")
	}
	testkit.NothingLeft(t)
	a := open(t, load(t, lamp), `exec:sh -c "setsid sleep 60 & sleep 60"`, "", "")
	begin := time.Now()
	for range 3 {
		if err := a.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, came, err := a.Receive(t.Context(), 50*time.Millisecond); came || err != nil {
			t.Errorf("received %v, %v", came, err)
		}
	}
	a.Close()
	if took := time.Since(begin); took > 40*time.Second {
		t.Errorf("three systems took %v", took)
	}
}

// TestCancelled: the tester stops at once when its context ends, whatever it waits for.
func TestCancelled(t *testing.T) {
	testkit.NothingLeft(t)
	model := load(t, lamp)
	socket := socketServer(t, func(ctx context.Context, c *websocket.Conn) { _, _, _ = c.Read(ctx); _, _, _ = c.Read(ctx) })
	silent := testkit.Serve(t, answering(func(string) string { return "" }))
	web := website(t, map[string]http.HandlerFunc{"/": hangs})
	for address, mapping := range map[string]string{"exec:sleep 60": "", "tcp:" + silent: "", socket: "", web.URL: lampRequests} {
		reset := sut.Reset("")
		if mapping == lampRequests {
			reset = sut.NoReset
		}
		a := open(t, model, address, mapping, reset)
		ctx, cancel := context.WithCancel(t.Context())
		if err := a.Reset(ctx); err != nil {
			t.Fatal(err)
		}
		if err := a.Send(ctx, message(t, model, sts.Input, "press")); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(20*time.Millisecond, cancel)
		if _, came, err := a.Receive(ctx, time.Hour); came || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: receive: %v", address, err)
		}
		if err := a.Reset(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: reset: %v", address, err)
		}
		a.Close()
	}
}
