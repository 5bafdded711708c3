// Package syntax is the concrete syntax of Sextant models: syntax trees and the parser. Package token has the scanner, package print
// the formatter and the text of trees.
//
// grammar.txt is the grammar; the comment of every node of the tree shows the text that it represents. Parse never
// fails halfway: it reports all errors to a diag.List and returns what it could read, recovering at the next
// declaration.
package syntax

import "github.com/sextant-mbt/sextant/internal/base/diag"

// A Node is any piece of syntax; Span is its place.
type Node interface{ Span() diag.Span }

// A Decl is a declaration of a file or a machine. The members are listed here.
type Decl interface {
	Node
	decl()
	setSpan(diag.Span)
}

func (*ImportDecl) decl()     {}
func (*ConstDecl) decl()      {}
func (*TypeDecl) decl()       {}
func (*ChannelDecl) decl()    {}
func (*ExternDecl) decl()     {}
func (*FunctionDecl) decl()   {}
func (*AssumeDecl) decl()     {}
func (*FeaturesDecl) decl()   {}
func (*InvariantDecl) decl()  {}
func (*ClassifyDecl) decl()   {}
func (*PredicatesDecl) decl() {}
func (*PurposeDecl) decl()    {}
func (*MachineDecl) decl()    {}
func (*InstanceDecl) decl()   {}
func (*VarDecl) decl()        {}
func (*LocationDecl) decl()   {}
func (*TransitionDecl) decl() {}

// A Clause is a part of a transition. The members are listed here.
type Clause interface {
	Node
	clause()
	setSpan(diag.Span)
}

func (*AnyClause) clause()  {}
func (*WhenClause) clause() {}
func (*InClause) clause()   {}
func (*RateClause) clause() {}
func (*ForClause) clause()  {}
func (*DoClause) clause()   {}
func (*OutClause) clause()  {}

// Place is embedded by every node.
type Place struct{ At diag.Span }

// Span is the place of the node.
func (p Place) Span() diag.Span { return p.At }

func (p *Place) setSpan(at diag.Span) { p.At = at }

// Name is an identifier at its place. Text is empty where the source had none.
type Name struct {
	Place
	Text string
}

// File is one parsed source file.
type File struct {
	Source *diag.File
	System Name // after "system"; Text is empty for a file without it
	Decls  []Decl
}

// ImportDecl is import "lib.sxt".
type ImportDecl struct {
	Place
	Path     string
	PathSpan diag.Span
}

// ConstDecl is const N: int = 2. Type or Value may be nil, not both; without Value the constant is frozen.
type ConstDecl struct {
	Place
	Name  Name
	Type  Type
	Value Expr

	Feature bool // of feature A, B: a constant of type bool without a value
}

// TypeDecl is type Drink = enum { tea, coffee }.
type TypeDecl struct {
	Place
	Name Name
	Type Type
}

// Direction of a channel, seen from the system.
type Direction uint8

// The directions.
const (
	Input    Direction = iota // tester to system
	Output                    // system to tester
	Internal                  // between machines
)

// ChannelDecl is input getmeas(value: int), output mReq(), channel data(int) fifo 4 or channel go() urgent broadcast.
type ChannelDecl struct {
	Place
	Direction Direction
	Name      Name
	Payload   []Param
	Fifo      Expr // nil for environment channels and for rendezvous
	Urgent    bool // no time passes while machines can meet on it
	Broadcast bool // all machines that can receive do
}

// Param is a named type; Name.Text is empty in a payload without names. Channel is set for a parameter "c: channel".
type Param struct {
	Name    Name
	Type    Type // nil if Channel, or Over is set
	Channel bool
	Over    Expr // of a quantified variable "x in s"
}

// ExternDecl is extern Price(drink: Drink) -> int with its clauses.
type ExternDecl struct {
	Place
	Name      Name
	Params    []Param
	Result    Type
	Tables    []PathRef
	Runners   []Runner
	Contracts []Contract
}

// PathRef is a quoted file name.
type PathRef struct {
	Place
	Path string
}

// Runner is run starlark "grid.star".
type Runner struct {
	Place
	Kind Name
	Spec string
}

// Contract is contract Cr { behavior ... }.
type Contract struct {
	Place
	Name      Name // Text may be empty
	Behaviors []Behavior
}

// Behavior is behavior tea: requires pre ensures post; a missing part is nil and means true.
type Behavior struct {
	Place
	Name     Name // Text may be empty
	Requires Expr
	Ensures  Expr
}

// FunctionDecl is function max(a: int, b: int) -> int = expr.
type FunctionDecl struct {
	Place
	Name   Name
	Params []Param
	Result Type
	Body   Expr
}

// AssumeDecl is assume expr.
type AssumeDecl struct {
	Place
	Cond Expr
}

