package emit

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
)

// A demand on some input cannot be a clause of a C function, since a clause concerns every call. So each scalar of the result gets a logic
// function of the arguments, the C function ensures that it returns these values, and a lemma states that there are arguments for which
// the logic functions meet the demand.

// lemmas declares the logic functions and writes a lemma for each demand that some input has to meet.
func (a *acslFile) lemmas() {
	if len(a.some) == 0 {
		return
	}
	a.line("/* The results of the function, and what they have to be for some arguments. */")
	a.line("/*@ axiomatic %s {", a.invent(a.extern.Name+"_results"))
	var params []string
	for _, v := range a.extern.Inputs {
		params = append(params, acslLogicType(v.Sort())+" "+a.bare(v))
	}
	for i, v := range a.extern.Output {
		name := a.extern.Name + "_result"
		if len(a.extern.Output) > 1 {
			name = fmt.Sprintf("%s%d", name, i)
		}
		a.logic = append(a.logic, a.invent(name))
		a.line("      logic %s %s(%s);", acslLogicType(v.Sort()), a.logic[i], strings.Join(params, ", "))
	}
	a.line("    }")
	for i, b := range a.some {
		a.line("    lemma %s: %s;", a.invent(a.extern.Name+"_"+contract.ShortName(b, i)), a.witness(b.Pre, b.Post))
	}
	a.line("*/\n")
}

// bare is the name of a scalar argument without the brackets of an array.
func (a *acslFile) bare(v *term.Term) string {
	return strings.NewReplacer("[", "_", "]", "").Replace(a.names[v])
}

// actual are the scalars of the arguments.
func (a *acslFile) actual() []string {
	var out []string
	for _, v := range a.extern.Inputs {
		out = append(out, a.names[v])
	}
	return out
}

// witness is the condition that there are arguments that satisfy both conditions, the second with the result for them.
func (a *acslFile) witness(pre, post *term.Term) string {
	before := map[*term.Term]string{}
	var binders, names, parts []string
	for _, v := range a.extern.Inputs {
		before[v], a.names[v] = a.names[v], a.bare(v)
		names = append(names, a.names[v])
		binders = append(binders, acslLogicType(v.Sort())+" "+a.names[v])
		parts = append(parts, acslDomain(v.Sort(), a.names[v])...)
	}
	for i, v := range a.extern.Output {
		before[v], a.names[v] = a.names[v], fmt.Sprintf("%s(%s)", a.logic[i], strings.Join(names, ", "))
	}
	for _, t := range append(pre.Conjuncts(), post.Conjuncts()...) {
		parts = append(parts, "("+a.write(t)+")")
	}
	for v, name := range before {
		a.names[v] = name
	}
	condition := strings.Join(parts, " && ")
	if len(binders) > 0 {
		condition = fmt.Sprintf(`\exists %s; %s`, strings.Join(binders, ", "), condition)
	}
	return condition
}
