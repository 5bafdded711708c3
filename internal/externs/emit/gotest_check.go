package emit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
)

// The parts of a generated test: the fuzz target, the check of one input, and the conditions of the behaviours.

const defaultLargest = 1_000_000

// chooseSizes decides how large inputs and results may be for the conditions to be computed in 64 bits.
func (g *goFile) chooseSizes() error {
	given, err := g.largestGiven()
	if err != nil {
		return err
	}
	g.largest = max(given, g.options.Largest)
	if g.options.Largest == 0 {
		g.largest = max(given, defaultLargest)
	}
	for !g.fits(g.largest, g.largest) {
		if g.largest /= 10; g.largest < max(given, 1) {
			return fmt.Errorf("the conditions of %s compute with numbers that may not fit an int64, or have quantifiers without bounds", g.extern.Name)
		}
	}
	g.tooLarge = math.MaxInt64
	for !g.fits(g.largest, g.tooLarge) {
		g.tooLarge /= 2
	}
	return nil
}

// largestGiven is the size of the largest number among the inputs that the test must try.
func (g *goFile) largestGiven() (int64, error) {
	given := int64(0)
	for _, row := range slices.Concat(g.options.Rows, g.options.Try) {
		for i, v := range row {
			if kind := g.extern.Inputs[i].Sort().Kind; kind != term.KindInt && kind != term.KindReal {
				continue
			}
			n := v.Big()
			if !n.IsInt64() || n.Int64() == math.MinInt64 {
				return 0, fmt.Errorf("the input %s has a number that does not fit an int64", value.FormatCall(g.extern, row))
			}
			given = max(given, n.Int64(), -n.Int64())
		}
	}
	return given, nil
}

// fits reports whether inputs and results of these sizes let nothing overflow.
func (g *goFile) fits(inputs, results int64) bool {
	z := &sizes{store: g.system.Store, bound: map[*term.Term]term.Bound{}}
	for _, v := range g.extern.Inputs {
		z.bound[v] = sortSize(v.Sort(), term.At(inputs))
	}
	for _, v := range g.extern.Output {
		z.bound[v] = term.At(results)
	}
	var conditions []*term.Term
	for i, b := range g.behaviors {
		conditions = append(conditions, b.Pre, b.Post)
		if possible := g.possible(i); possible != nil {
			conditions = append(conditions, possible)
		}
	}
	for _, c := range conditions {
		if err := g.boundless(c); err != nil {
			g.fail(err)
			return true
		}
	}
	return z.fits(conditions)
}

// boundless returns the error for the first quantifier without limits.
func (g *goFile) boundless(t *term.Term) error {
	if t.Op() == term.OpExists || t.Op() == term.OpForall {
		if _, err := limitsOf(g.system.Store, t); err != nil {
			return err
		}
	}
	for _, a := range t.Args() {
		if a.HasQuantifier() {
			if err := g.boundless(a); err != nil {
				return err
			}
		}
	}
	return nil
}

// possible returns the condition that some result satisfies the postcondition; nil if it is not requested, or cannot be decided by loops.
func (g *goFile) possible(i int) *term.Term {
	t := g.system.Store.Exists(g.extern.Output, g.behaviors[i].Post)
	if !g.options.OnlyPossible || i >= g.every || g.boundless(t) != nil {
		return nil
	}
	return t
}

