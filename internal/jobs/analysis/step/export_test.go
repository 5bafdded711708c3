package step

import (
	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/run"
)

// Run returns the run and the path of the walk.
func (s *Session) Run() (*run.Witness, *path.Path) { return s.here().run, s.here().path }
