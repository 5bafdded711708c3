package sut

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
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
	big := Message{Channel: model.Channels[0], Values: []term.Value{term.StringValue(strings.Repeat("x", 1<<16))}}
	process, err := NewProcess(model, []string{"sleep", "60"}, "")
	if err != nil {
		t.Skip(err)
	}
	connection, err := NewTCP(model, deaf(t))
	if err != nil {
		t.Fatal(err)
	}
	shorter(t, &sendLimit, 100*time.Millisecond)
	for name, a := range map[string]Adapter{"process": process, "tcp": connection} {
		if err := a.Reset(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 10000 {
			if err = a.Send(t.Context(), big); err != nil {
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), "it did not read an input within 100ms") {
			t.Errorf("%s: %v", name, err)
		}
		a.Close()
	}
}
