package explicit

import (
	"fmt"
	"maps"
	"strings"
)

// Machine is a machine of classical B over small numbers.
type Machine struct {
	constants  []constant
	variables  []string
	size       int // of the function f; 0 if there is none
	invariants []expression
	starts     map[string]within // of the variables and the results of f
	operations []operationOf
}

// constant is a constant of a machine. One with a value has low = high.
type constant struct {
	name      string
	low, high int
	fixed     bool
}

// operationOf is an operation with its name.
type operationOf struct {
	name string
	body substitution
}

// Text is the machine in the notation of B.
func (m *Machine) Text() string {
	var b strings.Builder
	b.WriteString("MACHINE R\n")
	if len(m.constants) > 0 {
		var names, properties []string
		for _, c := range m.constants {
			names = append(names, c.name)
			if c.fixed {
				properties = append(properties, fmt.Sprintf("%s = %d", c.name, c.low))
			} else {
				properties = append(properties, fmt.Sprintf("%s : %d..%d", c.name, c.low, c.high))
			}
		}
		fmt.Fprintf(&b, "CONSTANTS %s\nPROPERTIES %s\n", strings.Join(names, ", "), strings.Join(properties, " & "))
	}
	fmt.Fprintf(&b, "VARIABLES %s\nINVARIANT %s\n", strings.Join(m.names(), ", "), conjunction(m.invariants))
	fmt.Fprintf(&b, "INITIALISATION %s\nOPERATIONS\n", strings.Join(m.initialisation(), " || "))
	for i, o := range m.operations {
		end := ";"
		if i == len(m.operations)-1 {
			end = ""
		}
		fmt.Fprintf(&b, "  %s = BEGIN %s END%s\n", o.name, o.body, end)
	}
	b.WriteString("END\n")
	return b.String()
}

func (m *Machine) names() []string {
	if m.size > 0 {
		return append(m.variables[:len(m.variables):len(m.variables)], "f")
	}
	return m.variables
}

func (m *Machine) initialisation() []string {
	var out []string
	for _, v := range m.variables {
		if s := m.starts[v]; s.high == s.low {
			out = append(out, fmt.Sprintf("%s := %s", v, s.low))
		} else {
			out = append(out, fmt.Sprintf("%s :: %s", v, s.text()))
		}
	}
	if m.size > 0 {
		out = append(out, fmt.Sprintf("f := (1..%d) * {%s}", m.size, m.starts["f"].low))
	}
	return out
}

// InvariantName is the name of an invariant in the imported model: its first conjuncts give the types.
func (m *Machine) InvariantName(i int) string {
	if names := m.names(); i < len(names) {
		return "type_" + names[i]
	}
	return fmt.Sprint("inv", i-len(m.names())+1)
}

// Behavior is what a machine does in its first steps.
type Behavior struct {
	Taken     map[string]int            // the depth at which an event is taken first
	Violated  map[string]int            // the depth at which an invariant is violated first
	Errors    map[string]map[string]int // by event and kind: the number of steps before the model error
	Deadlocks []int                     // depths of states in which no guard holds, and none has an error
	Failing   bool                      // in some state no guard holds, and one has an error
	Complete  bool                      // there are no more states
	Outside   bool                      // an event is taken from a state that violates an invariant
}

// Run executes the machine for a number of steps; nil if there are more states than limit.
func (m *Machine) Run(depth, limit int) *Behavior {
	b := &Behavior{Taken: map[string]int{}, Violated: map[string]int{}, Errors: map[string]map[string]int{}}
	known := map[string]bool{}
	level := m.initial()
	for d := 0; len(level) > 0; d++ {
		var next []values
		for _, v := range level {
			if key := fmt.Sprint(v); known[key] {
				continue
			} else {
				known[key] = true
			}
			bad := m.judge(v, d, b)
			if d < depth {
				next = append(next, m.expand(v, d, bad, b)...)
			}
		}
		if len(known) > limit {
			return nil
		}
		b.Complete = len(next) == 0 && d < depth
		level = next
	}
	return b
}

func (m *Machine) initial() []values {
	rows := []values{{}}
	each := func(name string, low, high int) {
		var out []values
		for _, row := range rows {
			for n := low; n <= high; n++ {
				longer := maps.Clone(row)
				longer[name] = n
				out = append(out, longer)
			}
		}
		rows = out
	}
	for _, c := range m.constants {
		each(c.name, c.low, c.high)
	}
	for _, v := range m.variables {
		each(v, int(m.starts[v].low.(number)), int(m.starts[v].high.(number)))
	}
	for i := range m.size {
		each(fmt.Sprintf("f[%d]", i), int(m.starts["f"].low.(number)), int(m.starts["f"].low.(number)))
	}
	return rows
}

// judge notes the invariants that do not hold in a state; one without a value does not.
func (m *Machine) judge(v values, depth int, b *Behavior) bool {
	bad := false
	for i, inv := range m.invariants {
		if n, err := inv.value(v); err != nil || n == 0 {
			first(b.Violated, m.InvariantName(i), depth)
			bad = true
		}
	}
	return bad
}

func first(depths map[string]int, name string, depth int) {
	if _, known := depths[name]; !known {
		depths[name] = depth
	}
}

// expand takes every step that is possible in a state.
func (m *Machine) expand(v values, depth int, bad bool, b *Behavior) []values {
	var out []values
	stuck, failing := true, false
	for _, o := range m.operations {
		for _, w := range o.body.ways(v) {
			holds, err := w.holds()
			stuck, failing = stuck && !holds, failing || err != nil
			switch {
			case err != nil:
				b.fail(o.name, err, depth)
			case holds:
				next, errs := m.execute(v, w.writes)
				for _, err := range errs {
					b.fail(o.name, err, depth)
				}
				if len(errs) == 0 {
					first(b.Taken, o.name, depth+1)
					b.Outside = b.Outside || bad
					out = append(out, next)
				}
			}
		}
	}
	switch {
	case stuck && failing:
		b.Failing = true
	case stuck:
		b.Deadlocks = append(b.Deadlocks, depth)
	}
	return out
}

func (b *Behavior) fail(name string, err error, depth int) {
	if b.Errors[name] == nil {
		b.Errors[name] = map[string]int{}
	}
	first(b.Errors[name], err.Error(), depth)
}

// execute makes all writes at once, or returns all of their errors.
func (m *Machine) execute(v values, writes []write) (values, []error) {
	out := maps.Clone(v)
	var errs []error
	for _, w := range writes {
		n, err := w.value.value(w.value.values)
		if err != nil {
			errs = append(errs, err)
		}
		name := w.variable
		if w.argument != nil {
			i, err := w.argument.value(w.argument.values)
			switch {
			case err != nil:
				errs = append(errs, err)
			case i < 1 || i > m.size:
				errs = append(errs, errIndex)
			}
			name = fmt.Sprintf("%s[%d]", name, i-1)
		}
		out[name] = n
	}
	return out, errs
}
