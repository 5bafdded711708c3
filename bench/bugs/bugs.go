// Package bugs is a bench of small systems with faults that can be switched on one at a time. The tester of Sextant and
// property-based testers look for them with the same budget. See README.md.
package bugs

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

// Message is an input of a system or an output of it. Arguments are string or int64.
type Message struct {
	Name string `json:"name"`
	Args []any  `json:"args"`
}

// String returns the message as in "put("a", 1)".
func (m Message) String() string {
	parts := make([]string, len(m.Args))
	for i, a := range m.Args {
		parts[i] = fmt.Sprintf("%#v", a)
	}
	return m.Name + "(" + strings.Join(parts, ", ") + ")"
}

// Instance is a running system. It answers an input at once, or with a message "closed" where the connection is closed, or
// not at all.
type Instance interface {
	Do(input Message) []Message
	Close()
}

// Kind is what an argument is.
type Kind string

// The kinds of arguments.
const (
	Text   Kind = "text"   // any string
	Key    Kind = "key"    // any string, where those of Of are worth repeating
	Int    Kind = "int"    // Low to High
	Choice Kind = "choice" // one of Of
)

// Arg describes an argument of an operation, as the programs of property-based testers need it.
type Arg struct {
	Kind   Kind
	Low    int64
	High   int64
	Of     []string
	Bundle string  // arguments of one bundle take each other's values again; those of "" do not
	Edges  []int64 // numbers, or lengths of texts, that the specification of the system names
}

// Op is an operation of a system: an input of its model.
type Op struct {
	Name string
	Args []Arg
}

// Fault is a mistake that can be switched on.
type Fault struct {
	Name  string
	Class Class
	What  string // goes wrong
}

// Class is a kind of fault.
type Class string

// The classes.
const (
	OffByOne   Class = "off by one"
	Truncation Class = "truncation"
	Trimming   Class = "trimming"
	CaseFold   Class = "case folding"
	Width      Class = "numeric width"
	LeakError  Class = "state leak after error"
	AfterReset Class = "wrong after reset"
	LostUpdate Class = "lost update"
	StaleCache Class = "stale cache"
	Duplicate  Class = "duplicate id"
	OrderOfTwo Class = "order of two"
	Repetition Class = "after k repetitions"
	EqualValue Class = "equal to an earlier value"
	Unicode    Class = "Unicode normalisation"
	Quoting    Class = "NUL, quotes, metacharacters"
	WrongClose Class = "wrong close"
	WrongCode  Class = "wrong error code"
	Silence    Class = "late or no answer"
)

// Target is a system of the bench, with its faults.
type Target struct {
	Name   string
	Nature string // how it is used
	Ops    []Op
	Closes bool     // a right system may close the connection, which its model foresees
	Rare   []string // names of operations that throw away what the others have built up
	Faults []Fault
	Start  func(fault string) (Instance, error) // "" is the correct system

	Session     func(fault string) wire.Session // of servers of lines: one connection
	LongestLine func(fault string) int          // that such a server reads
	Handler     func(fault string) http.Handler // of web services
}

// Model returns the file of the model of Sextant, in the folder of models.
func (t *Target) Model() string { return t.Name + ".sxt" }

// Targets returns all systems.
func Targets() []*Target {
	return []*Target{lruTarget(), mailboxTarget(), ledgerTarget(), kvTarget(), usersTarget(), loginTarget(), cartTarget(), chatTarget(), limiterTarget(), calcTarget()}
}

// Find returns the system of a name.
func Find(name string) (*Target, error) {
	all := Targets()
	i := slices.IndexFunc(all, func(t *Target) bool { return t.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("no system is called %q", name)
	}
	return all[i], nil
}

// Fault returns the fault of a name; "" is the correct system.
func (t *Target) Fault(name string) (Fault, error) {
	i := slices.IndexFunc(t.Faults, func(f Fault) bool { return f.Name == name })
	if i < 0 && name != "" {
		return Fault{}, fmt.Errorf("%s has no fault %q", t.Name, name)
	}
	if i < 0 {
		return Fault{}, nil
	}
	return t.Faults[i], nil
}

// Equal reports whether two systems gave the same answer.
func Equal(a, b []Message) bool {
	return slices.EqualFunc(a, b, func(x, y Message) bool {
		return x.Name == y.Name && len(x.Args) == len(y.Args) && (len(x.Args) == 0 || reflect.DeepEqual(x.Args, y.Args))
	})
}

// local is a system in the same process.
type local func(input Message) []Message

// Do calls the function.
func (l local) Do(input Message) []Message { return l(input) }

// Close does nothing: a function needs no end.
func (local) Close() {}

// The names of what comes instead of an answer: one that cannot be read, and the end of the connection.
const (
	Garbled = "garbled"
	Closed  = "closed"
)

// say returns an answer of one message.
func say(name string, args ...any) []Message { return []Message{{Name: name, Args: args}} }

// widest are all numbers of 64 bits, of a bundle.
func widest(bundle string) Arg { return Arg{Kind: Int, Low: -1 << 63, High: 1<<63 - 1, Bundle: bundle} }

// key is a string of a bundle, of which some are repeated; lengths are those that the specification names.
func key(bundle string, lengths ...int64) Arg {
	return Arg{Kind: Key, Of: []string{"a", "b", "c"}, Bundle: bundle, Edges: lengths}
}

// text is a string of a bundle; lengths are those that the specification names.
func text(bundle string, lengths ...int64) Arg {
	return Arg{Kind: Text, Bundle: bundle, Edges: lengths}
}
