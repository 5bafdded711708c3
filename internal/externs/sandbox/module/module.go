// Package module runs functions of WebAssembly modules in the children of package sandbox.
package module

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
)

// maxPages is how much memory a module may have, in units of 64 KiB. Other memory, such as tables, counts only for Memory.
const maxPages = 1024

// module is a WebAssembly module, with an exported function of it: it gets no files, and no clock but a fake one. An instance
// whose call failed is not used again.
type module struct {
	name     string
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	instance api.Module // nil if a call failed
}

func init() { sandbox.Provide("wasm", serve) }

// serve compiles the module of a child, and returns the signature of its function.
func serve(p sandbox.Program) (sandbox.Function, any, error) {
	m, err := compile(p.Function, p.Module)
	if err != nil {
		return nil, nil, err
	}
	return m, m.signature(), nil
}

// compile compiles a module, checks what it imports and exports, and makes the first instance.
func compile(name string, binary []byte) (*module, error) {
	ctx := context.Background()
	m := &module{name: name, runtime: wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(maxPages))}
	var err error
	if m.compiled, err = m.runtime.CompileModule(ctx, binary); err != nil {
		return nil, fmt.Errorf("cannot compile the WebAssembly module: %s", firstLine(err))
	}
	if _, ok := m.compiled.ExportedFunctions()[name]; !ok {
		return nil, fmt.Errorf("the module exports no function %s%s: export it under the name of the extern", name, sandbox.Only(maps.Keys(m.compiled.ExportedFunctions())))
	}
	if err := m.provideImports(ctx); err != nil {
		return nil, err
	}
	return m, m.instantiate(ctx)
}

// provideImports gives the module WASI, if it imports it; nothing else is provided.
func (m *module) provideImports(ctx context.Context) error {
	wasi := false
	for _, f := range m.compiled.ImportedFunctions() {
		from, name, _ := f.Import()
		if from != wasi_snapshot_preview1.ModuleName {
			return fmt.Errorf("the module imports %s.%s, which is not provided: build it without imports, or for WASI", from, name)
		}
		wasi = true
	}
	if !wasi {
		return nil
	}
	_, err := wasi_snapshot_preview1.Instantiate(ctx, m.runtime)
	return err
}

// instantiate makes an instance. A library is initialised; the main function of a program is not run.
func (m *module) instantiate(ctx context.Context) error {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize")
	var err error
	if m.instance, err = m.runtime.InstantiateModule(ctx, m.compiled, config); err != nil {
		return fmt.Errorf("the module does not start: %s", firstLine(err))
	}
	return nil
}

// signature returns the types of the function as plain data.
func (m *module) signature() any {
	f := m.compiled.ExportedFunctions()[m.name]
	return map[string]any{"params": typeNames(f.ParamTypes()), "results": typeNames(f.ResultTypes())}
}

func typeNames(types []api.ValueType) []any {
	out := make([]any, len(types))
	for i, t := range types {
		out[i] = api.ValueTypeName(t)
	}
	return out
}

// Call calls the function with words, and returns words.
func (m *module) Call(args []any) (any, error) {
	words, err := sandbox.Words(args)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	if m.instance == nil {
		if err := m.instantiate(ctx); err != nil {
			return nil, err
		}
	}
	results, err := m.instance.ExportedFunction(m.name).Call(ctx, words...)
	if err != nil {
		closed := m.instance.Close(ctx)
		m.instance = nil
		return nil, errors.Join(fmt.Errorf("the function failed: %s", firstLine(err)), closed)
	}
	return sandbox.Data(results), nil
}

// firstLine returns an error of wazero without its stack trace.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return text.Clip(line, 200)
}
