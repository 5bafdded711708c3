package starter

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// channel returns the name of the input for a function. Reserved words are lower case, so a name with this suffix is never one.
func (f function) channel() string { return f.lower() + "Call" }

// answer returns the name of the output for a function.
func (f function) answer() string { return f.lower() + "Return" }

// lower returns the name with a lower-case first letter.
func (f function) lower() string {
	first, size := utf8.DecodeRuneInString(f.name)
	return string(unicode.ToLower(first)) + f.name[size:]
}

// model returns the text of the first model, in which every call may return any value.
func (s *subject) model(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# The first model of the Go package %s: each call may return any value. Start here: add variables and guards that say which\n# value is right when. The test beside it calls the package.\nsystem %s\n\n", s.pkg, systemName(name))
	for _, f := range s.functions {
		var params []string
		for _, p := range f.params {
			params = append(params, p.name+": "+modelTypes[p.goType])
		}
		fmt.Fprintf(&out, "input %s(%s)\noutput %s(%s)\n", f.channel(), strings.Join(params, ", "), f.answer(), f.declared())
	}
	out.WriteString("\ninitial ready\n")
	for _, f := range s.functions {
		any, sent := f.chosen()
		fmt.Fprintf(&out, "%s: ready -> ready%s in %s(%s) out %s(%s)\n", f.channel(), any, f.channel(), strings.TrimSuffix(strings.Repeat("_, ", len(f.params)), ", "), f.answer(), sent)
	}
	return out.String()
}

// declared returns the parameters of the answer.
func (f function) declared() string {
	var out []string
	for _, r := range f.results {
		out = append(out, r.name+": "+modelTypes[r.goType])
	}
	if f.failing {
		out = append(out, "failed: bool")
	}
	return strings.Join(out, ", ")
}

// chosen returns the clause with which the system chooses the values of the answer, and the values.
func (f function) chosen() (any, sent string) {
	if f.declared() == "" {
		return "", ""
	}
	var names []string
	for _, p := range strings.Split(f.declared(), ", ") {
		name, _, _ := strings.Cut(p, ":")
		names = append(names, name)
	}
	return " any " + f.declared(), strings.Join(names, ", ")
}

// test returns the text of the test that connects the model with the package.
func (s *subject) test(name, model string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "package %s\n\nimport (\n%s\t\"testing\"\n\n\t\"github.com/sextant-mbt/sextant\"\n)\n\n", s.pkg, s.numbers())
	fmt.Fprintf(&out, "// TestSextant%s tests the package against its model.\nfunc TestSextant%s(t *testing.T) {\n", systemName(name), systemName(name))
	out.WriteString("\tstart := func() func(sextant.Message) []sextant.Message {\n")
	called := ""
	if s.constructor != "" {
		fmt.Fprintf(&out, "\t\tsystem := %s()\n", s.constructor)
		called = "system."
	}
	out.WriteString("\t\treturn func(in sextant.Message) []sextant.Message {\n\t\t\tswitch in.Channel {\n")
	for _, f := range s.functions {
		out.WriteString(f.testCase(called))
	}
	out.WriteString("\t\t\t}\n\t\t\treturn nil\n\t\t}\n\t}\n")
	fmt.Fprintf(&out, "\tsextant.Test(t, sextant.File(%q), sextant.Synchronous(start), sextant.TestOptions{})\n}\n", model)
	return out.String()
}

// numbers returns the import needed for numeric parameters.
func (s *subject) numbers() string {
	for _, f := range s.functions {
		if slices.ContainsFunc(f.params, parameter.isNumber) {
			return "\t\"math/big\"\n"
		}
	}
	return ""
}

// testCase returns a case that calls the function with the values of its input, and answers with its result.
func (f function) testCase(called string) string {
	var args, results, values []string
	for i, p := range f.params {
		arg := fmt.Sprintf("in.Payload[%d].(%s)", i, p.goType)
		if p.isNumber() {
			arg = fmt.Sprintf("%s(in.Payload[%d].(*big.Int).%s())", p.goType, i, p.getter())
		}
		args = append(args, arg)
	}
	for _, r := range f.results {
		results, values = append(results, r.name), append(values, r.name)
	}
	if f.failing {
		results, values = append(results, "err"), append(values, "err != nil")
	}
	call := called + f.name + "(" + strings.Join(args, ", ") + ")"
	if len(results) > 0 {
		call = strings.Join(results, ", ") + " := " + call
	}
	return fmt.Sprintf("\t\t\tcase %q:\n\t\t\t\t%s\n\t\t\t\treturn []sextant.Message{{Channel: %q, Payload: []any{%s}}}\n", f.channel(), call, f.answer(), strings.Join(values, ", "))
}

// getter returns the method of *big.Int that returns a number of the type of a parameter.
func (p parameter) getter() string {
	if strings.HasPrefix(modelTypes[p.goType], "uint") {
		return "Uint64"
	}
	return "Int64"
}
