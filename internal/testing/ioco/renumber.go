package ioco

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The fresh variables of a step are named by its number. Where something stays open for ever the numbers would grow for ever, and with
// them the memory for variables and terms. So when they are far above the number of variables in use, the variables get lower ones.

// spareNumbers is how many numbers of steps may be unused.
const spareNumbers = 32

// renumber gives the open variables of a possibility low numbers, if they are high.
func (k *knowledge) renumber(p *Possibility) {
	if p.config != nil || p.Steps <= spareNumbers || slices.ContainsFunc(p.Conds, (*term.Term).HasQuantifier) {
		return // a bound variable may have any number
	}
	vars := p.variables()
	numbers := map[int]int{0: 0} // initial values keep their number
	for v := range vars {
		numbers[number(v)] = 0
	}
	if p.Steps <= len(numbers)+spareNumbers {
		return
	}
	for i, n := range slices.Sorted(maps.Keys(numbers)) {
		numbers[n] = i
	}
	by := bindings{}
	for v := range vars {
		if n := number(v); n != numbers[n] {
			name, _, _ := strings.Cut(v.Name(), "@")
			by[v] = k.System.Store.Var(name+"@"+strconv.Itoa(numbers[n]), v.Sort())
		}
	}
	k.rename(p, by)
	p.Steps = len(numbers) - 1
}

// number returns the number of the step that a variable is from; 0 for initial values.
func number(v *term.Term) int {
	_, text, _ := strings.Cut(v.Name(), "@")
	n, _ := strconv.Atoi(text) // names that steps give are numbered
	return n
}

// variables returns those that occur in a possibility.
func (p *Possibility) variables() map[*term.Term]bool {
	out := map[*term.Term]bool{}
	add := func(list []*term.Term) {
		for _, x := range list {
			for _, v := range x.Vars() {
				out[v] = true
			}
		}
	}
	p.terms(add)
	add(p.Conds)
	for _, c := range p.Calls {
		add(c.Args)
		add(c.Results)
	}
	return out
}

// rename puts variables in the place of others everywhere.
func (k *knowledge) rename(p *Possibility, by bindings) {
	change := func(x *term.Term) *term.Term { return substituted(k.System.Store, x, by) }
	p.rewrite(change)
	p.Conds = rewritten(p.Conds, change)
	calls := make([]smt.Call, len(p.Calls))
	for i, c := range p.Calls {
		c.Args, c.Results = rewritten(c.Args, change), rewritten(c.Results, change)
		calls[i] = c
	}
	p.Calls = calls
	values := map[*term.Term]term.Value{}
	for v := range p.variables() {
		old := v
		for from, to := range by {
			if to == v {
				old = from
			}
		}
		values[v] = p.witness.Value(old)
	}
	p.witness.Values = values
}
