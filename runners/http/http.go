// Package http links the client for functions of models that servers have into a program. Import it for its effect where a model has an
// extern that says "run http":
//
//	import _ "github.com/sextant-mbt/sextant/runners/http"
package http

import (
	"github.com/sextant-mbt/sextant/internal/externs/runner"
	"github.com/sextant-mbt/sextant/internal/externs/runner/post"
)

func init() { runner.RegisterRequests(post.Open) }
