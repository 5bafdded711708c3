package syntax

// The nodes of collections, optional values and unions.

func (*SequenceType) typ() {}
func (*SetType) typ()      {}
func (*MapType) typ()      {}
func (*OptionalType) typ() {}
func (*UnionType) typ()    {}

func (*FillExpr) expr()          {}
func (*SliceExpr) expr()         {}
func (*AtExpr) expr()            {}
func (*SetExpr) expr()           {}
func (*MapExpr) expr()           {}
func (*ComprehensionExpr) expr() {}
func (*FoldExpr) expr()          {}
func (*CaseExpr) expr()          {}
func (*IsExpr) expr()            {}

// SequenceType is int[] or int[..8].
type SequenceType struct {
	Place
	Elem Type
	Most Expr // nil for any length
}

// SetType is set int.
type SetType struct {
	Place
	Elem Type
}

// MapType is map string -> int.
type MapType struct {
	Place
	Key, Value Type
}

// OptionalType is int?.
type OptionalType struct {
	Place
	Elem Type
}

// UnionType is ok{value: int} | error{code: int} | busy, the right side of a type declaration.
type UnionType struct {
	Place
	Alternatives []Alternative
}

// Alternative is ok{value: int} in a union.
type Alternative struct {
	Name   Name
	Fields []Param // none for busy and busy{}
}

// FillExpr is [0; 8].
type FillExpr struct {
	Place
	Value, Count Expr
}

// AtExpr is x@3, x@i or x@(i + 1): the value after so many steps.
type AtExpr struct {
	Place
	X, Step Expr
}

// SliceExpr is s[a:b], s[a:], s[:b] or s[:].
type SliceExpr struct {
	Place
	X         Expr
	Low, High Expr // nil if left out
}

// SetExpr is {1, 2}. {} may be an empty map as well.
type SetExpr struct {
	Place
	Elems []Expr
}

// MapExpr is {"a": 1, "b": 2}.
type MapExpr struct {
	Place
	Entries []Entry
}

// Entry is "a": 1 in a map expression.
type Entry struct{ Key, Value Expr }

// ComprehensionKind is what a comprehension makes.
type ComprehensionKind uint8

// The kinds of comprehensions.
const (
	SequenceComprehension ComprehensionKind = iota // [x in s : c], [f(x) for x in s : c]
	SetComprehension                               // {x in s : c}, {f(x) for x in s : c}
	MapComprehension                               // {k: f(k) for k in s : c}
	BareComprehension                              // the only argument of a call: count(x in s : c), sum(f(x) for x in s)
)

// ComprehensionExpr goes over the elements of a collection.
type ComprehensionExpr struct {
	Place
	Kind     ComprehensionKind
	Key      Expr // of a map
	Element  Expr // nil if it is the variable itself, as in {x in s : c}
	Variable Name
	Over     Expr
	Cond     Expr // nil if left out
}

// FoldExpr is fold total = 0 for x in s :: total + x.
type FoldExpr struct {
	Place
	Accumulator Name
	Init        Expr
	Variable    Name
	Over        Expr
	Body        Expr
}

// CaseExpr is case r of { ok{value}: value, error{code: c}: -c, else: 0 }.
type CaseExpr struct {
	Place
	X    Expr
	Arms []Arm
}

// Arm is ok{value: v}: v + 1 in a case.
type Arm struct {
	Place
	Alternative Name // without text for else
	Bindings    []Binding
	Value       Expr
}

// Binding is value: v in a pattern; for value alone both names are the same.
type Binding struct{ Field, As Name }

// IsExpr is r is ok.
type IsExpr struct {
	Place
	X           Expr
	Alternative Name
}
