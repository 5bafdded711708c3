package drawing

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Combinations. A system may be wrong for one combination of values only. Where a move receives values each of which is one of a few, by its type or
// by the guard, all combinations of them are sent, or where these are too many all combinations of two, in a random order; where it receives texts, one of each kind. The other values are drawn.

// maxDomain bounds the values of one parameter, maxCombinations the combinations of several.
const (
	maxDomain       = 32
	maxCombinations = 128
)

// combination gives some of the values of an input.
type combination struct {
	places []int // among the values
	values []term.Value
}

// combinations are those of a move that were not sent yet.
type combinations struct {
	listed bool
	left   []combination
	kinds  []combination // of one text each
	rest   int           // inputs until combinations are tried again
	pause  int           // the last rest: it doubles as long as none of those that are left is taken
}

// longestPause bounds the rests of combinations.
const longestPause = 63

// taken notes whether one of a few combinations was taken.
func (c *combinations) taken(ok bool) {
	if ok {
		c.pause = 0
	} else {
		c.pause = min(2*c.pause+1, longestPause)
	}
	c.rest = c.pause
}

// combined returns an input with a combination of values that was not sent yet, if the receiver takes one of the next few. Some inputs are drawn as
// usual all the same.
func (d *Drawing) combined(ctx context.Context, r ioco.Receiver) (sut.Message, bool, error) {
	c := &d.combinations[r.Move.ID]
	if !c.listed {
		*c = combinations{listed: true, left: d.combinationsOf(r.Move), kinds: d.kindsOf(r.Move)}
	}
	switch p := d.random.IntN(4); {
	case len(c.left) > 0 && p > 0 && c.rest > 0:
		c.rest--
	case len(c.left) > 0 && p > 0:
		msg, ok, err := d.next(ctx, r, &c.left, true)
		c.taken(ok)
		return msg, ok, err
	case len(c.kinds) > 0 && p == 0:
		return d.next(ctx, r, &c.kinds, false)
	}
	return sut.Message{}, false, nil
}

// next returns an input with one of the next combinations of a list that the receiver takes, and drops it. Those that it does not take now are kept
// for later if that is wanted.
func (d *Drawing) next(ctx context.Context, r ioco.Receiver, list *[]combination, keep bool) (sut.Message, bool, error) {
	for range min(len(*list), fewest) {
		first := (*list)[0]
		msg := first.in(d.guess(r.Move.Input, false))
		ok, err := d.Fits(ctx, r, msg)
		if *list = (*list)[1:]; err != nil || ok {
			return msg, ok, err
		}
		if keep {
			*list = append(*list, first)
		}
	}
	return sut.Message{}, false, nil
}

// kindsOf lists a text of each kind for each text that a move receives, in a random order.
func (d *Drawing) kindsOf(m *sts.Move) []combination {
	var out []combination
	for i, a := range m.InputArgs {
		for _, text := range draw.Kinds() {
			if v := term.StringValue(text); m.Params[a].Sort.Kind == term.KindString {
				out = append(out, combination{[]int{i}, []term.Value{v}})
			}
		}
	}
	d.random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// in returns a message with the values of a combination.
func (c combination) in(msg sut.Message) sut.Message {
	for i, at := range c.places {
		msg.Values[at] = c.values[i]
	}
	msg.Fit()
	return msg
}

// combinationsOf lists the combinations of a move in a random order.
func (d *Drawing) combinationsOf(m *sts.Move) []combination {
	var out []combination
	for _, places := range groups(domainsOf(m)) {
		out = append(out, places...)
	}
	d.random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// groups combines domains: all of them, or else each two.
func groups(domains [][]term.Value) [][]combination {
	var finite []int
	size := 1
	for i, domain := range domains {
		if len(domain) > 1 {
			finite = append(finite, i)
			size = min(size*len(domain), maxCombinations+1)
		}
	}
	if len(finite) < 1 {
		return nil
	}
	if size <= maxCombinations || len(finite) == 1 {
		return [][]combination{product(domains, finite)}
	}
	var out [][]combination
	for i, a := range finite {
		for _, b := range finite[i+1:] {
			if len(domains[a])*len(domains[b]) <= maxCombinations {
				out = append(out, product(domains, []int{a, b}))
			}
		}
	}
	return out
}

// product lists the combinations of some domains.
func product(domains [][]term.Value, places []int) []combination {
	rows := []combination{{}}
	for _, at := range places {
		var longer []combination
		for _, row := range rows {
			for _, v := range domains[at] {
				longer = append(longer, combination{append(slices.Clip(row.places), at), append(slices.Clip(row.values), v)})
			}
		}
		rows = longer
	}
	return rows
}

// domainsOf returns for each value that a move receives which it can be, nil if these are not few.
func domainsOf(m *sts.Move) [][]term.Value {
	out := make([][]term.Value, len(m.InputArgs))
	for i, a := range m.InputArgs {
		p := m.Params[a]
		out[i] = p.Sort.Values(maxDomain)
		for _, c := range m.Conjuncts() {
			if values, ok := choices(c, p.Term); ok && len(values) <= maxDomain && (out[i] == nil || len(values) < len(out[i])) {
				out[i] = values
			}
		}
	}
	return out
}

// choices returns the constants that a condition allows for a parameter; false if it is not such a condition.
func choices(cond, param *term.Term) ([]term.Value, bool) {
	args := cond.Args()
	switch cond.Op() {
	case term.OpEq:
		for i, a := range args {
			if other := args[1-i]; a == param && other.IsConst() {
				return []term.Value{other.Value()}, true
			}
		}
	case term.OpHas:
		if args[0].IsConst() && args[1] == param && args[0].Sort().Kind != term.KindMap {
			return args[0].Value().Items(), true
		}
	case term.OpOr:
		var out []term.Value
		for _, a := range args {
			values, ok := choices(a, param)
			if !ok {
				return nil, false
			}
			out = append(out, values...)
		}
		return out, len(out) > 0
	}
	return nil, false
}
