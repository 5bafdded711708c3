package runner

import (
	"context"
	"math/big"

	"github.com/sextant-mbt/sextant/internal/extern/sandbox"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/value"
)

// maxScript is how many bytes a Starlark file may have.
const maxScript = 1 << 20

// maxSteps is the maximum number of steps of a call; a test lowers it.
var maxSteps uint64 = 200_000_000

// starlarkEngine calls a function of a Starlark file. The interpreter runs in child processes with a limit of memory; see package
// sandbox.
type starlarkEngine struct {
	sandboxed
}

func openStarlark(x *sts.Extern, path string, options Options) (*starlarkEngine, error) {
	text, err := readFile(options.Dir, path, maxScript)
	if err != nil {
		return nil, err
	}
	script := &sandbox.Script{Path: path, Text: string(text), Params: len(x.Params), Steps: maxSteps, Output: options.OutputLimit}
	e := &starlarkEngine{}
	_, err = e.open(sandbox.Program{Function: x.Name, Script: script}, options)
	return e, err
}

func (e *starlarkEngine) callData(ctx context.Context, args []any) (any, error) {
	floats, err := withFloats(args)
	if err != nil {
		return nil, err
	}
	return e.ask(ctx, floats)
}

// withFloats returns arguments with each real as the float that is nearest to it.
func withFloats(data any) (any, error) {
	var err error
	switch d := data.(type) {
	case *big.Rat:
		f, err := value.ToFloat(d)
		return new(big.Rat).SetFloat64(f), err
	case []any:
		out := make([]any, len(d))
		for i := range d {
			if out[i], err = withFloats(d[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(d))
		for name := range d {
			if out[name], err = withFloats(d[name]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return data, nil
}
