package connect

import (
	"bufio"
	"io"
	"log"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// patience is how long tests wait for what must come; it is only a limit.
const patience = 30 * time.Second

// lamp is a model of a lamp, and its mappings to text.
const lamp = `system Lamp
input press()
input turn(steps: int)
output level(value: int)
output broken(why: string)
initial s
press: s -> s in press
`

const lampText = `
inputs.press.text  = "PRESS"
inputs.turn.text   = "TURN {steps}"
outputs.level.text = "LEVEL {value}"
outputs.broken.text = "BROKEN: {why}"
`

// limitsOf are the limits of an adapter, which a test may make shorter.
func limitsOf(a sut.Adapter) *limits {
	if h, ok := a.(*HTTP); ok {
		return &h.limits
	}
	return &a.(*Connection).limits
}

// open opens an adapter that must be right, and closes it after the test.
func open(t testing.TB, system *sts.System, address, mapping string, reset sut.Reset) sut.Adapter {
	t.Helper()
	options := Options{Reset: reset}
	if mapping != "" {
		var err error
		if options.Mapping, err = ParseMapping("map.toml", []byte(mapping)); err != nil {
			t.Fatal(err)
		}
	}
	a, err := Open(system, address, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// answering answers each line.
func answering(answer func(line string) string) testkit.Behaviour {
	return func(in *bufio.Reader, out io.Writer) {
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			_, _ = io.WriteString(out, answer(strings.TrimSuffix(line, "\n")))
		}
	}
}

// exchanged resets a system, sends an input, and says what came: an output, nothing, or an error.
func exchanged(t testing.TB, a sut.Adapter, in sut.Message, wait time.Duration) string {
	t.Helper()
	if err := a.Reset(t.Context()); err != nil {
		return "reset: " + err.Error()
	}
	return answered(t, a, in, wait)
}

// answered sends an input and says what came.
func answered(t testing.TB, a sut.Adapter, in sut.Message, wait time.Duration) string {
	t.Helper()
	if err := a.Send(t.Context(), in); err != nil {
		return "send: " + err.Error()
	}
	return received(t, a, wait)
}

// received says what came.
func received(t testing.TB, a sut.Adapter, wait time.Duration) string {
	t.Helper()
	m, came, err := a.Receive(t.Context(), wait)
	switch {
	case err != nil:
		return "receive: " + err.Error()
	case !came:
		return "nothing"
	}
	return m.String()
}

// unended is how messages end that are about something that was begun only.
const unended = " and did not complete it"

// insisted resets a system, sends an input, and waits for something to come, again and again for short times: what is
// begun only is noticed after such a time.
func insisted(t testing.TB, a sut.Adapter, in sut.Message) string {
	t.Helper()
	got := exchanged(t, a, in, 50*time.Millisecond)
	for start := time.Now(); got == "nothing" && time.Since(start) < patience; {
		got = received(t, a, 50*time.Millisecond)
	}
	return got
}

// unused is an address on which nobody listens.
func unused(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// quietLog is for servers that expect trouble.
func quietLog() *log.Logger { return log.New(io.Discard, "", 0) }

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
