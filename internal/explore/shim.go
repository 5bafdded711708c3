package explore

import "github.com/sextant-mbt/sextant/internal/run"

// These names have moved to package run; callers are being moved there.
type (
	Witness   = run.Witness
	Guesser   = run.Guesser
	Functions = run.Functions
)

var (
	ErrNoInitialState = run.ErrNoInitialState
	NewGuesser        = run.NewGuesser
	DefaultValue      = run.DefaultValue
)
