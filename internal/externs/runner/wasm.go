package runner

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
)

// maxModule is how many bytes a WebAssembly module may have.
const maxModule = 16 << 20

// wasmEngine calls an exported function of a WebAssembly module. The module runs in child processes with a limit of memory; see
// package sandbox.
type wasmEngine struct {
	sandboxed
	signature signature
	result    *sts.Type
}

func openWasm(x *sts.Extern, path string, options Options) (*wasmEngine, error) {
	binary, err := readFile(options.Dir, path, maxModule)
	if err != nil {
		return nil, err
	}
	e := &wasmEngine{result: x.Result}
	about, err := e.open("wasm", sandbox.Program{Function: x.Name, Module: binary}, options)
	if err != nil {
		return nil, err
	}
	if e.signature, err = matchSignature(x, sandbox.ReadSignature(about)); err != nil {
		_ = e.close() // never fails
		return nil, err
	}
	return e, nil
}

func (e *wasmEngine) call(ctx context.Context, args []term.Value) ([]term.Value, error) {
	words, err := e.signature.encode(args)
	if err != nil {
		return nil, err
	}
	result, err := e.ask(ctx, sandbox.Data(words))
	if err != nil {
		return nil, err
	}
	if words, err = sandbox.Words(result); err != nil {
		return nil, err
	}
	out, err := e.signature.decode(words)
	if err != nil {
		return nil, err
	}
	return e.ofType(out)
}

// ofType returns scalars as a value of the type of the result, or an error if they are none.
func (e *wasmEngine) ofType(scalars []term.Value) ([]term.Value, error) {
	data, err := value.Encode(e.result, scalars)
	if err != nil {
		return nil, wrongAnswer(err)
	}
	out, err := value.Decode(e.result, data)
	if err != nil {
		return nil, wrongAnswer(err)
	}
	return out, nil
}
