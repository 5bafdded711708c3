package jani

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
)

// scope is the meaning of names.
type scope struct {
	outer *scope
	names map[string]binding
}

// binding is the meaning of a name: a value, a variable, or a transient variable.
type binding struct {
	value     operand
	variable  *variable  // nil for constants, parameters and transient variables
	transient *transient // nil for others
}

func newScope(outer *scope) *scope { return &scope{outer, map[string]binding{}} }

func (s *scope) find(name string) (binding, bool) {
	for ; s != nil; s = s.outer {
		if b, ok := s.names[name]; ok {
			return b, true
		}
	}
	return binding{}, false
}

// candidates are the names for hints.
func (s *scope) candidates() []string {
	var out []string
	for ; s != nil && len(out) < 200; s = s.outer {
		for name := range s.names {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// variable is a variable of the model.
type variable struct {
	name    string
	kind    kind
	typ     string // in the model
	initial *operand
	at      *document.Value
	values  []operand // all of them, if they are few
}

// mostValues bounds the values of variables that are tried where edges synchronise.
const mostValues = 64

// listValues returns the values of a type, nil if they are not few.
func listValues(k kind, bounds []*big.Rat) []operand {
	if k == truth {
		return []operand{truthOperand(false), truthOperand(true)}
	}
	if bounds == nil {
		return nil
	}
	var out []operand
	for v := bounds[0]; v.Cmp(bounds[1]) <= 0; v = new(big.Rat).Add(v, ratOne) {
		if len(out) == mostValues {
			return nil
		}
		out = append(out, numberOperand(v, integer))
	}
	return out
}

// transient is a variable that is not part of the state: it has the value that locations give it, else the first one.
type transient struct {
	name     string
	kind     kind
	initial  operand
	values   []transientValue
	assigned bool // by an edge: its value is not a matter of the state alone
}

// transientValue is the value in one location of an element.
type transientValue struct {
	in    *element
	index int
	value operand
}

// readConstants reads the constants, in their order; those without a value must be defined.
func (c *converter) readConstants(define map[string]string) {
	used := map[string]bool{}
	for _, at := range c.items(c.root.Get("constants")) {
		name := c.text(at.Get("name"))
		k, _, _ := c.readType(at.Get("type"), c.globals)
		used[name] = true
		value := c.constantValue(at, name, k, define)
		c.bind(c.globals, at, name, binding{value: value})
	}
	for _, name := range sortedKeys(define) {
		if !used[name] {
			c.root.Get("constants").Wrong(c.list, diag.CodeImportName, "leave out --const "+name, "the document has no constant %q", convert.Clip(name))
		}
	}
}

func sortedKeys(m map[string]string) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// constantValue is the value of a constant, or a placeholder after an error.
func (c *converter) constantValue(at *document.Value, name string, k kind, define map[string]string) operand {
	if text, ok := define[name]; ok {
		return c.defined(at, name, k, text)
	}
	if at.Get("value").Missing {
		at.Wrong(c.list, diag.CodeImportValue, "give it one: --const "+name+"=VALUE", "the constant %q has no value", convert.Clip(name))
		return assumedAfterError(k)
	}
	v := c.want(at.Get("value"), c.globals, k)
	if !v.constant() {
		at.Get("value").Wrong(c.list, diag.CodeImportValue, "", "the value of a constant must be known")
		return assumedAfterError(k)
	}
	v.kind = k
	return v
}

// assumedAfterError is the operand that replaces one with a reported error. No model is then written.
func assumedAfterError(k kind) operand {
	if k == truth {
		return truthOperand(true)
	}
	return numberOperand(big.NewRat(1, 1), k)
}

// defined is a value from the command line.
func (c *converter) defined(at *document.Value, name string, k kind, text string) operand {
	if b, err := strconv.ParseBool(strings.ToLower(text)); k == truth && err == nil {
		return truthOperand(b)
	}
	if v, ok := parseNumber(text); k != truth && ok && (k == real || v.IsInt()) {
		return numberOperand(v, k)
	}
	at.Wrong(c.list, diag.CodeImportValue, "", "%q is no value of the constant %q, which is of type %s", convert.Clip(text), convert.Clip(name), k)
	return assumedAfterError(k)
}

// maxExponent bounds numbers such as 1e9999, which take memory in proportion to their value.
const maxExponent = 400

// parseNumber reads a decimal number or a fraction, exactly.
func parseNumber(text string) (*big.Rat, bool) {
	if len(text) > 1000 {
		return nil, false
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if e, err := strconv.Atoi(text[i+1:]); err != nil || e > maxExponent || e < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// bind gives a name a meaning, which it must not have already.
func (c *converter) bind(s *scope, at *document.Value, name string, b binding) {
	if _, taken := s.names[name]; taken {
		at.Wrong(c.list, diag.CodeImportName, "", "the name %q is declared twice", convert.Clip(name))
		return
	}
	s.names[name] = b
}

// readType reads a type; the text is that of the model, and bounds are nil unless it has them.
func (c *converter) readType(at *document.Value, s *scope) (k kind, text string, bounds []*big.Rat) {
	switch at.Text() {
	case "bool":
		return truth, "bool", nil
	case "int":
		return integer, "int", nil
	case "real":
		return real, "real", nil
	}
	if at.Get("kind").Text() == "bounded" && at.Get("base").Text() == "int" {
		return c.boundedType(at, s)
	}
	hint := "the types bool, int, real and bounded int are imported"
	if _, ok := at.Data.(*document.Object); ok || at.Text() != "" {
		at.Wrong(c.list, diag.CodeImportUnsupported, hint, "this type is not imported")
	} else {
		c.missing(at, "a type")
	}
	return integer, "int", nil
}

func (c *converter) boundedType(at *document.Value, s *scope) (kind, string, []*big.Rat) {
	low, high := at.Get("lower-bound"), at.Get("upper-bound")
	if low.Missing || high.Missing {
		return integer, "int", nil
	}
	from, to := c.want(low, s, integer), c.want(high, s, integer)
	if from.number == nil || to.number == nil {
		at.Wrong(c.list, diag.CodeImportValue, "", "bounds of types must be constant")
		return integer, "int", nil
	}
	if from.number.Cmp(to.number) > 0 {
		at.Wrong(c.list, diag.CodeImportValue, "", "the bounds %s to %s leave no value", from.number.RatString(), to.number.RatString())
		return integer, "int", nil
	}
	return integer, from.number.RatString() + ".." + to.number.RatString(), []*big.Rat{from.number, to.number}
}

// readVariables reads variables into a scope.
func (c *converter) readVariables(list *document.Value, s *scope) {
	for _, at := range c.items(list) {
		name := c.text(at.Get("name"))
		k, text, bounds := c.readType(at.Get("type"), s)
		var initial *operand
		if v := at.Get("initial-value"); !v.Missing {
			o := c.want(v, s, k)
			o.kind = max(o.kind, k)
			initial = &o
		}
		if flag, _ := at.Get("transient").Data.(bool); flag {
			t := &transient{name: name, kind: k, initial: assumedAfterError(k)}
			if initial != nil {
				t.initial = *initial
			}
			c.bind(s, at, name, binding{transient: t})
			continue
		}
		v := &variable{c.names.Give(name), k, text, initial, at, listValues(k, bounds)}
		c.variables = append(c.variables, v)
		c.places["var "+v.name] = at.Span
		c.bind(s, at, name, binding{value: operand{expr: convert.Name(v.name), kind: k}, variable: v})
	}
}

// function is a function of the document, which becomes one of the model.
type function struct {
	name   string
	kind   kind
	result string
	params []parameter
	body   *document.Value
	tree   operand
	depth  int
	at     *document.Value
}

type parameter struct {
	name, typ string
	kind      kind
	foreign   string
}

// readFunctions reads the functions: first the headings, since bodies may call any of them.
func (c *converter) readFunctions() {
	for _, at := range c.items(c.root.Get("functions")) {
		f := &function{body: at.Get("body"), at: at}
		foreign := c.text(at.Get("name"))
		f.name = c.names.Give(foreign)
		f.kind, f.result, _ = c.readType(at.Get("type"), c.globals)
		for _, p := range c.items(at.Get("parameters")) {
			k, text, _ := c.readType(p.Get("type"), c.globals)
			name := c.text(p.Get("name"))
			f.params = append(f.params, parameter{c.names.Give(name), text, k, name})
		}
		if c.function(foreign) != nil {
			at.Wrong(c.list, diag.CodeImportName, "", "the function %q is declared twice", convert.Clip(foreign))
		}
		c.functions = append(c.functions, f)
		c.places["function "+f.name] = at.Span
	}
}

// readBodies translates the bodies of the functions, which may read variables.
func (c *converter) readBodies() {
	for _, f := range c.functions {
		f.tree = c.want(f.body, c.arguments(f, nil), f.kind)
	}
}

// function finds a function by its name in the document.
func (c *converter) function(name string) *function {
	for _, f := range c.functions {
		if f.at.Get("name").Text() == name {
			return f
		}
	}
	return nil
}

// arguments is the scope of the body of a function for some arguments.
func (c *converter) arguments(f *function, args []operand) *scope {
	s := newScope(c.globals)
	for i, p := range f.params {
		value := operand{expr: convert.Name(p.name), kind: p.kind}
		if args != nil {
			value = args[i]
		}
		s.names[p.foreign] = binding{value: value}
	}
	return s
}
