package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
)

// The limits of WebAssembly modules.
const (
	maxModule    = 64 << 20 // bytes of a file
	maxPages     = 1024     // of memory, 64 KiB each
	maxInstances = 4        // of one module, side by side
)

// wasmEngine calls an exported function of a WebAssembly module, in a sandbox: the module gets no files, no clock but a fake
// one, and at most 64 MiB. An instance whose call failed is not used again.
type wasmEngine struct {
	extern    *sts.Extern
	runtime   wazero.Runtime
	module    wazero.CompiledModule
	signature signature
	instances pool[api.Module]
}

func openWasm(x *sts.Extern, path string, options Options) (*wasmEngine, error) {
	binary, err := readFile(options.Dir, path, maxModule)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), options.CallLimit)
	defer cancel()
	config := wazero.NewRuntimeConfig().WithCloseOnContextDone(true).WithMemoryLimitPages(maxPages)
	e := &wasmEngine{extern: x, runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if err := e.load(ctx, binary); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

// load compiles the module, checks what it imports and exports, and makes the first instance.
func (e *wasmEngine) load(ctx context.Context, binary []byte) error {
	var err error
	if e.module, err = e.runtime.CompileModule(ctx, binary); err != nil {
		return fmt.Errorf("cannot compile the WebAssembly module: %s", firstLine(err))
	}
	function, ok := e.module.ExportedFunctions()[e.extern.Name]
	if !ok {
		return fmt.Errorf("the module exports no function %s%s: export it under the name of the extern", e.extern.Name, only(maps.Keys(e.module.ExportedFunctions())))
	}
	if e.signature, err = matchSignature(e.extern, function); err != nil {
		return err
	}
	if err := e.provideImports(ctx); err != nil {
		return err
	}
	instance, err := e.instantiate(ctx)
	if err == nil {
		e.instances.push(instance)
	}
	return err
}

// provideImports gives the module WASI, if it imports it; nothing else is provided.
func (e *wasmEngine) provideImports(ctx context.Context) error {
	wasi := false
	for _, f := range e.module.ImportedFunctions() {
		from, name, _ := f.Import()
		if from != wasi_snapshot_preview1.ModuleName {
			return fmt.Errorf("the module imports %s.%s, which is not provided: build it without imports, or for WASI", from, name)
		}
		wasi = true
	}
	if !wasi {
		return nil
	}
	_, err := wasi_snapshot_preview1.Instantiate(ctx, e.runtime)
	return err
}

// instantiate makes an instance. A library is initialised; the main function of a program is not run.
func (e *wasmEngine) instantiate(ctx context.Context) (api.Module, error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	instance, err := e.runtime.InstantiateModule(ctx, e.module, config)
	if err != nil {
		return nil, fmt.Errorf("the module does not start: %s", firstLine(err))
	}
	return instance, nil
}

func (e *wasmEngine) call(ctx context.Context, args []term.Value) ([]term.Value, error) {
	words, err := e.signature.encode(args)
	if err != nil {
		return nil, err
	}
	instance, ok := e.instances.pop()
	for ok && instance.IsClosed() { // by a time limit that passed at the end of a call
		instance, ok = e.instances.pop()
	}
	if !ok {
		if instance, err = e.instantiate(ctx); err != nil {
			return nil, err
		}
	}
	results, err := instance.ExportedFunction(e.extern.Name).Call(ctx, words...)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the function failed: %s", firstLine(err)), instance.Close(ctx))
	}
	e.instances.push(instance)
	return e.signature.decode(results)
}

// firstLine returns an error of wazero without its stack trace.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return text.Clip(line, 200)
}

func (e *wasmEngine) close() error { return e.runtime.Close(context.Background()) }

// only lists the functions that are there instead of the one that is wanted.
func only(names iter.Seq[string]) string {
	sorted := slices.Sorted(names)
	if sorted == nil {
		return ""
	}
	return ", only " + text.Clip(strings.Join(sorted, ", "), 200)
}
