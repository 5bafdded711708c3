package wire

import (
	"errors"
	"io"
	"testing"
)

// script is a session whose answers are given by the line: it has as many lines as "x" in it, and "end" closes.
type script struct{}

func (script) Answer(line string) (lines []string, done bool) {
	for _, c := range line {
		if c == 'x' {
			lines = append(lines, line)
		}
	}
	return lines, line == "end"
}

func start(t *testing.T, longest int) *Client {
	t.Helper()
	l, reactions, err := Listen(func() Session { return script{} }, longest)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Dial(l.Addr().String(), reactions)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		_ = l.Close()
	})
	return c
}

// A client reads one line for each that it sends. It knows at once that there is none, and reads late ones in turn.
func TestClientReadsWhatWasSent(t *testing.T) {
	c := start(t, 100)
	for _, step := range []struct {
		ask, want string
		err       error
	}{
		{"x", "x\n", nil}, {"quiet", "", ErrSilent}, {"xxy", "xxy\n", nil}, {"quiet", "xxy\n", nil}, {"quiet", "", ErrSilent}, {"end", "", io.EOF}, {"x", "", io.EOF},
	} {
		if got, err := c.Ask(step.ask); got != step.want || !errors.Is(err, step.err) {
			t.Errorf("Ask(%q) = %q, %v, want %q, %v", step.ask, got, err, step.want, step.err)
		}
	}
}

func TestServerClosesOnLongLine(t *testing.T) {
	c := start(t, 10)
	if got, err := c.Ask("0123456789012345"); got != "" || !errors.Is(err, io.EOF) {
		t.Errorf("got %q, %v, want the end", got, err)
	}
}
