package driver

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sut"
)

// openAdapter connects to the system under test.
func openAdapter(l *Loaded, options RunOptions) (sut.Adapter, error) {
	if options.Adapter != nil {
		return options.Adapter, nil
	}
	kind, spec, _ := strings.Cut(options.System, ":")
	switch kind {
	case "exec":
		return sut.NewProcess(l.System, strings.Fields(spec), "")
	case "tcp":
		return sut.NewTCP(l.System, spec)
	}
	return nil, fmt.Errorf("--sut %s: write exec:COMMAND or tcp:HOST:PORT", options.System)
}
