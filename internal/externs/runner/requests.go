package runner

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/externs/runner/message"
)

// maxRequests is how many requests of one extern are under way at once.
const maxRequests = 8

// Opener makes the requests of a function to a server, whose answers have at most output bytes.
type Opener func(function, address string, output int) (message.Requests, error)

// requests is set while the program is initialized.
var requests Opener

// RegisterRequests makes runners of the kind http known; package post has the opener. Programs without such runners need not link an HTTP
// client.
func RegisterRequests(open Opener) { requests = open }

// requestEngine is an engine of requests.
type requestEngine struct{ message.Requests }

func openRequests(function, address string, options Options) (requestEngine, error) {
	if requests == nil {
		return requestEngine{}, errors.New(`this program does not link the HTTP client: import _ "github.com/sextant-mbt/sextant/runners/http"`)
	}
	r, err := requests(function, address, options.OutputLimit)
	return requestEngine{r}, err
}

func (e requestEngine) callData(ctx context.Context, args []any) (any, error) {
	return e.Call(ctx, args)
}

func (e requestEngine) close() error { return e.Close() }
