// Package junitrules checks JUnit XML by the rules that the schemas in common use share: that of Ant's reports and that of the xUnit
// plugin of Jenkins. It is written from their documentation, so that a report can be checked without either.
package junitrules

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// Element is an element of a report.
type Element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []Element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

// Attr returns an attribute; it is empty if the element has none of that name.
func (e *Element) Attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// rule is what an element may have. The children come in the order of the rule.
type rule struct {
	attributes map[string]string // by name, the pattern of its values
	children   []child
}

// child is a child that an element has, at least and at most so many times; most 0 is any number.
type child struct {
	names       []string
	least, most int
}

const (
	anyText = `(?s).*`
	count   = `\d+`
	decimal = `\d+(\.\d+)?`
	instant = `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`
	token   = `(?s).*\S.*`
)

var outcome = rule{attributes: map[string]string{"message": anyText, "type": token}}

var rules = map[string]rule{
	"testsuites": {children: []child{{[]string{"testsuite"}, 0, 0}}},
	"testsuite": {
		attributes: map[string]string{"package": token, "id": count, "name": token, "timestamp": instant, "hostname": token, "tests": count,
			"failures": count, "errors": count, "skipped": count, "time": decimal},
		children: []child{{[]string{"properties"}, 1, 1}, {[]string{"testcase"}, 0, 0}, {[]string{"system-out"}, 1, 1}, {[]string{"system-err"}, 1, 1}},
	},
	"properties": {children: []child{{[]string{"property"}, 0, 0}}},
	"property":   {attributes: map[string]string{"name": token, "value": anyText}},
	"testcase": {attributes: map[string]string{"classname": token, "name": token, "time": decimal},
		children: []child{{[]string{"skipped", "error", "failure"}, 0, 1}}},
	"failure": outcome, "error": outcome, "skipped": outcome,
	"system-out": {}, "system-err": {},
}

// Check reads a report and lists what is wrong with it.
func Check(report []byte) (*Element, []string) {
	var root Element
	if err := xml.NewDecoder(bytes.NewReader(report)).Decode(&root); err != nil {
		return nil, []string{err.Error()}
	}
	if root.XMLName.Local != "testsuites" {
		return &root, []string{"the root is " + root.XMLName.Local}
	}
	problems := root.check(nil)
	for _, suite := range root.Children {
		problems = append(problems, suite.checkCounts()...)
	}
	return &root, problems
}

func (e *Element) check(problems []string) []string {
	name := e.XMLName.Local
	r, known := rules[name]
	if !known {
		return append(problems, "unknown element "+name)
	}
	for _, a := range e.Attrs {
		pattern, allowed := r.attributes[a.Name.Local]
		if !allowed {
			problems = append(problems, fmt.Sprintf("%s has an attribute %s", name, a.Name.Local))
		} else if !regexp.MustCompile("^(" + pattern + ")$").MatchString(a.Value) {
			problems = append(problems, fmt.Sprintf("%s of %s is %q", a.Name.Local, name, a.Value))
		}
	}
	for wanted := range r.attributes {
		has := slices.ContainsFunc(e.Attrs, func(a xml.Attr) bool { return a.Name.Local == wanted })
		if !has {
			problems = append(problems, fmt.Sprintf("%s has no attribute %s", name, wanted))
		}
	}
	problems = append(problems, e.checkOrder(r.children)...)
	for i := range e.Children {
		problems = e.Children[i].check(problems)
	}
	return problems
}

// checkOrder compares the children with what is allowed, in order.
func (e *Element) checkOrder(allowed []child) []string {
	rest := e.Children
	var problems []string
	for _, c := range allowed {
		n := 0
		for n < len(rest) && slices.Contains(c.names, rest[n].XMLName.Local) {
			n++
		}
		if n < c.least || c.most > 0 && n > c.most {
			problems = append(problems, fmt.Sprintf("%s has %d of %v", e.XMLName.Local, n, c.names))
		}
		rest = rest[n:]
	}
	if len(rest) > 0 {
		problems = append(problems, fmt.Sprintf("%s has a %s where it must not be", e.XMLName.Local, rest[0].XMLName.Local))
	}
	return problems
}

// checkCounts compares the counts of a suite with its cases.
func (e *Element) checkCounts() []string {
	counts := map[string]int{}
	for _, c := range e.Children {
		if c.XMLName.Local != "testcase" {
			continue
		}
		counts["tests"]++
		for _, o := range c.Children {
			counts[map[string]string{"failure": "failures", "error": "errors", "skipped": "skipped"}[o.XMLName.Local]]++
		}
	}
	var problems []string
	for _, name := range []string{"tests", "failures", "errors", "skipped"} {
		if e.Attr(name) != strconv.Itoa(counts[name]) {
			problems = append(problems, fmt.Sprintf("%s is %s, but there are %d", name, e.Attr(name), counts[name]))
		}
	}
	return problems
}
