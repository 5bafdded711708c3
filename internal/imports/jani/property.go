package jani

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/document"
)

// purpose is a purpose of the model.
type purpose struct {
	name  string
	goal  operand
	until operand // holds before the goal is reached
}

// readProperties turns the properties that can be computed into purposes; the others are reported.
func (c *converter) readProperties() {
	names := convert.NewNames()
	for _, at := range c.items(c.root.Get("properties")) {
		name := at.Get("name").Text()
		p, goal, until, why := c.property(at.Get("expression"))
		if why != "" {
			c.list.Warnf(diag.CodeImportLeftOut, at.Span, "the property %s is left out: %s", convert.Clip(name), why)
			continue
		}
		p.Name, p.Purpose = name, names.Give(name)
		c.properties = append(c.properties, p)
		c.purposes = append(c.purposes, purpose{p.Purpose, goal, until})
		c.places["purpose "+p.Purpose] = at.Span
		c.remarks = append(c.remarks, p.remark())
	}
}

// remark says how the property is computed.
func (p Property) remark() string {
	what := [...]string{"probability", "expected steps", "expected time"}[p.Measure]
	objective := "minimum"
	if p.Maximum {
		objective = "maximum"
	}
	command := "sextant chance MODEL --purpose " + p.Purpose
	if p.Steps != nil {
		command += fmt.Sprint(" --within-steps ", *p.Steps)
	}
	if p.Time != nil {
		command += " --within-time " + p.Time.RatString()
	}
	return fmt.Sprintf("property %s: the %s %s that this prints: %s", p.Name, objective, what, command)
}

// property reads a property; why is the reason if it cannot be computed.
func (c *converter) property(at *document.Value) (p Property, goal, until operand, why string) {
	over := "values"
	if at.Get("op").Text() == "filter" {
		if at.Get("states").Get("op").Text() != "initial" {
			return p, goal, until, "it is not about the initial states"
		}
		over = at.Get("fun").Text()
		at = at.Get("values")
	}
	if op := at.Get("op").Text(); slices.Contains([]string{"≥", "≤", ">", "<", "="}, op) && at.Get("left").Get("op").Text() != "" {
		at = at.Get("left") // a probability that is compared: it is computed
	}
	op := at.Get("op").Text()
	if p.Maximum, why = c.objective(op, over); why != "" {
		return p, goal, until, why
	}
	switch op {
	case "Pmin", "Pmax":
		return c.pathFormula(p, at.Get("exp"))
	case "Emin", "Emax":
		return c.expectation(p, at)
	case "Smin", "Smax":
		return p, goal, until, "it is about the long run"
	default:
		return p, goal, until, fmt.Sprintf("the operator %s is not supported", convert.Clip(op))
	}
}

// objective reports whether the maximum is requested: over schedulers, and over initial states, of which there is nearly always one. In
// chains, which have no schedulers, only the initial states matter.
func (c *converter) objective(op, over string) (maximum bool, why string) {
	maximum = strings.HasSuffix(op, "max")
	several := len(c.assumptions) > 0 || slices.ContainsFunc(c.variables, func(v *variable) bool { return v.initial == nil })
	switch {
	case !several || over == map[bool]string{true: "max", false: "min"}[maximum]:
		return maximum, ""
	case c.chain && (over == "max" || over == "min"):
		return over == "max", ""
	}
	return maximum, "it combines the values of several initial states in another way"
}

// pathFormula reads F and U.
func (c *converter) pathFormula(p Property, at *document.Value) (_ Property, goal, until operand, why string) {
	until = truthOperand(true)
	switch op := at.Get("op").Text(); op {
	case "F":
		goal, why = c.stateFormula(at.Get("exp"))
	case "U":
		if goal, why = c.stateFormula(at.Get("right")); why == "" {
			until, why = c.stateFormula(at.Get("left"))
		}
	default:
		return p, goal, until, fmt.Sprintf("the path formula %s is not supported", convert.Clip(op))
	}
	if why == "" {
		why = c.readBounds(&p, at)
	}
	return p, goal, until, why
}

// stateFormula reads a condition; one that is not supported is a reason, not an error.
func (c *converter) stateFormula(at *document.Value) (operand, string) {
	for _, op := range operators(at) {
		if !slices.Contains(stateOperators, op) {
			return operand{}, fmt.Sprintf("the operator %s is not supported in a state", convert.Clip(op))
		}
	}
	if t := c.assignedTransient(at); t != "" {
		return operand{}, fmt.Sprintf("%s is transient and assigned by edges", convert.Clip(t))
	}
	return c.want(at, c.globals, truth), ""
}

