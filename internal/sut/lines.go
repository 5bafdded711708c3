package sut

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sextant-mbt/sextant/internal/runner"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// JSON lines, whatever carries them:
//
//	to the system:    {"input": "coins", "payload": [150]}
//	from the system:  {"output": "screen", "payload": ["Add"]}

const (
	maxLine   = 1 << 20     // bytes of one line of the system under test
	lineLimit = time.Second // how long it may take at least to end a line that it began
)

// sendLimit is how long the system may take to read an input. Tests make it shorter.
var sendLimit = 5 * time.Second

// line is a line of the system, or the reason why there are no more.
type line struct {
	text []byte
	err  error
}

var (
	errLong = errors.New("a line is too long")
	errHalf = errors.New("the end came in the middle of a line")
)

// gone is the error of a system that does not talk any more.
type gone struct{ what string }

func (g *gone) Error() string { return "the system under test is gone: " + g.what }

// stream exchanges lines with a system.
type stream struct {
	system *sts.System
	to     io.Writer
	hangUp func()        // ends reads and writes that are under way
	limit  time.Duration // of a write

	lines   chan line
	half    atomic.Bool   // a line was begun and not ended
	over    chan struct{} // closed when nobody wants lines any more
	reading sync.WaitGroup
}

// talk begins to read. hangUp must end reads and writes that are under way.
func talk(system *sts.System, from io.Reader, to io.Writer, hangUp func()) *stream {
	s := &stream{system: system, to: to, hangUp: hangUp, limit: sendLimit, lines: make(chan line, 64), over: make(chan struct{})}
	s.reading.Go(func() { s.read(from) })
	return s
}

// end hangs up and waits until nothing is read any more.
func (s *stream) end() {
	close(s.over)
	s.hangUp()
	s.reading.Wait()
}

// read passes lines on until there are no more or nobody wants them.
func (s *stream) read(from io.Reader) {
	defer close(s.lines)
	var held []byte
	chunk := make([]byte, 4096)
	for {
		n, err := from.Read(chunk)
		var ok bool
		if held, ok = s.split(held, chunk[:n]); !ok {
			return
		}
		if err != nil {
			if len(held) > 0 {
				s.pass(line{held, errHalf})
			}
			return
		}
	}
}

// split passes on the lines that a chunk ends, and returns what is left. False means that there is nothing more to do.
func (s *stream) split(held, chunk []byte) ([]byte, bool) {
	for {
		text, rest, ended := bytes.Cut(chunk, []byte("\n"))
		held = append(held, text...)
		if len(held) > maxLine {
			s.pass(line{held, errLong})
			return nil, false
		}
		if !ended {
			s.half.Store(len(held) > 0)
			return held, true
		}
		if !s.pass(line{text: held}) {
			return nil, false
		}
		held, chunk = nil, rest
	}
}

// pass gives a line to who wants it; false means nobody.
func (s *stream) pass(l line) bool {
	select {
	case s.lines <- l:
		return true
	case <-s.over:
		return false
	}
}

// send writes an input. A system that does not read it in time is given up.
func (s *stream) send(ctx context.Context, m Message) error {
	text, err := appendInput(nil, m)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	defer context.AfterFunc(limited, s.hangUp)()
	_, err = s.to.Write(append(text, '\n'))
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return &gone{fmt.Sprintf("it did not read an input within %v", s.limit)}
	}
	return &gone{"it does not read its input"}
}

// appendInput appends an input as JSON.
func appendInput(text []byte, m Message) ([]byte, error) {
	name, err := json.Marshal(m.Channel.Name)
	if err != nil {
		return nil, err
	}
	text = append(append(text, `{"input": `...), name...)
	text = append(text, `, "payload": [`...)
	values := m.Values
	for i, t := range m.Channel.Payload {
		if i > 0 {
			text = append(text, ", "...)
		}
		if text, err = runner.AppendJSON(text, t, values[:t.Size()]); err != nil {
			return nil, err
		}
		values = values[t.Size():]
	}
	return append(text, "]}"...), nil
}

// receive reads the next output. Where a line was begun in time, it waits a little for the rest.
func (s *stream) receive(ctx context.Context, wait time.Duration) (Message, bool, error) {
	l, came, err := s.next(ctx, wait)
	if err == nil && !came && s.half.Load() {
		l, came, err = s.next(ctx, max(wait, lineLimit))
		if err == nil && !came {
			err = &ErrSystem{"the system under test began a line and did not end it"}
		}
	}
	if err != nil || !came {
		return Message{}, false, err
	}
	m, err := parse(s.system, l.text)
	return m, err == nil, err
}

// next waits for a line; what is there already comes even if there is no time to wait.
func (s *stream) next(ctx context.Context, wait time.Duration) (line, bool, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case l, ok := <-s.lines:
		return whole(l, ok)
	case <-ctx.Done():
		return line{}, false, ctx.Err()
	case <-timer.C:
	}
	select {
	case l, ok := <-s.lines:
		return whole(l, ok)
	default:
		return line{}, false, nil
	}
}

// whole tells lines from their end.
func whole(l line, ok bool) (line, bool, error) {
	switch {
	case !ok:
		return l, false, &gone{"it closed its output"}
	case errors.Is(l.err, errLong):
		return l, false, &ErrSystem{fmt.Sprintf("the system under test sent a line that is too long, over %d MiB: it begins with %q", maxLine>>20, l.text[:40])}
	case errors.Is(l.err, errHalf):
		return l, false, &gone{fmt.Sprintf("it closed its output in the middle of a line, %q", shorten(l.text))}
	}
	return l, true, nil
}

// parse reads a line of the system.
func parse(s *sts.System, text []byte) (Message, error) {
	garbage := func(reason string) (Message, error) {
		return Message{}, &ErrSystem{fmt.Sprintf("the system under test sent %q: %s", shorten(text), reason)}
	}
	data, err := runner.ReadJSON(text)
	if err != nil {
		return garbage("it is not JSON")
	}
	object, ok := data.(map[string]any)
	name, named := object["output"].(string)
	if !ok || !named {
		return garbage(`expected {"output": CHANNEL, "payload": [...]}`)
	}
	payload, list := object["payload"].([]any)
	if !list && object["payload"] != nil {
		return garbage("the payload must be a list")
	}
	m, err := Output(s, name, payload)
	if err != nil {
		return garbage(err.Error())
	}
	return m, nil
}

func shorten(text []byte) string {
	if len(text) > 200 {
		return string(text[:200]) + "..."
	}
	return string(text)
}
