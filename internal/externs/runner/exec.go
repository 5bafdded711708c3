package runner

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/externs/program"
	"github.com/sextant-mbt/sextant/internal/externs/runner/message"
)

// execEngine calls a program; see message.go for the messages.
type execEngine struct {
	function string
	service
}

func openExec(function, line string, options Options) (*execEngine, error) {
	command, err := program.Command(options.Dir, line)
	if err != nil {
		return nil, err
	}
	start := func(context.Context) (*child, error) { return startChild(command, options.Dir, options.OutputLimit) }
	return &execEngine{function, service{start: start, retry: true}}, nil
}

func (e *execEngine) callData(ctx context.Context, args []any) (any, error) {
	line, err := message.Request(e.function, args)
	if err != nil {
		return nil, err
	}
	return e.call(ctx, append(line, '\n'))
}