var stateOperators = []string{"∧", "∨", "⇒", "¬", "=", "≠", "<", "≤", ">", "≥", "+", "-", "*", "/", "%", "min", "max", "pow", "floor", "ceil", "trc", "abs", "sgn", "ite", "call"}

// operators lists the operators of an expression.
func operators(at *document.Value) []string {
	o, ok := at.Data.(*document.Object)
	if !ok {
		return nil
	}
	var out []string
	if op := at.Get("op").Text(); op != "" {
		out = append(out, op)
	}
	for _, key := range o.Keys {
		if key != "op" {
			out = append(out, operators(o.Values[key])...)
		}
	}
	return out
}

// assignedTransient finds a transient variable that is not known in a state.
func (c *converter) assignedTransient(at *document.Value) string {
	switch d := at.Data.(type) {
	case string:
		if b, ok := c.globals.find(d); ok && b.transient != nil && b.transient.assigned {
			return d
		}
	case *document.Object:
		for _, key := range d.Keys {
			if t := c.assignedTransient(d.Values[key]); t != "" {
				return t
			}
		}
	}
	return ""
}

// readBounds reads bounds of steps and time.
func (c *converter) readBounds(p *Property, at *document.Value) string {
	if !at.Get("reward-bounds").Missing {
		return "rewards are not supported"
	}
	for _, key := range []string{"step-bounds", "time-bounds"} {
		b := at.Get(key)
		if b.Missing {
			continue
		}
		upper, why := c.upperBound(b)
		switch {
		case why != "":
			return why
		case key == "time-bounds" && c.timed:
			p.Time = upper
		case !upper.IsInt() || upper.Cmp(big.NewRat(maxSteps, 1)) > 0:
			return fmt.Sprintf("the bound of steps is not an integer up to %d", maxSteps)
		default: // time counts steps in models without rates
			n := int(upper.Num().Int64())
			p.Steps = &n
		}
	}
	return ""
}

// maxSteps is the largest bound of steps.
const maxSteps = 1_000_000_000

// upperBound reads an interval from 0 to a constant.
func (c *converter) upperBound(at *document.Value) (*big.Rat, string) {
	if low := at.Get("lower"); !low.Missing {
		if v := c.want(low, c.globals, real); !v.isNumber(0) {
			return nil, "it has a lower bound"
		}
	}
	if at.Get("upper").Missing {
		return nil, "it has no upper bound"
	}
	v := c.want(at.Get("upper"), c.globals, real)
	if v.number == nil || v.number.Sign() < 0 {
		return nil, "the bound is not a constant from 0 on"
	}
	if strict, _ := at.Get("upper-exclusive").Data.(bool); strict && !c.timed {
		return nil, "the bound of steps is exclusive"
	}
	return v.number, ""
}

// expectation reads the expected steps or time until a condition holds.
func (c *converter) expectation(p Property, at *document.Value) (_ Property, goal, until operand, why string) {
	until = truthOperand(true)
	for _, key := range []string{"step-instant", "time-instant", "reward-instants"} {
		if !at.Get(key).Missing {
			return p, goal, until, "it is about an instant"
		}
	}
	if at.Get("reach").Missing {
		return p, goal, until, "it is about the long run"
	}
	if why = c.measure(&p, at); why != "" {
		return p, goal, until, why
	}
	goal, why = c.stateFormula(at.Get("reach"))
	return p, goal, until, why
}

// measure determines whether steps or time are accumulated.
func (c *converter) measure(p *Property, at *document.Value) string {
	kinds := at.Get("accumulate").Items()
	if len(kinds) != 1 {
		return "it accumulates a reward in several ways"
	}
	kind := kinds[0].Text()
	value := at.Get("exp")
	if name := value.Text(); name != "" {
		b, ok := c.globals.find(name)
		if !ok || b.transient == nil || kind == "steps" || !c.always(b.transient) {
			return fmt.Sprintf("the reward %s is not 1 for every step, and not 1 for every unit of time", convert.Clip(name))
		}
	} else if len(operators(value)) > 0 || !c.want(value, c.globals, real).isNumber(1) {
		return "the reward is not 1"
	}
	p.Measure = ExpectedSteps
	if kind == "time" {
		p.Measure = ExpectedTime
	}
	return ""
}

// always reports whether a transient variable is 1 in all states: one element gives it that value in all its locations.
func (c *converter) always(t *transient) bool {
	if t.assigned || len(t.values) == 0 || len(t.values) != len(t.values[0].in.locations) {
		return false
	}
	for _, v := range t.values {
		if v.in != t.values[0].in || !v.value.isNumber(1) {
			return false
		}
	}
	return true
}
