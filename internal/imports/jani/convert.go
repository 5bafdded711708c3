package jani

import (
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
)

// limits of documents. The largest public benchmarks have some megabytes.
var limits = document.Limits{Bytes: 16 << 20, Depth: 500, Values: 2_000_000}

// Limits of the composition.
const (
	maxTransitions = 20_000  // combinations of edges
	maxBranches    = 100_000 // combinations of destinations, of all transitions together
	maxCallDepth   = 50      // of functions in constants
)

// Options supplies values that a document leaves open.
type Options struct {
	Define map[string]string `flag:"const" was:"define" group:"common" pair:"NAME=VALUE" split:"," help:"jani: values of constants that the document does not define, as NAME=VALUE,...; fractions are exact"`
}

// Measure is the quantity of a property that is computed.
type Measure uint8

// The measures.
const (
	Probability Measure = iota
	ExpectedSteps
	ExpectedTime
)

// Property is a property that became a purpose of the model.
type Property struct {
	Name    string // in the document
	Purpose string // in the model
	Measure Measure
	Maximum bool
	Steps   *int     // at most so many steps; nil is any number
	Time    *big.Rat // at most so much time; nil is any
}

// Convert turns a document into a model, and returns its properties.
func (o Options) Convert(file *diag.File, list *diag.List) (convert.Model, []Property) {
	file = diag.NewFile(file.Name, strings.TrimPrefix(file.Text, "\ufeff"))
	root := document.JSON(file, limits, "a JANI document is a JSON object", list)
	if root == nil {
		return convert.Model{}, nil
	}
	c := &converter{list: list, root: root, names: convert.NewNames(location), globals: newScope(nil), places: map[string]diag.Span{"": root.Span}}
	if c.kind(); list.HasErrors() {
		return convert.Model{}, nil
	}
	c.readConstants(o.Define)
	c.readFunctions()
	c.readVariables(root.Get("variables"), c.globals)
	c.readBodies()
	c.readElements()
	if list.HasErrors() {
		return convert.Model{}, nil
	}
	c.compose()
	c.readProperties()
	if list.HasErrors() {
		return convert.Model{}, nil
	}
	return c.write(), c.properties
}

// location is the name of the only location of the model.
const location = "on"

// converter is the state of a conversion.
type converter struct {
	list        *diag.List
	root        *document.Value
	markovian   bool // ctmc: every edge has a rate
	chain       bool // dtmc, ctmc: there is no scheduler
	timed       bool // ctmc, ma
	names       *convert.Names
	globals     *scope
	functions   []*function
	variables   []*variable
	elements    []*element
	assumptions []operand
	transitions []*transition
	branches    int
	properties  []Property
	purposes    []purpose
	remarks     []string
	places      map[string]diag.Span
	calls       int // of functions, evaluated so far
}

// kind reads the type of the model.
func (c *converter) kind() {
	at := c.root.Get("type")
	switch at.Text() {
	case "mdp", "lts":
	case "dtmc":
		c.chain = true
	case "ctmc":
		c.markovian, c.timed, c.chain = true, true, true
	case "ma":
		c.timed = true
	case "ta", "pta", "sta", "ha", "pha", "sha", "ctmdp":
		at.Wrong(c.list, diag.CodeImportUnsupported, "models of type dtmc, mdp, ctmc and ma are imported", "models of type %s are not imported", at.Text())
	default:
		at.Wrong(c.list, diag.CodeImportValue, "write dtmc, mdp, ctmc or ma", "the type of a model is expected here")
	}
	for _, f := range c.root.Get("features").Items() {
		switch name := f.Text(); name {
		case "arrays", "datatypes", "nondet-selection", "trigonometric-functions", "hyperbolic-functions", "named-expressions", "x-momba-operators":
			f.Wrong(c.list, diag.CodeImportUnsupported, "", "documents with the feature %s are not imported", name)
		}
	}
}

// text requires a string.
func (c *converter) text(v *document.Value) string {
	s, ok := v.Data.(string)
	if !ok {
		c.missing(v, "a string")
	}
	return s
}

// missing reports a value that is not the expected one.
func (c *converter) missing(v *document.Value, want string) {
	if v.Missing {
		v.Wrong(c.list, diag.CodeImportKey, "", "this key is missing; %s is expected", want)
		return
	}
	v.Wrong(c.list, diag.CodeImportValue, "", "%s is expected here, not %s", want, v.Describe())
}

// items requires a list; a missing one is empty.
func (c *converter) items(v *document.Value) []*document.Value {
	if _, ok := v.Data.([]*document.Value); !ok && !v.Missing {
		c.missing(v, "a list")
	}
	return v.Items()
}
