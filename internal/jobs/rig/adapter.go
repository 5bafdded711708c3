package rig

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// openAdapter connects to the system under test.
func openAdapter(l *model.Loaded, options RunOptions) (sut.Adapter, error) {
	if options.Adapter != nil {
		return options.Adapter, nil
	}
	mapping, err := readMapping(options.Mapping)
	if err != nil {
		return nil, err
	}
	return sut.Open(l.System, options.System, sut.Options{Mapping: mapping, Reset: options.Reset})
}

// readMapping reads the mapping in a file; no file is none.
func readMapping(path string) (*sut.Mapping, error) {
	if path == "" {
		return nil, nil
	}
	text, err := file.Read(path, sut.MaxMapping)
	if err != nil {
		return nil, fmt.Errorf("the mapping cannot be read: %w", err)
	}
	return sut.ParseMapping(path, text)
}
