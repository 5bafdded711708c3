package step

import (
	"github.com/sextant-mbt/sextant/internal/conflict"
	"github.com/sextant-mbt/sextant/internal/run"
)

// Run returns the run and the path of the walk.
func (s *Session) Run() (*run.Witness, *conflict.Path) { return s.here().run, s.here().path }
