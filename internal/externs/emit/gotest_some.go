package emit

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
)

// Tests of demands on some input. If the parameters have few values, all inputs are tried, and the test fails if none satisfies the demand.
// Otherwise given inputs are tried, and a test that finds none is skipped: there may be others.

// wholeDomain is the number of inputs that are all tried.
const wholeDomain = 100_000

// someTest writes the test that looks for an input.
func (g *goFile) someTest(i int) {
	b, name := g.behaviors[i], g.prefix+g.suffixes[i]
	post := contract.PlainText(g.system, g.extern, b.Post)
	g.line("// Test%s looks for an input that meets %s.", upperFirst(name), b.NumberedTitle(i))
	g.line("func Test%s(t *testing.T) {", upperFirst(name))
	if g.loops() {
		g.line("defer %sGiveUp(t)", g.prefix)
	}
	g.line("tried := 0\ntry := func(%s) bool {", g.declared("", false))
	if g.loops() {
		g.line("%sSteps = 0", g.prefix)
	}
	arguments := strings.Join(g.params, ", ")
	g.line("if !%sRequires(%s) {\nreturn false\n}\ntried++", name, arguments)
	g.line("return %sEnsures(%s)\n}", name, strings.Join(append(append([]string{}, g.params...), g.options.Function+"("+arguments+")"), ", "))
	if g.tryAll() {
		g.line("t.Errorf(\"none of all %%d inputs has a result that satisfies %%s\", tried, %q)\n}\n", post)
		return
	}
	for _, row := range g.options.Try {
		g.line("if try(%s) {\nreturn\n}", strings.Join(g.arguments(g.literals(row)), ", "))
	}
	g.line("t.Skipf(\"none of %%d inputs tried has a result that satisfies %%s; there may be others\", tried, %q)\n}\n", post)
}

// tryAll writes loops over all inputs, unless there are too many.
func (g *goFile) tryAll() bool {
	size := 1
	for _, v := range g.extern.Inputs {
		if v.Sort().Kind == term.KindBits || v.Sort().Kind == term.KindBool {
			return false
		}
		size *= len(v.Sort().Values(wholeDomain))
		if size == 0 || size > wholeDomain {
			return false
		}
	}
	var scalars []string
	for i, v := range g.extern.Inputs {
		values := v.Sort().Values(wholeDomain)
		scalars = append(scalars, fmt.Sprintf("x%d", i+1))
		g.line("for %s := int64(%s); %s <= %s; %s++ {", scalars[i], values[0].Big(), scalars[i], values[len(values)-1].Big(), scalars[i])
	}
	g.line("if try(%s) {\nreturn\n}%s", strings.Join(g.arguments(scalars), ", "), strings.Repeat("\n}", len(scalars)))
	return true
}
