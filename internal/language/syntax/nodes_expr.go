package syntax

import "github.com/sextant-mbt/sextant/internal/base/diag"

// The nodes of types and expressions.

// A Type is a written type. The members are listed here.
type Type interface {
	Node
	typ()
}

func (*NamedType) typ()  {}
func (*EnumType) typ()   {}
func (*RecordType) typ() {}
func (*RangeType) typ()  {}
func (*ArrayType) typ()  {}

// An Expr is an expression. The members are listed here.
type Expr interface {
	Node
	expr()
}

func (*NameExpr) expr()       {}
func (*NumberExpr) expr()     {}
func (*StringExpr) expr()     {}
func (*BoolExpr) expr()       {}
func (*UnaryExpr) expr()      {}
func (*BinaryExpr) expr()     {}
func (*IfExpr) expr()         {}
func (*QuantifierExpr) expr() {}
func (*CallExpr) expr()       {}
func (*IndexExpr) expr()      {}
func (*FieldExpr) expr()      {}
func (*ArrayExpr) expr()      {}
func (*RecordExpr) expr()     {}

// NamedType is int or Drink.
type NamedType struct {
	Place
	Name string
}

// EnumType is enum { tea, coffee }.
type EnumType struct {
	Place
	Members []Name
}

// RecordType is record { id: int, ok: bool }.
type RecordType struct {
	Place
	Fields []Param
}

// RangeType is 0..7.
type RangeType struct {
	Place
	Low, High Expr
}

// ArrayType is int[4]. In int[2][3] the outer node has length 3 and element int[2], so that a[i] with i < 3 is an int[2].
type ArrayType struct {
	Place
	Elem   Type
	Length Expr
}

// NameExpr is x.
type NameExpr struct {
	Place
	Name string
}

// NumberExpr is 12, 0xff or 12.5, as written (underscores removed); Decimal is set if it has a fraction.
type NumberExpr struct {
	Place
	Text    string
	Decimal bool
}

// StringExpr is "text", with the escapes resolved in Value.
type StringExpr struct {
	Place
	Value string
}

// BoolExpr is true or false.
type BoolExpr struct {
	Place
	Value bool
}

// UnaryExpr is -x, ~x or not x; Op is the token's text.
type UnaryExpr struct {
	Place
	Op string
	X  Expr
}

// BinaryExpr is x op y; Op is the token's text: + - * / % << >> & ^ | == != < <= > >= in and or => <=>.
type BinaryExpr struct {
	Place
	Op     string
	OpSpan diag.Span
	X, Y   Expr
}

// IfExpr is if c then a else b.
type IfExpr struct {
	Place
	Cond, Then, Else Expr
}

// QuantifierExpr is exists n: int, m: 0..3 :: body or forall x in s :: body.
type QuantifierExpr struct {
	Place
	Forall bool
	Params []Param
	Body   Expr
}

// CallExpr is f(a, b).
type CallExpr struct {
	Place
	Func Name
	Args []Expr
}

// IndexExpr is a[i].
type IndexExpr struct {
	Place
	X, Index Expr
}

// FieldExpr is r.f.
type FieldExpr struct {
	Place
	X     Expr
	Field Name
}

// ArrayExpr is [1, 2].
type ArrayExpr struct {
	Place
	Elems []Expr
}

// RecordExpr is Point{x: 1, y: 2}.
type RecordExpr struct {
	Place
	Type   Name
	Fields []FieldValue
}

// FieldValue is x: 1 in a record expression.
type FieldValue struct {
	Name  Name
	Value Expr
}
