// Package imports converts files in other notations to models.
package imports

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/classicalb"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/efsmjson"
	"github.com/sextant-mbt/sextant/internal/imports/jani"
	"github.com/sextant-mbt/sextant/internal/imports/openapi"
	"github.com/sextant-mbt/sextant/internal/imports/protobuf"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal"
	"github.com/sextant-mbt/sextant/internal/imports/xlia"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/language/syntax/modelfile"
)

// Format is a notation that models are imported from.
type Format struct {
	Name    string
	Ending  string // usual extension of its files
	Holds   string // description of the content of its files, for help and docs
	Service bool   // describes a service: the result has a mapping, and declarations that can be used without the behaviour
	Queries bool   // queries may be in a separate file with the same name
	convert func(in source, list *diag.List) convert.Model
}

// source is the file to convert.
type source struct {
	Options
	file    *diag.File
	queries *diag.File // may be nil
}

// Options change how a file is converted.
type Options struct {
	OpenAPI openapi.Options
	JANI    jani.Options
	Queries string `flag:"query-file" was:"queries" page:"file" help:"uppaal: file with queries; by default the queries in the document, or if it has none, the file with the same name and the extension .q"`
}

// Formats is the table of notations. Help, completion, docs and tests are made from it. A converter reports errors in the file, and returns
// the text of a model if there are none.
var Formats = []Format{
	{"b", ".mch", "a machine of the B method: classical B or Event-B text", false, false, always(classicalb.Convert)},
	{"efsm-json", ".json", "a table of an extended finite state machine as JSON", false, false, always(efsmjson.Convert)},
	{"jani", ".jani", "a Markov chain, decision process or automaton in the JANI format: types dtmc, ctmc, mdp and ma", false, false, convertJANI},
	{"openapi", ".yaml", "an OpenAPI document, 3.0 or 3.1, as JSON or YAML: channels and a mapping", true, false, convertOpenAPI},
	{"proto", ".proto", "services in a file of Protocol Buffers: channels and a mapping", true, false, convertProto},
	{"uppaal", ".xml", "a system of timed automata of UPPAAL, as XML, with its queries", false, true, convertUPPAAL},
	{"xlia", ".xlia", "a system in xLIA, the language of DIVERSITY and SPTG", false, false, always(xlia.Convert)},
}

// always is a converter without options.
func always(f func(*diag.File, *diag.List) convert.Model) func(source, *diag.List) convert.Model {
	return func(in source, list *diag.List) convert.Model { return f(in.file, list) }
}

func convertJANI(in source, list *diag.List) convert.Model {
	m, _ := in.JANI.Convert(in.file, list)
	return m
}

func convertOpenAPI(in source, list *diag.List) convert.Model {
	return in.OpenAPI.Convert(in.file, list)
}

func convertProto(in source, list *diag.List) convert.Model {
	return protobuf.Options{Optional: in.OpenAPI.Optional}.Convert(in.file, list)
}

func convertUPPAAL(in source, list *diag.List) convert.Model {
	return uppaal.ConvertWith(in.file, in.queries, list)
}

// readQueries reads the file with queries that the options name, or for a document without queries, the one with the same name and the
// extension .q.
func (in *source) readQueries() error {
	path := in.Queries
	if path == "" {
		path = strings.TrimSuffix(in.file.Name, filepath.Ext(in.file.Name)) + ".q"
		if _, err := os.Stat(path); err != nil || uppaal.HasQueries(in.file) {
			return nil
		}
	}
	data, err := modelfile.Read(path)
	if err == nil {
		in.queries = diag.NewFile(path, string(data))
	}
	return err
}

// Imported is a model that was converted from another notation. Without errors in List it has been compiled.
type Imported struct {
	Text         string
	Declarations string // of a service: the text without behaviour
	Mapping      string // of a service
	Service      bool
	model.Loaded
}

// Import converts a file. It returns an error if the format is unknown, the file cannot be read, or ctx ended; errors in the file are
// in the list.
func Import(ctx context.Context, format, path string, o Options) (*Imported, error) {
	known, err := formatNamed(format)
	if err != nil {
		return nil, err
	}
	data, err := modelfile.Read(path)
	if err != nil {
		return nil, err
	}
	in := source{Options: o, file: diag.NewFile(path, string(data))}
	if known.Queries {
		err = in.readQueries()
	}
	if err != nil {
		return nil, err
	}
	list := &diag.List{}
	converted, err := known.within(ctx, in, list)
	if err != nil {
		return nil, err
	}
	out := &Imported{Text: converted.Text, Declarations: converted.Declarations, Mapping: converted.Mapping, Service: known.Service,
		Loaded: model.Loaded{Model: &compile.Model{}, Path: path, List: list}}
	if list.HasErrors() {
		return out, nil
	}
	read := func(string) ([]byte, error) { return []byte(converted.Text), nil }
	var found diag.List
	out.Model, err = compile.Load(path+".sxt", compile.Options{ReadFile: read, Stop: ctx.Err}, &found)
	list.AddAll(found.Map(converted.Relocate))
	return out, err
}

// within converts a file, and returns early if ctx ends. An abandoned conversion continues in the background; its work is bounded by
// the size of the file.
func (f *Format) within(ctx context.Context, in source, list *diag.List) (convert.Model, error) {
	done := make(chan convert.Model, 1)
	go func() { done <- f.convert(in, list) }()
	select {
	case m := <-done:
		return m, ctx.Err()
	case <-ctx.Done():
		return convert.Model{}, ctx.Err()
	}
}

func formatNamed(name string) (Format, error) {
	var names []string
	for _, f := range Formats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q: write one of %s", name, strings.Join(names, ", "))
}
