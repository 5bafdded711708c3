// Package schema has JSON Schemas of the documents that commands print and store, made from the types of package result.
//
// The schemas allow no names but those of the types, so a document of a later version may be refused by the schema of an earlier one.
package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Document is a kind of document.
type Document struct {
	Name     string
	Holds    string   // in words
	Commands []string // that print it; none if it is a file or a line of one

	typ reflect.Type
}

// Documents lists all kinds.
var Documents = []Document{
	printed[result.Check]("check", "check"),
	printed[result.GraphDocument]("graph", "graph"),
	printed[result.Explore]("explore", "explore"),
	printed[result.Suite]("generate", "generate"),
	printed[result.Classes]("classes", "classes"),
	printed[result.Family]("family", "family"),
	printed[result.Abstract]("abstract", "abstract"),
	printed[result.Chance]("chance", "chance"),
	printed[result.Concolic]("concolic", "concolic"),
	{"concolic-weights", "what concolic --weights prints", []string{"concolic"}, reflect.TypeFor[result.Weights]()},
	printed[result.Mutate]("mutate", "mutate"),
	printed[result.Export]("export", "export"),
	printed[result.Import]("import", "import"),
	{"run", "what run prints, and replay for a single test", []string{"run", "replay"}, reflect.TypeFor[result.Run]()},
	{"replay", "what replay prints for a folder of tests", []string{"replay"}, reflect.TypeFor[result.Replay]()},
	printed[result.Conform]("conform", "conform"),
	printed[result.Table[result.TableState]]("table-list", "table list"),
	printed[result.Table[result.TableImported]]("table-import", "table import"),
	printed[result.Table[result.TableContent]]("table-export", "table export"),
	printed[result.Table[result.TableRan]]("table-run", "table run"),
	{"table-recheck", "what table recheck and table prune print", []string{"table recheck", "table prune"}, reflect.TypeFor[result.Table[result.TableChecked]]()},
	printed[result.ContractChecks]("contract-check", "contract check"),
	printed[result.FeasiblePaths]("contract-feasible", "contract feasible"),
	printed[result.Inferred]("contract-infer", "contract infer"),
	printed[result.ContractTests]("contract-test", "contract test"),
	printed[result.ContractText]("contract-export", "contract export"),
	printed[result.Certification]("certify", "certify"),
	printed[result.Verification]("verify", "verify"),
	printed[result.Trust]("trust", "trust"),
	printed[result.Doctor]("doctor", "doctor"),
	file[result.Unfinished]("unfinished", "what any command prints that was ended before it had a result"),
	file[result.Failed]("error", "what any command prints that could not do its work"),
	file[result.Test]("test", "a stored failure"),
	file[result.SuiteTest]("suite-test", "a stored test of a suite"),
	file[result.SuiteSummary]("suite", "the file suite.json of a folder of tests"),
	file[result.JournalHeader]("journal-header", "the first line of a journal of concolic"),
	file[result.JournalEntry]("journal-entry", "a further line of a journal"),
	file[result.TracesHeader]("traces-header", "the first line of the runs of a campaign, run --traces"),
	file[result.TracedRun]("traced-run", "a further line: a run"),
	file[result.TrustFile]("trust-file", "the file in which consent is remembered"),
}

func printed[T any](name, command string) Document {
	return Document{name, "what " + command + " prints", []string{command}, reflect.TypeFor[T]()}
}

func file[T any](name, holds string) Document {
	return Document{name, holds, nil, reflect.TypeFor[T]()}
}

// Find returns a kind of document by its name.
func Find(name string) (Document, bool) {
	i := slices.IndexFunc(Documents, func(d Document) bool { return d.Name == name })
	if i < 0 {
		return Document{}, false
	}
	return Documents[i], true
}

// Type returns the type of the document.
func (d Document) Type() reflect.Type { return d.typ }

// Schema returns the schema of a kind of document. Types that are no part of others by embedding have definitions of their own.
func (d Document) Schema() (*jsonschema.Schema, error) {
	known := map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[json.RawMessage](): {Description: "any value"}}
	for t, values := range enumerations {
		known[t] = &jsonschema.Schema{Type: "string", Enum: values}
	}
	parts := partsOf(d.typ)
	for _, t := range parts {
		known[t] = &jsonschema.Schema{Ref: "#/$defs/" + partName(t)}
	}
	s, err := forType(d.typ, known)
	if err != nil {
		return nil, fmt.Errorf("the schema %s: %w", d.Name, err)
	}
	s.Defs = map[string]*jsonschema.Schema{}
	for _, t := range parts {
		if s.Defs[partName(t)], err = forType(t, known); err != nil {
			return nil, fmt.Errorf("the schema %s: %w", d.Name, err)
		}
	}
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = "sextant " + d.Name + ": " + d.Holds
	return s, nil
}

// forType is the schema of a type, with references to the known ones.
func forType(t reflect.Type, known map[reflect.Type]*jsonschema.Schema) (*jsonschema.Schema, error) {
	others := maps.Clone(known)
	delete(others, t)
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: others})
	if err != nil {
		return nil, err
	}
	allowNull(s)
	return s, nil
}

// allowNull mends what may also be null: references, where they are pointers, and maps.
func allowNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if s.Ref != "" && len(s.Types) > 0 {
		s.AnyOf = []*jsonschema.Schema{{Type: "null"}, {Ref: s.Ref}}
		s.Ref, s.Types = "", nil
	}
	if s.Type == "object" && s.Properties == nil {
		s.Type, s.Types = "", []string{"null", "object"}
	}
	for _, field := range s.Properties {
		allowNull(field)
	}
	allowNull(s.Items)
	allowNull(s.AdditionalProperties)
}

// JSON returns the schema as indented JSON.
func (d Document) JSON() ([]byte, error) {
	s, err := d.Schema()
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

// oneOf lists the values of an enumeration.
func oneOf[T ~string](values ...T) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
