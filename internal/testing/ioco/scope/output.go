package scope

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// What is allowed is said in values, not in conditions: each scalar of an output with the value that it must have, or with those that it
// may have. Outputs that differ in one scalar are said together.

// offer is an output that is due, with the values of its scalars.
type offer struct {
	channel *sts.Channel
	leaves  []sts.Leaf // of the payload, with names
	scopes  []Scope
	where   []string // conditions on several scalars
	depends bool     // there are more of them
}

// maxAsked is for how many outputs a solver is asked which values they may have.
const maxAsked = 20

// Due is an output that may come, and the conditions on its terms.
type Due struct {
	sts.Message
	Conds []*term.Term
}

// Outputs says which outputs may come.
func (f *Finder) Outputs(ctx context.Context, list []Due) ([]result.Allowed, error) {
	var offers []offer
	asked := 0
	for _, due := range list {
		if _, known := term.Constants(due.Args); !known {
			if asked++; asked > maxAsked {
				continue
			}
		}
		o, err := f.offer(ctx, due)
		if err != nil {
			return nil, err
		}
		offers = joined(offers, o)
	}
	out := make([]result.Allowed, len(offers))
	for i, o := range offers {
		out[i] = o.result()
	}
	slices.SortFunc(out, func(a, b result.Allowed) int { return cmp.Compare(a.Text, b.Text) })
	return slices.CompactFunc(out, func(a, b result.Allowed) bool { return a.Text == b.Text }), nil
}

// offer returns the values of an output.
func (f *Finder) offer(ctx context.Context, due Due) (offer, error) {
	o := offer{channel: due.Channel, leaves: leaves(due.Channel)}
	var open []*term.Term
	for i, x := range due.Args {
		s, err := f.Of(ctx, x, due.Conds)
		if err != nil {
			return o, err
		}
		if before := slices.Index(due.Args[:i], x); before >= 0 && len(s.Values) != 1 {
			s.Equals = o.leaves[before].Path
		} else {
			open = append(open, x)
		}
		o.scopes = append(o.scopes, s)
	}
	if depends(open, due.Conds) || slices.ContainsFunc(o.scopes, func(s Scope) bool { return s.Part }) {
		o.where, o.depends = f.relations(due.Args, o.leaves, due.Conds)
		o.depends = o.depends && len(open) > 1
	}
	return o, nil
}

// longest is the length of a condition that is printed.
const longest = 60

// relations returns the conditions on scalars of an output that their scopes do not tell and that can be said by their names, and reports
// whether there are others.
func (f *Finder) relations(args []*term.Term, leaves []sts.Leaf, conds []*term.Term) (where []string, more bool) {
	names := map[*term.Term]*term.Term{}
	for i, x := range args {
		if x.Op() == term.OpVar {
			names[x] = f.Store.Var(leaves[i].Path, x.Sort())
		}
		more = more || x.Op() != term.OpVar && !x.IsConst()
	}
	for _, c := range conds {
		if !c.Mentions(term.Variables(args)...) || isBound(c) {
			continue
		}
		words := f.Store.Substitute(c, names).String()
		unnamed := slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { return names[v] == nil })
		if unnamed || len(words) > longest || strings.Contains(words, "if ") {
			more = true
			continue
		}
		where = append(where, words)
	}
	return where, more
}

// isBound reports whether a condition compares a variable with a constant, which its scope tells.
func isBound(c *term.Term) bool {
	if c.Op() == term.OpNot {
		c = c.Args()[0]
	}
	if c.Op() != term.OpLe && c.Op() != term.OpEq {
		return false
	}
	a, b := c.Args()[0], c.Args()[1]
	return a.Op() == term.OpVar && b.IsConst() || b.Op() == term.OpVar && a.IsConst()
}

// leaves returns the scalars of the payload of a channel, with names such as level, or point.x.
func leaves(c *sts.Channel) []sts.Leaf {
	var out []sts.Leaf
	for i, typ := range c.Payload {
		name := "value" + strconv.Itoa(i+1)
		if i < len(c.Names) && c.Names[i] != "" {
			name = c.Names[i]
		}
		for _, leaf := range typ.Leaves() {
			out = append(out, sts.Leaf{Path: name + leaf.Path, Sort: leaf.Sort, Type: leaf.Type})
		}
	}
	return out
}

// depends reports whether the values of terms depend on each other, directly or by conditions.
func depends(terms, conds []*term.Term) bool {
	owner := map[*term.Term]int{} // of variables: the first term that they are connected with
	for i, x := range terms {
		for _, v := range connected(x, conds) {
			if first, again := owner[v]; again && first != i {
				return true
			}
			owner[v] = i
		}
	}
	return false
}

// connected returns the variables of a term, and those that conditions connect with them.
func connected(x *term.Term, conds []*term.Term) []*term.Term {
	vars := slices.Clone(x.Vars())
	for changed := true; changed; {
		changed = false
		for _, c := range conds {
			if !c.Mentions(vars...) {
				continue
			}
			for _, v := range c.Vars() {
				if !slices.Contains(vars, v) {
					vars, changed = append(vars, v), true
				}
			}
		}
	}
	return vars
}

// joined adds an output to others. One that differs from another in the values of one scalar is joined with it.
func joined(offers []offer, o offer) []offer {
	for i := range offers {
		if both, ok := offers[i].join(o); ok {
			rest := slices.Delete(offers, i, i+1)
			return joined(rest, both)
		}
	}
	return append(offers, o)
}

// join returns an output that stands for two, if there is one.
func (o offer) join(other offer) (offer, bool) {
	if o.channel != other.channel || o.depends || other.depends || len(o.where)+len(other.where) > 0 {
		return o, false
	}
	differs := -1
	for i := range o.scopes {
		if o.scopes[i].Same(other.scopes[i]) {
			continue
		}
		if differs >= 0 {
			return o, false
		}
		differs = i
	}
	if differs < 0 {
		return o, true
	}
	both, ok := o.scopes[differs].Union(other.scopes[differs])
	o.scopes = slices.Clone(o.scopes)
	o.scopes[differs] = both
	return o, ok
}

// result returns the output as data and in words.
func (o offer) result() result.Allowed {
	out := result.Allowed{Channel: o.channel.Name, Where: o.where, Depends: o.depends, Payload: []result.Scope{}}
	for i, s := range o.scopes {
		out.Payload = append(out.Payload, s.Result(o.leaves[i].Path, o.leaves[i].Type))
	}
	var parts []string
	rest := o.scopes
	for _, typ := range o.channel.Payload {
		parts = append(parts, words(typ, rest[:typ.Size()]))
		rest = rest[typ.Size():]
	}
	out.Text = o.channel.Name + "(" + strings.Join(parts, ", ") + ")"
	if len(o.where) > 0 {
		out.Text += " where " + List(o.where, text.And)
	}
	if o.depends {
		out.Text += ", not in every combination"
	}
	return out
}
