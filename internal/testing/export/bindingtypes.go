package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// goTypes converts types of a model to Go types, and declares those that need a name.
type goTypes struct {
	names    identifiers
	big      bool              // unbounded integers are *big.Int
	usesBig  bool              // package math/big is used
	declared map[string]string // names of Go by those of the model
	written  map[string]bool   // declarations that are written, by the names of the model
	text     strings.Builder   // the declarations
}

func (g *goTypes) line(format string, args ...any) { fmt.Fprintf(&g.text, format+"\n", args...) }

// of returns a Go type; if it needs a name and the model has none, the name is derived from owner.
func (g *goTypes) of(t *sts.Type, owner string) string {
	switch {
	case t.Scalar != nil:
		return g.scalar(t.Scalar, owner)
	case t.Form == sts.Map:
		return g.mapOf(t, owner)
	case t.Form == sts.Optional:
		return "*" + g.of(t.Elem, owner)
	case t.Form == sts.Union:
		return g.named(t.Name, owner, func(name string) { g.union(t, name) })
	case t.IsArray():
		return fmt.Sprintf("[%d]%s", t.Length, g.of(t.Elem, owner))
	case t.IsCollection():
		return "[]" + g.of(t.Elem, owner)
	}
	return g.named(t.Name, owner, func(name string) { g.record(t, name) })
}

// scalar returns the type of a scalar.
func (g *goTypes) scalar(s *term.Sort, owner string) string {
	switch s.Kind {
	case term.KindBool:
		return "bool"
	case term.KindString:
		return "string"
	case term.KindReal:
		g.usesBig = true
		return "*big.Rat"
	case term.KindEnum:
		return g.named(s.Name, owner, func(name string) { g.enumeration(s, name) })
	case term.KindBits:
		return machineInt(s)
	}
	if bounded := s.HasLow && s.HasHigh; g.big && !bounded {
		g.usesBig = true
		return "*big.Int"
	}
	return "int64"
}

// machineInt returns the Go type of machine integers, which has at least as many bits.
func machineInt(s *term.Sort) string {
	width := 8
	for width < s.Width {
		width *= 2
	}
	if s.Signed {
		return "int" + strconv.Itoa(width)
	}
	return "uint" + strconv.Itoa(width)
}

// mapOf returns a map type, or a slice of entries if the keys cannot be keys of a Go map.
func (g *goTypes) mapOf(t *sts.Type, owner string) string {
	key, element := g.of(t.Key, owner+"Key"), g.of(t.Elem, owner)
	if t.Key.Scalar != nil && !strings.HasPrefix(key, "*") {
		return "map[" + key + "]" + element
	}
	return "[]struct {\nKey " + key + " `sxt:\"key,pair\"`\nValue " + element + " `sxt:\"value,pair\"`\n}"
}

// reserve chooses the names of the declared types in t.
func (g *goTypes) reserve(t *sts.Type) {
	name := t.Name
	if t.Scalar != nil {
		name = t.Scalar.Name
	}
	if t.Scalar == nil && t.Form != sts.Union && !t.IsRecord() {
		name = "" // the Go type has no name
	}
	if _, ok := g.declared[name]; !ok && name != "" {
		g.declared[name] = g.names.unused(exported(name))
	}
	for _, part := range []*sts.Type{t.Elem, t.Key} {
		if part != nil {
			g.reserve(part)
		}
	}
	g.reserveFields(t.Fields)
	for _, a := range t.Alternatives {
		g.reserveFields(a.Fields)
	}
}

func (g *goTypes) reserveFields(fields []sts.Field) {
	for _, f := range fields {
		g.reserve(f.Type)
	}
}

// named returns the name of a declared type; at its first use, declare writes the declaration. A type without a name in the model is
// named after its owner.
func (g *goTypes) named(name, owner string, declare func(name string)) string {
	if name == "" {
		out := g.names.unused(owner)
		declare(out)
		return out
	}
	if !g.written[name] {
		g.written[name] = true
		declare(g.declared[name])
	}
	return g.declared[name]
}

// enumeration declares a type of strings with a constant for each member.
func (g *goTypes) enumeration(s *term.Sort, name string) {
	g.line("// %s is an enumeration of the model.", name)
	g.line("type %s string\n", name)
	g.line("// The members of %s.", name)
	g.line("const (")
	for _, member := range s.Members {
		g.line("%s %s = %q", g.names.unused(name+exported(member)), name, member)
	}
	g.line(")\n")
}

// record declares a struct.
func (g *goTypes) record(t *sts.Type, name string) {
	text := g.structOf(t.Fields, name)
	g.line("// %s is a record of the model.", name)
	g.line("type %s %s\n", name, text)
}

// union declares a struct with a pointer for each alternative, and a struct for each of these.
func (g *goTypes) union(t *sts.Type, name string) {
	var fields strings.Builder
	unique := identifiers{}
	for _, a := range t.Alternatives {
		alternative := g.names.unused(name + exported(a.Name))
		text := g.structOf(a.Fields, alternative)
		g.line("// %s is an alternative of %s.", alternative, name)
		g.line("type %s %s\n", alternative, text)
		fmt.Fprintf(&fields, "%s *%s `sxt:\"%s,alternative\"`\n", unique.unused(exported(a.Name)), alternative, a.Name)
	}
	g.line("// %s is a union of the model: all but one of its fields are nil.", name)
	g.line("type %s struct {\n%s}\n", name, fields.String())
}

// structOf returns a struct; the names of its fields are unique.
func (g *goTypes) structOf(fields []sts.Field, owner string) string {
	if len(fields) == 0 {
		return "struct{}"
	}
	unique := identifiers{"Channel": true} // the name of a method of outputs
	var out strings.Builder
	out.WriteString("struct {\n")
	for _, f := range fields {
		name := unique.unused(exported(f.Name))
		fmt.Fprintf(&out, "%s %s `sxt:%q`\n", name, g.of(f.Type, owner+name), f.Name)
	}
	return out.String() + "}"
}
