package analysis

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/compile"
	"github.com/sextant-mbt/sextant/internal/convert"
	"github.com/sextant-mbt/sextant/internal/convert/classicalb"
	"github.com/sextant-mbt/sextant/internal/convert/efsmjson"
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/syntax/modelfile"
)

// ImportFormat is a notation that models are imported from.
type ImportFormat struct {
	Name    string
	Holds   string // what files of it hold, for people
	convert func(file *diag.File, list *diag.List) convert.Model
}

// ImportFormats lists the notations. A converter reports what is wrong with the file, and returns the text of a model if there
// are no errors.
var ImportFormats = []ImportFormat{
	{"b", "a machine of the B method: classical B or Event-B text", classicalb.Convert},
	{"efsm-json", "a table of an extended finite state machine as JSON", efsmjson.Convert},
}

// Imported is a model that was converted from another notation. Without errors in List it has been compiled.
type Imported struct {
	Text string
	model.Loaded
}

// Import converts a file. The error is about the format and about reading the file; what is wrong in the file is in the list.
func Import(format, path string) (*Imported, error) {
	known, err := importFormat(format)
	if err != nil {
		return nil, err
	}
	data, err := modelfile.Read(path)
	if err != nil {
		return nil, err
	}
	list := &diag.List{}
	converted := known.convert(diag.NewFile(path, string(data)), list)
	out := &Imported{Text: converted.Text, Loaded: model.Loaded{Model: &compile.Model{}, Path: path, List: list}}
	if list.HasErrors() {
		return out, nil
	}
	read := func(string) ([]byte, error) { return []byte(converted.Text), nil }
	var found diag.List
	out.Model, err = compile.Load(path+".sxt", compile.Options{ReadFile: read}, &found)
	for _, d := range found.Sorted() {
		list.Add(converted.Relocate(d))
	}
	if found.HasErrors() && !list.HasErrors() {
		list.Errorf(diag.CodeImportTooLarge, converted.Places[""], "the model has errors after more than %d warnings", diag.MaxShown)
	}
	return out, err
}

func importFormat(name string) (ImportFormat, error) {
	var names []string
	for _, f := range ImportFormats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return ImportFormat{}, fmt.Errorf("unknown format %q: write one of %s", name, strings.Join(names, ", "))
}
