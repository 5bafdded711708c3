package rig

import (
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// openAdapter connects to the system under test.
func openAdapter(l *model.Loaded, options RunOptions) (sut.Adapter, error) {
	if options.Adapter != nil {
		return options.Adapter, nil
	}
	return sut.Open(l.System, sut.Address{System: options.System, Mapping: options.Mapping, Reset: options.Reset})
}
