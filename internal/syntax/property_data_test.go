package syntax

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestTypeStringProperties prints random types and reads them again.
func TestTypeStringProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := &TypeDecl{Name: Name{Text: "T"}, Type: randomType(t, 5)}
		if rapid.IntRange(0, 5).Draw(t, "union") == 0 {
			want.Type = randomUnion(t)
		}
		text := TypeString(want.Type)
		file, found := parseText("type T = " + text)
		if len(found) > 0 {
			t.Fatalf("%s: %s", text, found[0].Message)
		}
		if diff := cmp.Diff(dumpFile(&File{Decls: []Decl{want}}), dumpFile(file)); diff != "" {
			t.Fatalf("%s\n(-want +got)\n%s", text, diff)
		}
	})
}

// randomName is a random name; most are words at other places.
func randomName(t *rapid.T) Name {
	return Name{Text: rapid.SampledFrom([]string{"x", "y", "größe", "case", "of", "is", "for", "fold", "set", "map", "none", "clock"}).Draw(t, "name")}
}

func randomNames(t *rapid.T) []Name {
	return rapid.SliceOfN(rapid.Custom(randomName), 1, 3).Draw(t, "names")
}

// randomType is a random type of the given height at most, other than a union.
func randomType(t *rapid.T, height int) Type {
	kind := rapid.IntRange(0, 9).Draw(t, "type")
	if height <= 1 {
		kind %= 2
	}
	sub := func() Type { return randomType(t, height-1) }
	switch kind {
	case 1:
		return &EnumType{Members: randomNames(t)}
	case 2:
		return &RecordType{Fields: randomFields(t, height-1)}
	case 3:
		return &RangeType{Low: randomExpr(t, height-1), High: randomExpr(t, height-1)}
	case 4:
		return &ArrayType{Elem: sub(), Length: randomExpr(t, height-1)}
	case 5:
		return &SequenceType{Elem: sub()}
	case 6:
		return &SequenceType{Elem: sub(), Most: randomExpr(t, height-1)}
	case 7:
		return &SetType{Elem: sub()}
	case 8:
		return &MapType{Key: sub(), Value: sub()}
	case 9:
		return &OptionalType{Elem: sub()}
	}
	return &NamedType{Name: randomName(t).Text}
}

func randomFields(t *rapid.T, height int) []Param {
	var fields []Param
	for _, name := range randomNames(t) {
		fields = append(fields, Param{Name: name, Type: randomType(t, height)})
	}
	return fields
}

func randomUnion(t *rapid.T) Type {
	u := &UnionType{}
	for _, name := range randomNames(t) {
		a := Alternative{Name: name}
		if rapid.Bool().Draw(t, "fields") {
			a.Fields = randomFields(t, 2)
		}
		u.Alternatives = append(u.Alternatives, a)
	}
	return u
}

// randomData is a random expression of a collection or a union; sub makes its parts.
func randomData(t *rapid.T, sub func() Expr) Expr {
	optional := func() Expr {
		if rapid.Bool().Draw(t, "left out") {
			return nil
		}
		return sub()
	}
	several := func() []Expr {
		return rapid.SliceOfN(rapid.Custom(func(*rapid.T) Expr { return sub() }), 0, 3).Draw(t, "elements")
	}
	switch rapid.IntRange(0, 9).Draw(t, "data") {
	case 0:
		return &FillExpr{Value: sub(), Count: sub()}
	case 1:
		return &SliceExpr{X: sub(), Low: optional(), High: optional()}
	case 2:
		return &SetExpr{Elems: several()}
	case 3:
		return &MapExpr{Entries: []Entry{{sub(), sub()}, {sub(), sub()}}}
	case 4:
		return &FoldExpr{Accumulator: randomName(t), Init: sub(), Variable: randomName(t), Over: sub(), Body: sub()}
	case 5:
		return randomCase(t, sub)
	case 6:
		return &IsExpr{X: sub(), Alternative: randomName(t)}
	case 7:
		return &ArrayExpr{Elems: several()}
	}
	return randomComprehension(t, sub, optional)
}

func randomCase(t *rapid.T, sub func() Expr) Expr {
	e := &CaseExpr{X: sub()}
	for _, name := range randomNames(t) {
		arm := Arm{Alternative: name, Value: sub()}
		if rapid.Bool().Draw(t, "pattern") {
			arm.Bindings = []Binding{{name, name}, {name, randomName(t)}}
		}
		e.Arms = append(e.Arms, arm)
	}
	if rapid.Bool().Draw(t, "else") {
		e.Arms = append(e.Arms, Arm{Value: sub()})
	}
	return e
}

// randomComprehension is a comprehension; a bare one is the argument of a call.
func randomComprehension(t *rapid.T, sub, optional func() Expr) Expr {
	kind := rapid.SampledFrom([]ComprehensionKind{SequenceComprehension, SetComprehension, MapComprehension, BareComprehension}).Draw(t, "kind")
	e := &ComprehensionExpr{Kind: kind, Variable: randomName(t), Over: sub()}
	if kind == MapComprehension {
		e.Key, e.Element, e.Cond = sub(), sub(), optional()
	} else if e.Element = optional(); e.Element == nil {
		e.Cond = sub()
	} else {
		e.Cond = optional()
	}
	if kind == BareComprehension {
		return &CallExpr{Func: randomName(t), Args: []Expr{e}}
	}
	return e
}