// fuzzTest writes the fuzz target; a function without parameters has none.
func (g *goFile) fuzzTest() {
	if len(g.extern.Inputs) == 0 {
		return
	}
	g.line("// Fuzz%s calls the function for inputs that the fuzzer makes up.", upperFirst(g.prefix))
	g.line("func Fuzz%s(f *testing.F) {", upperFirst(g.prefix))
	for _, row := range g.options.Rows {
		seeds := g.literals(row)
		for i, v := range g.extern.Inputs {
			seeds[i] = goType(v.Sort()) + "(" + seeds[i] + ")"
		}
		g.line("f.Add(%s)", strings.Join(seeds, ", "))
	}
	raw := make([]string, len(g.extern.Inputs))
	declared := []string{"t *testing.T"}
	for i, v := range g.extern.Inputs {
		raw[i] = "x" + strconv.Itoa(i+1)
		declared = append(declared, raw[i]+" "+goType(v.Sort()))
	}
	g.line("f.Fuzz(func(%s) {", strings.Join(declared, ", "))
	if skip := g.usable(raw); skip != "" {
		g.line("%s", skip)
	}
	g.line("%sCheck(%s)", g.prefix, strings.Join(append([]string{"t"}, g.mapped(raw)...), ", "))
	g.line("})\n}\n")
}

