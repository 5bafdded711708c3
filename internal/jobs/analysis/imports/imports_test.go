package imports

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// repeated is a format with n numbers from 0 in it, with a separator between them.
func repeated(n int, format, separator string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return strings.Join(parts, separator)
}

const (
	openapiHead = `{"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {"operationId": "g", "responses": {"200": {"description": "", "content": {"application/json": {"schema": `
	openapiTail = `}}}}}}}}`
	janiHead    = `{"jani-version": 1, "name": "m", "type": "mdp", `
	janiTail    = `, "system": {"elements": [{"automaton": "a"}]}}`
	protoTail   = "\nservice S { rpc M(A) returns (A); }\n"
)

// large are documents that grow with a number, by format and name.
var large = map[string]func(n int) string{
	"openapi/enum": func(n int) string {
		return openapiHead + `{"type": "string", "enum": [` + repeated(n, `"a#"`, ", ") + `]}` + openapiTail
	},
	"openapi/formats": func(n int) string {
		return `{"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {` +
			repeated(n, `"/a#": {"get": {"operationId": "g#", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "string", "format": "date"}}}}}}}`, ", ") + `}}`
	},
	"proto/one line": func(n int) string {
		return `syntax = "proto3"; ` + repeated(n, "message B# { int32 a = 1; }", " ") + " message A { int32 a = 1; }" + protoTail
	},
	"proto/enum": func(n int) string {
		return `syntax = "proto3"; enum E { ` + repeated(n, "X# = #;", " ") + " } message A { E e = 1; }" + protoTail
	},
	"proto/no text": func(n int) string { return strings.Repeat("\x00\x01$\xff\"'", n) },
	"jani/assignments": func(n int) string {
		return janiHead + `"variables": [` + repeated(n, `{"name": "x#", "type": "int", "initial-value": 0}`, ", ") +
			`], "automata": [{"name": "a", "locations": [{"name": "l"}], "initial-locations": ["l"], "edges": [{"location": "l", "destinations": [{"location": "l", "assignments": [` +
			repeated(n, `{"ref": "x#", "value": 1}`, ", ") + `]}]}]}]` + janiTail
	},
	"efsm-json/variables": func(n int) string {
		return `{"name": "m", "initial": "s", "states": ["s"], "vars": {` + repeated(n, `"v#": 0`, ", ") + `}, "transitions": [` +
			repeated(n, `{"id": "t#", "from": "s", "to": "s", "input": "i", "params": ["p"], "guard": "v# > p", "update": [["v#", "p"]], "output": ""}`, ", ") + `]}`
	},
	"uppaal/templates": func(n int) string {
		return `<nta><declaration>int s;</declaration>` +
			repeated(n, `<template><name>P#</name><location id="l"/><init ref="l"/><transition><source ref="l"/><target ref="l"/></transition></template>`, "") +
			`<system>system ` + repeated(n, "P#", ", ") + `;</system></nta>`
	},
	"b/variables": func(n int) string {
		return "MACHINE M\nVARIABLES " + repeated(n, "x#", ", ") + "\nINVARIANT " + repeated(n, "x# : NAT", " & ") + "\nINITIALISATION " + repeated(n, "x# := 0", " || ") +
			"\nOPERATIONS\n" + repeated(n, "op# = x# := x# + 1", ";\n") + "\nEND\n"
	},
	"xlia/transitions": func(n int) string {
		return "@xlia< system , 1.0 >:\ntimed#dense system< and > R {\n@property:\nvar uint open = 0;\n@machine:\nstatemachine< or > D {\n@public:\nport input order( uint );\n@private:\nvar uint size;\n" +
			"@region:\nstate< initial > first { transition --> s; }\nstate s {\n" + repeated(n, "transition t# --> s { input order( size ); guard size == #; open := open + 1; }", "\n") +
			"\n}\n}\n@com:\nconnect< env >{ input D->order; }\n}\n"
	},
}

// allocated is the number of bytes that an import allocates.
func allocated(t *testing.T, format, text string) uint64 {
	path := filepath.Join(t.TempDir(), "document")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m, err := Import(context.Background(), format, path, Options{})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if hostile := strings.HasPrefix(text, "\x00"); m.List.HasErrors() != hostile {
		t.Fatalf("errors: %v", m.List.Sorted()[:1])
	}
	return after.TotalAlloc - before.TotalAlloc
}

// TestLargeDocuments: what an import allocates grows with the size of the document, and not with its square.
func TestLargeDocuments(t *testing.T) {
	const n, times = 400, 4
	for name, document := range large {
		format, _, _ := strings.Cut(name, "/")
		few, many := allocated(t, format, document(n)), allocated(t, format, document(times*n))
		if growth := float64(many) / float64(few); growth > 1.75*times {
			t.Errorf("%s: a document %d times as large takes %.1f times as many bytes: %d and %d", name, times, growth, few, many)
		}
	}
}

// TestImportEnds: an import ends with its context, and returns no model that is not complete.
func TestImportEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "document.json")
	if err := os.WriteFile(path, []byte(large["openapi/enum"](2000)), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if m, err := Import(ctx, "openapi", path, Options{}); !errors.Is(err, context.Canceled) || m != nil {
		t.Errorf("got %v, %v", m, err)
	}
}
