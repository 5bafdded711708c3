package runner

import (
	"context"
	"encoding/json"
	"maps"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/sandbox"
)

// maxScript is how many bytes a Starlark file may have.
const maxScript = 1 << 20

// maxSteps is the maximum number of steps of a call; a test lowers it.
var maxSteps uint64 = 200_000_000

// starlarkEngine calls a function of a Starlark file. The interpreter runs in child processes with a limit of memory; see package
// sandbox.
type starlarkEngine struct {
	sandboxed
	extern *sts.Extern
}

func openStarlark(x *sts.Extern, path string, options Options) (*starlarkEngine, error) {
	text, err := readFile(options.Dir, path, maxScript)
	if err != nil {
		return nil, err
	}
	script := &sandbox.Script{Path: path, Text: string(text), Params: len(x.Params), Steps: maxSteps, Output: options.OutputLimit}
	e := &starlarkEngine{extern: x}
	_, err = e.open("starlark", sandbox.Program{Function: x.Name, Script: script}, options)
	return e, err
}

func (e *starlarkEngine) callData(ctx context.Context, args []any) (any, error) {
	given := make([]any, len(args))
	for i, p := range e.extern.Params {
		var err error
		if given[i], err = forScript(p.Type, args[i]); err != nil {
			return nil, err
		}
	}
	return e.ask(ctx, given)
}

// forScript returns plain data for a script: each real is the float that is nearest to it, and maps and alternatives with fields are
// marked, so that they become dicts.
func forScript(t *sts.Type, data any) (any, error) {
	switch {
	case t.Form == sts.Optional && t.Elem.Form != sts.Optional:
		return forScript(t.Elem, data)
	case t.Form == sts.Map:
		return mapForScript(t, data)
	}
	switch d := data.(type) {
	case *big.Rat:
		f, err := value.ToFloat(d)
		return new(big.Rat).SetFloat64(f), err
	case []any:
		out := make([]any, len(d))
		for i := range d {
			var err error
			if out[i], err = forScript(t.Elem, d[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		return objectForScript(t, d)
	}
	return data, nil
}

// objectForScript returns a record, or an alternative of a union or of an optional value with its fields.
func objectForScript(t *sts.Type, object map[string]any) (any, error) {
	if t.IsRecord() {
		return fieldsForScript(t.Fields, object)
	}
	var pairs []any
	for name, data := range object {
		fields := []sts.Field{{Name: "value", Type: t.Elem}}
		if t.Form == sts.Union {
			fields = t.Alternatives[t.Alternative(name)].Fields
		}
		members, _ := data.(map[string]any)
		given, err := fieldsForScript(fields, members)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, []any{name, given})
	}
	return sandbox.Dict(pairs), nil
}

func fieldsForScript(fields []sts.Field, object map[string]any) (map[string]any, error) {
	out := make(map[string]any, len(object))
	for _, f := range fields {
		var err error
		if out[f.Name], err = forScript(f.Type, object[f.Name]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func mapForScript(t *sts.Type, data any) (any, error) {
	pairs, _ := data.([]any)
	if object, ok := data.(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			pairs = append(pairs, []any{keyForScript(t.Key, name), object[name]})
		}
	}
	out := make([]any, len(pairs))
	for i, entry := range pairs {
		pair, _ := entry.([]any)
		key, err := forScript(t.Key, pair[0])
		if err != nil {
			return nil, err
		}
		element, err := forScript(t.Elem, pair[1])
		if err != nil {
			return nil, err
		}
		out[i] = []any{key, element}
	}
	return sandbox.Dict(out), nil
}

// keyForScript is the key for the name of a member of an object.
func keyForScript(t *sts.Type, name string) any {
	if t.Scalar.Kind == term.KindInt || t.Scalar.Kind == term.KindBits {
		return json.RawMessage(name)
	}
	return name
}
