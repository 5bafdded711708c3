package driver

import (
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/runner/post"
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/module" // WebAssembly functions
	_ "github.com/sextant-mbt/sextant/internal/externs/sandbox/script" // Starlark functions
	_ "github.com/sextant-mbt/sextant/internal/testing/sut/connect"    // systems at an address
)

// The command links all optional parts, which users of the Go package import as needed.
func init() { runner.RegisterRequests(post.Open) }
