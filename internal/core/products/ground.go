package products

import (
	"context"
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Conditions over features may have quantifiers over other things, for instance the condition that no input is accepted. They are replaced by
// equivalent conditions without quantifiers: for each choice of the features that they mention, the solver decides the closed formula that is
// left.

// maxGround bounds the features of a condition with quantifiers for which all choices are decided.
const maxGround = 8

// groundPure replaces conditions with quantifiers over features alone.
func (p *projecting) groundPure(ctx context.Context) error {
	out := make([]*term.Term, len(p.conjuncts))
	for i, c := range p.conjuncts {
		out[i] = c
		if !c.HasQuantifier() || slices.ContainsFunc(c.Vars(), func(v *term.Term) bool { return !p.features[v] }) {
			continue
		}
		var err error
		if out[i], err = p.line.ground(ctx, c); err != nil {
			return err
		}
	}
	p.conjuncts = out
	return nil
}

// ground returns a condition over features without quantifiers that is equal to c; or, if c mentions many, one that the values of a
// solution make true.
func (p *projecting) ground(ctx context.Context, c *term.Term, model smt.Model) (*term.Term, error) {
	if !c.HasQuantifier() || len(c.Vars()) <= maxGround {
		return p.line.ground(ctx, c)
	}
	var parts []*term.Term
	for _, v := range c.Vars() {
		if p.features[v] {
			parts = append(parts, p.line.literal(v, model[v].Bool()))
		}
	}
	return p.line.store.And(parts...), nil
}

// ground replaces a condition over features with quantifiers by an equal one without.
func (l *Line) ground(ctx context.Context, c *term.Term) (*term.Term, error) {
	vars := c.Vars()
	switch {
	case c.IsConst() || !c.HasQuantifier():
		return c, nil
	case len(vars) > maxGround:
		return nil, errTooMany
	case len(vars) > 0:
		return l.groundHalves(ctx, c, vars[0])
	case l.solver == nil:
		return nil, term.ErrUndecided
	}
	holds, err := smt.Decide(ctx, l.solver, c, 0)
	return l.store.Truth(holds), err
}

func (l *Line) groundHalves(ctx context.Context, c, feature *term.Term) (*term.Term, error) {
	on, off := l.halves(c, feature)
	with, err := l.ground(ctx, on)
	if err != nil {
		return nil, err
	}
	without, err := l.ground(ctx, off)
	if err != nil {
		return nil, err
	}
	return l.store.Ite(feature, with, without), nil
}

// errTooMany is the error of a condition with quantifiers that mentions too many features.
var errTooMany = errors.New("a condition with quantifiers mentions many features")

// undecided returns the inexact projection for a condition that could not be decided; it returns other errors.
func (l *Line) undecided(err error) (Projection, error) {
	if errors.Is(err, term.ErrUndecided) || errors.Is(err, errTooMany) {
		return Projection{Set: l.None(), Reason: err.Error()}, nil
	}
	return Projection{Set: l.None()}, err
}
