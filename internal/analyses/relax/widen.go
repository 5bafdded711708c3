package relax

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// widened returns the texts of files, by their names, in which the variables and queues of integers have no bounds.
func widened(files []*diag.File) map[string]string {
	w := &widening{types: map[string]syntax.Type{"nat": &syntax.NamedType{Name: "nat"}}}
	var parsed []*syntax.File
	for _, f := range files {
		file := syntax.Parse(f, &diag.List{})
		parsed = append(parsed, file)
		for _, d := range file.Decls {
			if t, ok := d.(*syntax.TypeDecl); ok {
				w.types[t.Name.Text] = t.Type
			}
		}
	}
	out := map[string]string{}
	for _, file := range parsed {
		w.places, w.assumed = nil, nil
		w.declarations(file.Decls, true)
		out[file.Source.Name] = w.text(file.Source.Text)
	}
	return out
}

// widening finds the types that lose their bounds.
type widening struct {
	types   map[string]syntax.Type // declared names, and nat
	places  []diag.Span            // of types in the present file that become int
	assumed []string               // of variables without an initial value
}

func (w *widening) declarations(decls []syntax.Decl, global bool) {
	for _, d := range decls {
		switch d := d.(type) {
		case *syntax.VarDecl:
			w.variable(d, global)
		case *syntax.ChannelDecl:
			for _, p := range d.Payload {
				if d.Direction == syntax.Internal && p.Type != nil {
					w.widen(p.Type)
				}
			}
		case *syntax.MachineDecl:
			w.declarations(d.Items, false)
		}
	}
}

// variable widens a variable. One without an initial value keeps its bounds in the initial state, so these must be expressible as an
// assumption.
func (w *widening) variable(d *syntax.VarDecl, global bool) {
	if d.Type == nil {
		return
	}
	if d.Init == nil {
		low, high, ok := w.bounds(d.Type)
		if !ok || !global {
			return
		}
		w.assumed = append(w.assumed, "assume "+low+" <= "+d.Name.Text)
		if high != "" {
			w.assumed = append(w.assumed, "assume "+d.Name.Text+" <= "+high)
		}
	}
	w.widen(d.Type)
}

// bounds returns those of a range or nat; high is empty if there is none.
func (w *widening) bounds(t syntax.Type) (low, high string, ok bool) {
	switch t := w.resolved(t).(type) {
	case *syntax.RangeType:
		return print.Expr(t.Low), print.Expr(t.High), true
	case *syntax.NamedType:
		return "0", "", t.Name == "nat"
	}
	return "", "", false
}

// resolved follows the names of types.
func (w *widening) resolved(t syntax.Type) syntax.Type {
	for range len(w.types) + 1 {
		name, ok := t.(*syntax.NamedType)
		if !ok || w.types[name.Name] == nil {
			break
		}
		t = w.types[name.Name]
	}
	return t
}

// widen notes where a type has bounds.
func (w *widening) widen(t syntax.Type) {
	if array, ok := t.(*syntax.ArrayType); ok {
		w.widen(array.Elem)
		return
	}
	if _, _, ok := w.bounds(t); ok && !slices.Contains(w.places, t.Span()) {
		w.places = append(w.places, t.Span())
	}
}

// text returns a text with int in the places that were found.
func (w *widening) text(text string) string {
	slices.SortFunc(w.places, func(a, b diag.Span) int { return b.Start - a.Start })
	for _, p := range w.places {
		text = text[:p.Start] + "int" + text[p.End:]
	}
	return text + "\n" + strings.Join(w.assumed, "\n") + "\n"
}
