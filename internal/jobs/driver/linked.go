package driver

import (
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/runner/post"
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/module" // WebAssembly functions
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/script" // Starlark functions
	_ "github.com/sextant-mbt/sextant/internal/testing/sut/connect"    // systems at an address
)

// The command can do everything, so it links what the Go package leaves to its users.
func init() { runner.RegisterRequests(post.Open) }
