package draw

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
)

// ErrNoGraphviz is the error if the program dot is not installed; test for it with errors.Is.
var ErrNoGraphviz = errors.New("drawing a model as SVG needs Graphviz, and its program dot was not found: " +
	"run scripts/install.sh or apt-get install graphviz; --format dot and --format mermaid work without it")

// The limits of a run of Graphviz. A model that needs more is unreadable as a picture.
const (
	graphvizTime      = 30 * time.Second
	graphvizBytes     = 64 << 20
	graphvizComplaint = 4 << 10
	graphvizGrace     = time.Second
)

// limitError is that Graphviz needs more time or room than it has.
type limitError string

func (e limitError) Error() string { return string(e) }

// lessOf adds what draws less of a large model, if the picture of all is too much.
func lessOf(err error) error {
	var limit limitError
	if !errors.As(err, &limit) {
		return err
	}
	return fmt.Errorf("%w; sextant graph --around LOCATION, --fold machines and --fold regions draw less of it", err)
}

// dotOrSVG is a drawing in the language of Graphviz, or the SVG that Graphviz makes from it. Without Graphviz it returns ErrNoGraphviz.
func dotOrSVG(ctx context.Context, f Format, drawing string) ([]byte, error) {
	if f == DOT {
		return []byte(drawing), nil
	}
	program, err := exec.LookPath("dot")
	if err != nil {
		return nil, ErrNoGraphviz
	}
	return runGraphviz(ctx, program, drawing, graphvizTime, graphvizBytes)
}

// runGraphviz runs dot on a drawing and returns its output, within limits of time and size.
func runGraphviz(ctx context.Context, program, drawing string, limit time.Duration, size int) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, limitError(fmt.Sprintf("no answer within %s", limit)))
	defer cancel()
	picture, complaint := limitedBuffer{left: size}, limitedBuffer{left: graphvizComplaint}
	command := exec.CommandContext(ctx, program, "-Tsvg")
	command.Stdin = strings.NewReader(drawing)
	command.Stdout, command.Stderr = &picture, &complaint
	command.WaitDelay = graphvizGrace
	err := command.Run()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("graphviz: %w; --format dot writes the drawing without running it", context.Cause(ctx))
	case picture.full:
		return nil, fmt.Errorf("graphviz: %w; --format dot writes the drawing without running it", limitError(fmt.Sprintf("the picture is larger than %d bytes", size)))
	case err != nil:
		return nil, fmt.Errorf("graphviz: %w: %s", err, text.Clean(complaint.text.String()))
	}
	return picture.text.Bytes(), nil
}

// limitedBuffer keeps the data written up to a limit, and drops the rest so that the writer is not blocked.
type limitedBuffer struct {
	text bytes.Buffer
	left int
	full bool
}

// Write keeps as much of the bytes as there is room for.
func (b *limitedBuffer) Write(data []byte) (int, error) {
	kept := data[:min(len(data), b.left)]
	b.left -= len(kept)
	b.full = b.full || len(kept) < len(data)
	b.text.Write(kept)
	return len(data), nil
}