// usable skips reals that are too large or not numbers, and strings that are not valid text.
func (g *goFile) usable(raw []string) string {
	var parts []string
	for i, v := range g.extern.Inputs {
		switch v.Sort().Kind {
		case term.KindReal:
			parts = append(parts, fmt.Sprintf("!(math.Abs(%s) <= %d)", raw[i], g.largest))
		case term.KindString:
			parts = append(parts, fmt.Sprintf("!utf8.ValidString(%s)", raw[i]))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("if %s {\nt.Skip(\"no value of the model, or too large\")\n}", strings.Join(parts, " || "))
}

// mapped returns the arguments made from what the fuzzer gives.
func (g *goFile) mapped(raw []string) []string {
	scalars := slices.Clone(raw)
	for i, v := range g.extern.Inputs {
		if low, high, restricted := g.interval(v.Sort()); restricted {
			scalars[i] = fmt.Sprintf("%sBetween(%s, %d, %d)", g.prefix, raw[i], low, high)
		}
	}
	return g.arguments(scalars)
}

// interval is the range from which the fuzz test takes the values of an int or enumeration.
func (g *goFile) interval(sort *term.Sort) (low, high int64, restricted bool) {
	switch sort.Kind {
	case term.KindEnum:
		return 0, int64(len(sort.Members)) - 1, true
	case term.KindInt:
		low, high = -g.largest, g.largest
		if sort.HasLow {
			low, high = sort.Low, sort.Low+g.largest
		}
		if sort.HasHigh && !sort.HasLow {
			low = sort.High - g.largest
		}
		if sort.HasHigh {
			high = sort.High
		}
		return low, high, true
	}
	return 0, 0, false
}

// check writes the function that both tests call.
func (g *goFile) check() {
	g.line("// %sCheck calls the function once and checks the behaviors whose preconditions hold.", g.prefix)
	g.line("func %sCheck(%s) {\nt.Helper()", g.prefix, g.declared("t *testing.T", false))
	if g.loops() {
		g.line("defer %sGiveUp(t)\n%sSteps = 0", g.prefix, g.prefix)
	}
	g.line("applies := []bool{")
	for i := range g.every {
		g.line("%s%sRequires(%s),", g.prefix, g.suffixes[i], strings.Join(g.params, ", "))
	}
	g.line("}\nif !slices.Contains(applies, true) {\nt.Skip(\"no precondition admits this input\")\n}")
	g.line("result := %s(%s)", g.options.Function, strings.Join(g.params, ", "))
	verbs := strings.TrimSuffix(strings.Repeat("%v, ", len(g.params)), ", ")
	g.line("call := fmt.Sprintf(%q, %s)", g.options.Function+"("+verbs+") = %v", strings.Join(slices.Concat(g.params, []string{"result"}), ", "))
	g.checkResult()
	arguments := strings.Join(slices.Concat(g.params, []string{"result"}), ", ")
	for i, b := range g.behaviors[:g.every] {
		g.line("if applies[%d] && !%s%sEnsures(%s) {", i, g.prefix, g.suffixes[i], arguments)
		g.line("%st.Errorf(\"%%s: %%s, which breaks the postcondition %%s\", %q, call, %q)\n}", g.skipImpossible(),
			b.NumberedTitle(i), contract.PlainText(g.system, g.extern, b.Post))
	}
	g.line("}\n")
}

// checkResult checks that the result is of its type, and small enough.
func (g *goFile) checkResult() {
	var wrong, large []string
	for _, v := range g.extern.Output {
		wrong = append(wrong, g.outside(v)...)
		if kind := v.Sort().Kind; (kind == term.KindInt || kind == term.KindReal) && g.tooLarge < math.MaxInt64 {
			large = append(large, fmt.Sprintf("%s > %d", g.names[v], g.tooLarge))
			if !v.Sort().HasLow {
				large = append(large, fmt.Sprintf("%s < -%d", g.names[v], g.tooLarge))
			}
		}
	}
	if wrong != nil {
		g.line("if %s {\n%st.Fatalf(\"%%s, which is no value of type %%s\", call, %q)\n}", strings.Join(wrong, " || "), g.skipImpossible(), g.extern.Result)
	}
	if large != nil {
		g.line("if %s {\nt.Skipf(\"%%s, which is too large to be checked with 64 bits\", call)\n}", strings.Join(large, " || "))
	}
}

// outside returns the conditions under which a scalar of the result is not of its sort.
func (g *goFile) outside(v *term.Term) []string {
	name, sort := g.names[v], v.Sort()
	switch sort.Kind {
	case term.KindBool:
		return nil
	case term.KindReal:
		return []string{fmt.Sprintf("!%sNumber(%s)", g.prefix, name)}
	case term.KindEnum:
		return []string{name + " < 0", fmt.Sprintf("%s >= %d", name, len(sort.Members))}
	}
	var out []string
	low, high := sortLimits(sort)
	if low != "" {
		out = append(out, name+" < "+low)
	}
	if high != "" {
		out = append(out, name+" > "+high)
	}
	return out
}

// skipImpossible skips inputs for which the contract admits no result.
func (g *goFile) skipImpossible() string {
	text := ""
	for i := range g.every {
		if g.possible(i) != nil {
			text += fmt.Sprintf("if applies[%d] && !%s%sPossible(%s) {\nt.Skip(\"no result satisfies the postcondition\")\n}\n", i, g.prefix, g.suffixes[i], strings.Join(g.params, ", "))
		}
	}
	return text
}

// loops reports whether a condition has quantifiers.
func (g *goFile) loops() bool {
	for i, b := range g.behaviors {
		possible := g.possible(i)
		if b.Pre.HasQuantifier() || b.Post.HasQuantifier() || possible != nil && possible.HasQuantifier() {
			return true
		}
	}
	return false
}

// conditions writes the functions of one behaviour.
func (g *goFile) conditions(b sts.Behavior, i int) {
	name := g.prefix + g.suffixes[i]
	g.line("// %sRequires is the precondition of %s.", name, b.NumberedTitle(i))
	g.line("func %sRequires(%s) bool {\nreturn %s\n}\n", name, g.declared("", false), g.write(b.Pre))
	g.line("// %sEnsures is the postcondition of %s.", name, b.NumberedTitle(i))
	g.line("func %sEnsures(%s) bool {\nreturn %s\n}\n", name, g.declared("", true), g.write(b.Post))
	if possible := g.possible(i); possible != nil {
		g.line("// %sPossible reports whether some result satisfies the postcondition of %s.", name, b.NumberedTitle(i))
		g.line("func %sPossible(%s) bool {\nreturn %s\n}\n", name, g.declared("", false), g.write(possible))
	}
}

// declared are the parameters of a generated function.
func (g *goFile) declared(first string, withResult bool) string {
	var out []string
	if first != "" {
		out = append(out, first)
	}
	for i, p := range g.extern.Params {
		out = append(out, g.params[i]+" "+goTypeOf(p.Type))
	}
	if withResult {
		out = append(out, "result "+goTypeOf(g.extern.Result))
	}
	return strings.Join(out, ", ")
}