// FeaturesDecl is features valid when expr: the products that exist.
type FeaturesDecl struct {
	Place
	Valid Expr
}

// ClassifyDecl is classify late: n@steps > 3, or classify size: len(q) by 0, 1..3.
type ClassifyDecl struct {
	Place
	Name    Name
	Term    Expr
	Buckets []Bucket
}

// Bucket is a range of values that form one class: 1..3, or 0 with High nil.
type Bucket struct {
	Place
	Low, High Expr
}

// InvariantDecl is invariant safe: expr.
type InvariantDecl struct {
	Place
	Name Name
	Cond Expr
}

// PredicatesDecl is predicates P0 = { z == 1, x > y }.
type PredicatesDecl struct {
	Place
	Name  Name
	Conds []Expr
}

// PurposeKind distinguishes the forms of a purpose.
type PurposeKind uint8

// The forms of a purpose.
const (
	PurposeTransitions PurposeKind = iota
	PurposeLocation
	PurposeSequence
)

// PurposeDecl is purpose p = transitions a, b | location l when expr | sequence a, *, b.
type PurposeDecl struct {
	Place
	Name  Name
	Kind  PurposeKind
	Names []Name // the star of a sequence has the text "*"; names may be dotted: "left.send"
	Cond  Expr   // of a location purpose, may be nil
}

// MachineDecl is machine Sender(id: int) { ... }.
type MachineDecl struct {
	Place
	Name   Name
	Params []Param
	Items  []Decl // VarDecl, LocationDecl, TransitionDecl
}

// InstanceDecl is instance left = Sender(1).
type InstanceDecl struct {
	Place
	Name    Name
	Machine Name
	Args    []Expr
}

// VarDecl is one variable of var x: int = 0, y: nat, or one clock of clock x, y. A list makes several declarations.
type VarDecl struct {
	Place
	Name Name
	Type Type
	Init Expr // nil: starts symbolic

	Clock bool // its type is real and it begins with 0
}

// LocationKind distinguishes initial, final and plain location declarations.
type LocationKind uint8

// The kinds of location declarations.
const (
	PlainLocation LocationKind = iota
	InitialLocation
	FinalLocation
)

// LocationDecl is initial idle, final done, over or location a, b while x <= 60.
type LocationDecl struct {
	Place
	Kind      LocationKind
	Locations []Location
}

// Urgency is how long a machine may stay in a location.
type Urgency uint8

// The urgencies.
const (
	OrdinaryLocation  Urgency = iota
	UrgentLocation            // no time passes
	CommittedLocation         // no time passes, and the next step leaves a committed location
)

// Location is one location of a declaration: a while x <= 60, b urgent, c committed.
type Location struct {
	Name    Name
	While   Expr // holds while time passes; may be nil
	Urgency Urgency
}

// TransitionDecl is request: idle -> asked when ... or event e1: ...; From and To have no text for an event. The To of one with branches
// has no text, and the place of the branches.
type TransitionDecl struct {
	Place
	Name     Name
	IsEvent  bool
	From, To Name
	Branches []Branch
	Clauses  []Clause // after the target, or after the branches, to which they are common
}

// Branch is 9/10: idle do n := 0 out ack().
type Branch struct {
	Place
	Weight  Expr
	To      Name
	Clauses []Clause // DoClause, OutClause
}

// Targets are the names of the locations where the transition may end.
func (d *TransitionDecl) Targets() []Name {
	if len(d.Branches) == 0 {
		return []Name{d.To}
	}
	var out []Name
	for _, b := range d.Branches {
		out = append(out, b.To)
	}
	return out
}

// AnyClause is any a: nat, b: nat where b >= a.
type AnyClause struct {
	Place
	Params []Param
	Where  Expr // may be nil
}

// WhenClause is when expr or when else (Else set, Cond nil).
type WhenClause struct {
	Place
	Else bool
	Cond Expr
}

// InClause is in getmeas(value[cpt]). A target "_" is a NameExpr with the text "_".
type InClause struct {
	Place
	Channel Name
	Targets []Expr // NameExpr, IndexExpr, FieldExpr
}

// ForClause is for MA: only products for which the condition over features holds have the transition.
type ForClause struct {
	Place
	Products Expr
}

// RateClause is rate 1/100: the transition is taken after an exponential delay.
type RateClause struct {
	Place
	Value Expr
}

// DoClause is do x := 1; y, z := z, y.
type DoClause struct {
	Place
	Assigns []Assign
}

// Assign is x, y := a, b, simultaneous.
type Assign struct {
	Place
	Targets []Expr // NameExpr, IndexExpr, FieldExpr
	Values  []Expr
}

// OutClause is out a(x), b(y).
type OutClause struct {
	Place
	Messages []Message
}

// Message is a(x).
type Message struct {
	Place
	Channel Name
	Args    []Expr
}
