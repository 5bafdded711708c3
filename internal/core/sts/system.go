package sts

import (
	"fmt"
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// System is a compiled model. The front-end builds it once; analyses only read it.
type System struct {
	Name        string
	Store       *term.Store
	Slots       []Slot
	Vars        []Var
	Channels    []*Channel
	Externs     []*Extern
	Machines    []*Machine
	Start       Start
	Assume      *term.Term      // over slots: the declared assumptions, and that initial values have a value; it holds where runs begin
	Typed       []*term.Term    // over slots: conditions of the types of variables beyond the sorts of slots, one for each variable that has one; see InNormalForm
	Valid       *term.Term      // over the slots of features: the products that exist, which is part of Assume; nil without features
	Product     map[string]bool // by feature, if a product was chosen: whether it has the feature
	Invariants  []Named
	Predicates  []PredicateSet
	Purposes    []Purpose
	Classifiers []Classifier

	transitions []*Transition
	singles     [][][]*Move // by machine and location: moves of one transition
	meetings    [][][]*Move // by machine and location of the sender
	moves       []*Move
	clocks      []int // slots; see Clocks
	clocksKnown bool
	urgent      *term.Term   // see UrgentMeeting
	normal      []*term.Term // see Normal
	chosen      []*term.Term // see InNormalForm
	freshCache  sync.Map     // of freshKey: the fresh variables of a move at a step
}

// Var is a declared variable or frozen constant: a row of slots.
type Var struct {
	Name   string
	Type   *Type
	First  int // index of its first slot
	Frozen bool
	Clock  bool // it grows with time
	Hidden bool // it holds the location of a machine, for conditions on locations; reports do not show it
	Span   diag.Span
}

// In returns the scalars of the variable among the values of all slots.
func (v Var) In(values []term.Value) []term.Value { return values[v.First : v.First+v.Type.Size()] }

// Slot is one scalar of the state.
type Slot struct {
	Name string
	Sort *term.Sort
	Term *term.Term // the variable that stands for it in terms
	Init *term.Term // over frozen slots; nil starts symbolic

	Clock   bool // it grows with time
	Feature bool // it is a feature of a product line: a frozen Boolean
}

// Direction of a channel, seen from the system.
type Direction uint8

// The directions.
const (
	Input Direction = iota
	Output
	Internal
)

// String is the word of the language for a channel with this direction.
func (d Direction) String() string { return [...]string{"input", "output", "channel"}[d] }

// Channel carries messages between tester and system, or between machines.
type Channel struct {
	Name      string
	Direction Direction
	Payload   []*Type
	Names     []string // of the payload, may be empty strings
	Capacity  int      // of a queue; 0 is rendezvous
	Urgent    bool     // no time passes while machines can meet on it
	Broadcast bool     // all machines that can receive do, and the sender does not wait for any
	Queue     int      // index of its queue in Control, or -1
	Span      diag.Span
}

// Extern is a function that the solver cannot see into.
type Extern struct {
	Name      string
	Params    []Field
	Result    *Type
	Tables    []FileRef
	Runners   []Runner
	Contracts []Contract
	Span      diag.Span

	Inputs []*term.Term // the variables that stand for the scalars of the parameters in contracts
	Output []*term.Term // the same for the result
	Typed  []*term.Term // conditions of the types of these variables beyond their sorts
}

// FileRef names a file, relative to the model.
type FileRef struct {
	Path string
	Span diag.Span
}

// Runner describes how an extern is run: the kind ("starlark", "exec") and the program.
type Runner struct {
	Kind, Spec string
	Span       diag.Span
}

// Named is a named condition over slots. Safety is the condition for it to be well defined.
type Named struct {
	Name   string
	Cond   *term.Term
	Safety []Obligation
	Span   diag.Span
}

// PredicateSet is a set of conditions for predicate abstraction.
type PredicateSet struct {
	Name  string
	Conds []*term.Term
	Texts []string
}

// PurposeKind distinguishes the forms of a purpose.
type PurposeKind uint8

// The forms of a purpose.
const (
	ReachTransitions PurposeKind = iota
	ReachLocation
	FollowSequence
)

// Purpose is the goal of a test.
type Purpose struct {
	Name        string
	Kind        PurposeKind
	Transitions []*Transition // nil entries of a sequence stand for any transitions in between
	Machine     int           // of a location purpose
	Location    int
	Cond        *term.Term // of a location purpose, true if none was given
}

// Machine is one automaton.
type Machine struct {
	Name        string // of the instance; empty for the machine that is the whole system
	Locations   []Location
	Initial     int
	Transitions []*Transition

	place int // the slot that holds its location, plus one; 0 if there is none
}

// Place returns the slot that holds the location of the machine, for conditions about it; false if there is none.
func (m *Machine) Place() (slot int, held bool) { return m.place - 1, m.place > 0 }

// Location is a control state.
type Location struct {
	Name    string
	Final   bool       // declared final, or without transitions out of it
	While   *term.Term // over slots: holds in every state with this location; nil is true
	Urgency Urgency
	Span    diag.Span
}

// Urgency is how long a machine may stay in a location.
type Urgency uint8

// The urgencies.
const (
	Ordinary  Urgency = iota
	Urgent            // no time passes
	Committed         // no time passes, and the next step leaves a committed location of some machine
)

// String is the word of the language, or empty for an ordinary location.
func (u Urgency) String() string { return [...]string{"", "urgent", "committed"}[u] }

// ParamKind is the source of a parameter's value.
type ParamKind uint8

// The kinds of parameters.
const (
	Received ParamKind = iota // payload of an input
	Chosen                    // any
	Returned                  // result of an extern call
	Dequeued                  // payload of a queue
	Delay                     // the time that passes before the step
)

// Param is one scalar that is new at each step of a transition.
type Param struct {
	Name string // for reports; names of fresh variables derive from it
	Kind ParamKind
	Sort *term.Sort
	Term *term.Term // the variable that stands for it in the terms of the transition
	Type *Type      // of the value that begins with this scalar; nil for the scalars that follow, and if only the sort is known
}

// ParamTerms returns the variables that stand for parameters.
func ParamTerms(params []Param) []*term.Term {
	out := make([]*term.Term, len(params))
	for i, p := range params {
		out[i] = p.Term
	}
	return out
}

// Call is one call of an extern within a transition, innermost first.
type Call struct {
	Extern  *Extern
	Args    []*term.Term
	Results []int // indices into the parameters of the transition
	Span    diag.Span
}

// ObligationKind is the kind of error that an obligation excludes.
type ObligationKind string

// The kinds of obligations.
const (
	DivisionByZero ObligationKind = "division-by-zero"
	OutOfBounds    ObligationKind = "index-out-of-bounds"
	OutOfRange     ObligationKind = "value-out-of-range"
	KeyAbsent      ObligationKind = "key-absent"
	ValueAbsent    ObligationKind = "value-absent"
	NotCovered     ObligationKind = "case-not-covered"
	BadWeights     ObligationKind = "bad-weights"
	BadRate        ObligationKind = "bad-rate"
)

// IsModelError reports whether a violation of this kind means that an expression has no value.
func IsModelError(kind string) bool {
	switch ObligationKind(kind) {
	case DivisionByZero, OutOfBounds, OutOfRange, KeyAbsent, ValueAbsent, NotCovered, BadWeights, BadRate:
		return true
	}
	return false
}

// Obligation is a condition that must hold for an expression to have a value.
type Obligation struct {
	Kind ObligationKind
	Cond *term.Term
	Text string // description for reports
	Span diag.Span
	Move string // the name of the move, if violations by different moves at the same place are different findings; empty for expressions
	Of   string // for an else: the sibling in whose guard it is written, if any
}

// Key names the obligation: its kind, its place and its move. Violations with one key are one finding.
func (o *Obligation) Key() string {
	key := fmt.Sprintf("%s@%s:%d", o.Kind, o.Span.FileName(), o.Span.Start)
	if o.Move != "" {
		key += "@" + o.Move
	}
	return key
}

// Message is a message that a transition or a symbolic step sends: the channel and the scalars of the payload.
type Message struct {
	Channel *Channel
	Args    []*term.Term
}

// Update assigns one slot.
type Update struct {
	Slot  int
	Value *term.Term
}

// Assigned returns the values that updates give to variables, by the terms of their slots: the substitution that evaluates a term after them.
func (s *System) Assigned(updates []Update) map[*term.Term]*term.Term {
	out := make(map[*term.Term]*term.Term, len(updates))
	for _, u := range updates {
		out[s.Slots[u.Slot].Term] = u.Value
	}
	return out
}

// Transition is a named step of one machine.
type Transition struct {
	ID      int    // index among all transitions of the system
	Name    string // qualified with the machine's name if there are several
	Machine int
	From    int
	To      int
	Span    diag.Span

	Params      []Param
	Receive     *Channel // nil if nothing is received
	ReceiveArgs []int    // indices into Params of the received scalars
	Calls       []Call
	Guard       *term.Term
	Else        bool         // the guard has "when else"
	Rivals      []Rival      // of "when else": siblings that queues may forbid
	GuardSafety []Obligation // must hold for the guard to have a value
	StepSafety  []Obligation // must hold for the rest, given the guard
	Updates     []Update
	Sends       []Message
	Watch       bool       // it changes nothing and is not part of the model: it can be taken wherever its guard holds
	Event       bool       // an event of a system without locations: it is seen by its name
	Choice      *Choice    // of a branch of a transition that branches by probability; else nil
	Rate        *term.Term // of the exponential delay before the transition, over slots and parameters; nil without
	Absent      bool       // a product was chosen that does not have the transition
	Source      Source

	// Assignments are those of the text, in order; the assignments of an inner list are simultaneous. Updates is their combined effect; only
	// dependence analyses, which concern the text, read Assignments.
	Assignments [][]Assignment
}

// Rival is a sibling of a transition with "when else" that sends to queues. Where these have no room the sibling cannot be taken,
// so the transition can be; where they have, its guard must be false as well.
type Rival struct {
	Transition *Transition
	Refused    *term.Term   // the guard of the sibling is false
	Safety     []Obligation // must hold for that guard to have a value
}

// Assignment is one assignment as it was written: the variable that it changes (Mod of paper 3), and the variables and parameters that it
// refers to (Ref).
type Assignment struct {
	Target int    // index into System.Vars
	Vars   []int  // variables that it refers to, sorted; frozen constants are left out
	Params []int  // the first scalar of each parameter of the transition that it refers to, sorted
	Text   string // as the user wrote it
}

// Source is the text of a transition's clauses, for drawing.
type Source struct{ When, In, Rate, Weight, Do, Out string }

// Transitions lists the transitions of all machines by ID.
func (s *System) Transitions() []*Transition { return s.transitions }

// Variables returns the declared variables and frozen constants, without the internal ones of the system.
func (s *System) Variables() []Var {
	return slices.DeleteFunc(slices.Clone(s.Vars), func(v Var) bool { return v.Hidden })
}

// Copy copies a system so that it can be changed and linked again, without predicates and purposes. Transitions are copied too, since linking
// numbers them.
func (s *System) Copy() *System {
	out := &System{Name: s.Name, Store: s.Store, Slots: s.Slots, Vars: s.Vars, Channels: s.Channels, Externs: s.Externs, Start: s.Start,
		Assume: s.Assume, Typed: s.Typed, Valid: s.Valid, Product: s.Product, Invariants: s.Invariants}
	for _, m := range s.Machines {
		machine := *m
		machine.Transitions = nil
		for _, t := range m.Transitions {
			transition := *t
			machine.Transitions = append(machine.Transitions, &transition)
		}
		out.Machines = append(out.Machines, &machine)
	}
	return out
}

// Hide adds a Boolean variable, false at first, that is not part of the model; see HideOf.
func (s *System) Hide(name string) (slot int, variable *term.Term) { return s.HideOf(name, term.Bool) }

// HideOf adds a variable of a sort, with its default value at first, that is not part of the model. No declared name has a space, so one with a
// space can only be that of another hidden variable; then it gets a prime.
func (s *System) HideOf(name string, sort *term.Sort) (slot int, variable *term.Term) {
	for slices.ContainsFunc(s.Slots, func(known Slot) bool { return known.Name == name }) {
		name += "'"
	}
	slot, variable = len(s.Slots), s.Store.Var(name, sort)
	s.Vars = append(slices.Clip(s.Vars), Var{Name: name, Type: ScalarType(sort), First: slot, Hidden: true})
	s.Slots = append(slices.Clip(s.Slots), Slot{Name: name, Sort: sort, Term: variable, Init: s.Store.Const(sort.Base(), sort.Default())})
	return slot, variable
}

// HasCollections reports whether a slot of the system is a collection.
func (s *System) HasCollections() bool {
	return slices.ContainsFunc(s.Slots, func(slot Slot) bool { return slot.Sort.IsCollection() })
}

// SlotTerms are the variables of the slots, which are the first inputs of every program of a Move.
func (s *System) SlotTerms() []*term.Term {
	out := make([]*term.Term, len(s.Slots))
	for i, slot := range s.Slots {
		out[i] = slot.Term
	}
	return out
}

// Queues is the number of bounded channels.
func (s *System) Queues() int {
	n := 0
	for _, c := range s.Channels {
		if c.Capacity > 0 {
			n++
		}
	}
	return n
}
