package step

import (
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/engines/conflict"
)

// Run returns the run and the path of the walk.
func (s *Session) Run() (*run.Witness, *conflict.Path) { return s.here().run, s.here().path }
