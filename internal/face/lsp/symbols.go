package lsp

import (
	"context"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// maxSymbols is the maximum number of symbols of a workspace that are listed.
const maxSymbols = 500

// documentSymbols returns the declarations of a document.
func (s *Server) documentSymbols(_ context.Context, at *snapshot, p protocol.TextDocumentParams) ([]protocol.DocumentSymbol, error) {
	d, err := at.document(p.TextDocument)
	if err != nil {
		return nil, err
	}
	file, _ := d.parse()
	return outline(d.Buffer, file.Decls), nil
}

// outline lists declarations, with those inside them.
func outline(b *buffer.Buffer, decls []syntax.Decl) []protocol.DocumentSymbol {
	out := []protocol.DocumentSymbol{}
	for _, d := range decls {
		name, kind, word := named(d)
		if name.Text == "" {
			continue
		}
		symbol := protocol.DocumentSymbol{Name: name.Text, Detail: word, Kind: kind, Range: b.Range(d.Span().Start, d.Span().End),
			SelectionRange: b.Range(name.At.Start, name.At.End)}
		switch d := d.(type) {
		case *syntax.MachineDecl:
			symbol.Children = outline(b, d.Items)
		case *syntax.TypeDecl:
			symbol.Children = members(b, d.Type)
		}
		out = append(out, symbol)
	}
	return out
}

// named returns the name of a declaration, the kind of its symbol, and a word for the kind. The name may be empty.
func named(d syntax.Decl) (syntax.Name, int, string) {
	switch d := d.(type) {
	case *syntax.ConstDecl:
		if d.Feature {
			return d.Name, protocol.SymbolBoolean, "feature"
		}
		return d.Name, protocol.SymbolConstant, "constant"
	case *syntax.TypeDecl:
		return d.Name, protocol.SymbolStruct, "type"
	case *syntax.ChannelDecl:
		return d.Name, protocol.SymbolInterface, [...]string{"input", "output", "channel"}[d.Direction]
	case *syntax.ExternDecl:
		return d.Name, protocol.SymbolFunction, "extern"
	case *syntax.FunctionDecl:
		return d.Name, protocol.SymbolFunction, "function"
	case *syntax.InvariantDecl:
		return d.Name, protocol.SymbolBoolean, "invariant"
	case *syntax.ClassifyDecl:
		return d.Name, protocol.SymbolBoolean, "classifier"
	case *syntax.PredicatesDecl:
		return d.Name, protocol.SymbolBoolean, "predicates"
	case *syntax.PurposeDecl:
		return d.Name, protocol.SymbolObject, "purpose"
	case *syntax.MachineDecl:
		return d.Name, protocol.SymbolClass, "machine"
	case *syntax.InstanceDecl:
		return d.Name, protocol.SymbolObject, "instance of " + d.Machine.Text
	case *syntax.VarDecl:
		return d.Name, protocol.SymbolVariable, "variable"
	case *syntax.TransitionDecl:
		if d.IsEvent {
			return d.Name, protocol.SymbolEvent, "event"
		}
		return d.Name, protocol.SymbolEvent, d.From.Text + " -> " + text.Or(targets(d))
	}
	return syntax.Name{}, 0, ""
}

// targets returns the names of the target locations of a transition.
func targets(d *syntax.TransitionDecl) []string {
	var out []string
	for _, to := range d.Targets() {
		out = append(out, to.Text)
	}
	return out
}

// members returns the members of an enumeration, the fields of a record or the alternatives of a union.
func members(b *buffer.Buffer, t syntax.Type) []protocol.DocumentSymbol {
	var out []protocol.DocumentSymbol
	add := func(name syntax.Name, kind int) {
		at := b.Range(name.At.Start, name.At.End)
		out = append(out, protocol.DocumentSymbol{Name: name.Text, Kind: kind, Range: at, SelectionRange: at})
	}
	switch t := t.(type) {
	case *syntax.EnumType:
		for _, m := range t.Members {
			add(m, protocol.SymbolEnumMember)
		}
	case *syntax.RecordType:
		for _, f := range t.Fields {
			add(f.Name, protocol.SymbolProperty)
		}
	case *syntax.UnionType:
		for _, a := range t.Alternatives {
			add(a.Name, protocol.SymbolEnumMember)
		}
	}
	return out
}

// workspaceSymbols returns the declarations of all models whose name contains the query, ignoring case.
func (s *Server) workspaceSymbols(ctx context.Context, at *snapshot, p protocol.WorkspaceSymbolParams) ([]protocol.SymbolInformation, error) {
	out := []protocol.SymbolInformation{}
	query := strings.ToLower(p.Query)
	for _, path := range at.files() {
		content, err := at.read(path)
		if err != nil || ctx.Err() != nil {
			continue
		}
		file := diag.NewFile(path, string(content))
		b := buffer.New(file.Text)
		collect(outline(b, syntax.Parse(file, &diag.List{}).Decls), "", func(symbol protocol.DocumentSymbol, container string) {
			if strings.Contains(strings.ToLower(symbol.Name), query) && len(out) < maxSymbols {
				out = append(out, protocol.SymbolInformation{Name: symbol.Name, Kind: symbol.Kind, ContainerName: container,
					Location: protocol.Location{URI: at.uriOf(path), Range: symbol.SelectionRange}})
			}
		})
	}
	return out, nil
}

// collect visits symbols and those inside them.
func collect(symbols []protocol.DocumentSymbol, container string, visit func(symbol protocol.DocumentSymbol, container string)) {
	for _, symbol := range symbols {
		visit(symbol, container)
		collect(symbol.Children, symbol.Name, visit)
	}
}
