package print

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// TestTypeProperties prints random types and reads them again.
func TestTypeProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := &syntax.TypeDecl{Name: syntax.Name{Text: "T"}, Type: randomType(t, 5)}
		if rapid.IntRange(0, 5).Draw(t, "union") == 0 {
			want.Type = randomUnion(t)
		}
		text := Type(want.Type)
		file, found := parseText("type T = " + text)
		if len(found) > 0 {
			t.Fatalf("%s: %s", text, found[0].Message)
		}
		if diff := difference(&syntax.File{Decls: []syntax.Decl{want}}, file); diff != "" {
			t.Fatalf("%s\n(-want +got)\n%s", text, diff)
		}
	})
}

// randomName is a random name; most are words at other places. "of", "is" and "clock" are not among them: beside other such names they are
// read as the words (see syntax/token).
func randomName(t *rapid.T) syntax.Name {
	return syntax.Name{Text: rapid.SampledFrom([]string{"x", "y", "größe", "case", "for", "fold", "set", "map", "none"}).Draw(t, "name")}
}

func randomNames(t *rapid.T) []syntax.Name {
	return rapid.SliceOfN(rapid.Custom(randomName), 1, 3).Draw(t, "names")
}

// randomType is a random type of the given height at most, other than a union.
func randomType(t *rapid.T, height int) syntax.Type {
	kind := rapid.IntRange(0, 9).Draw(t, "type")
	if height <= 1 {
		kind %= 2
	}
	sub := func() syntax.Type { return randomType(t, height-1) }
	switch kind {
	case 1:
		return &syntax.EnumType{Members: randomNames(t)}
	case 2:
		return &syntax.RecordType{Fields: randomFields(t, height-1)}
	case 3:
		return &syntax.RangeType{Low: randomExpr(t, height-1), High: randomExpr(t, height-1)}
	case 4:
		return &syntax.ArrayType{Elem: sub(), Length: randomExpr(t, height-1)}
	case 5:
		return &syntax.SequenceType{Elem: sub()}
	case 6:
		return &syntax.SequenceType{Elem: sub(), Most: randomExpr(t, height-1)}
	case 7:
		return &syntax.SetType{Elem: sub()}
	case 8:
		return &syntax.MapType{Key: sub(), Value: sub()}
	case 9:
		return &syntax.OptionalType{Elem: sub()}
	}
	return &syntax.NamedType{Name: randomName(t).Text}
}

func randomFields(t *rapid.T, height int) []syntax.Param {
	var fields []syntax.Param
	for _, name := range randomNames(t) {
		fields = append(fields, syntax.Param{Name: name, Type: randomType(t, height)})
	}
	return fields
}

func randomUnion(t *rapid.T) syntax.Type {
	u := &syntax.UnionType{}
	for _, name := range randomNames(t) {
		a := syntax.Alternative{Name: name}
		if rapid.Bool().Draw(t, "fields") {
			a.Fields = randomFields(t, 2)
		}
		u.Alternatives = append(u.Alternatives, a)
	}
	return u
}

// randomData is a random expression of a collection or a union; sub makes its parts.
func randomData(t *rapid.T, sub func() syntax.Expr) syntax.Expr {
	optional := func() syntax.Expr {
		if rapid.Bool().Draw(t, "left out") {
			return nil
		}
		return sub()
	}
	several := func() []syntax.Expr {
		return rapid.SliceOfN(rapid.Custom(func(*rapid.T) syntax.Expr { return sub() }), 0, 3).Draw(t, "elements")
	}
	switch rapid.IntRange(0, 9).Draw(t, "data") {
	case 0:
		return &syntax.FillExpr{Value: sub(), Count: sub()}
	case 1:
		return &syntax.SliceExpr{X: sub(), Low: optional(), High: optional()}
	case 2:
		return &syntax.SetExpr{Elems: several()}
	case 3:
		return &syntax.MapExpr{Entries: []syntax.Entry{{Key: sub(), Value: sub()}, {Key: sub(), Value: sub()}}}
	case 4:
		return &syntax.FoldExpr{Accumulator: randomName(t), Init: sub(), Variable: randomName(t), Over: sub(), Body: sub()}
	case 5:
		return randomCase(t, sub)
	case 6:
		return &syntax.IsExpr{X: sub(), Alternative: randomName(t)}
	case 7:
		return &syntax.ArrayExpr{Elems: several()}
	}
	return randomComprehension(t, sub, optional)
}

func randomCase(t *rapid.T, sub func() syntax.Expr) syntax.Expr {
	e := &syntax.CaseExpr{X: sub()}
	for _, name := range randomNames(t) {
		arm := syntax.Arm{Alternative: name, Value: sub()}
		if rapid.Bool().Draw(t, "pattern") {
			arm.Bindings = []syntax.Binding{{Field: name, As: name}, {Field: name, As: randomName(t)}}
		}
		e.Arms = append(e.Arms, arm)
	}
	if rapid.Bool().Draw(t, "else") {
		e.Arms = append(e.Arms, syntax.Arm{Value: sub()})
	}
	return e
}

// randomComprehension is a comprehension; a bare one is the argument of a call.
func randomComprehension(t *rapid.T, sub, optional func() syntax.Expr) syntax.Expr {
	kind := rapid.SampledFrom([]syntax.ComprehensionKind{syntax.SequenceComprehension, syntax.SetComprehension, syntax.MapComprehension, syntax.BareComprehension}).Draw(t, "kind")
	e := &syntax.ComprehensionExpr{Kind: kind, Variable: randomName(t), Over: sub()}
	if kind == syntax.MapComprehension {
		e.Key, e.Element, e.Cond = sub(), sub(), optional()
	} else if e.Element = optional(); e.Element == nil {
		e.Cond = sub()
	} else {
		e.Cond = optional()
	}
	if kind == syntax.BareComprehension {
		return &syntax.CallExpr{Func: randomName(t), Args: []syntax.Expr{e}}
	}
	return e
}
