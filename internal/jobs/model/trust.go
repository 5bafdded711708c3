package model

import (
	"context"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/language/syntax/modelfile"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// TrustOptions are the options of trust.
type TrustOptions struct {
	Output
	List   bool `flag:"list" usual:"yes" help:"only list the requests of the model, and whether you consented to them"`
	Revoke bool `flag:"revoke" usual:"yes" help:"revoke the consent"`
}

// Trust stores the consent of the user to all requests of a model, or revokes it. An allowed import may bring further requests, so
// the model is read until there is nothing new. A model with errors is returned with an *ErrModel.
func Trust(ctx context.Context, path string, options TrustOptions) (*result.Trust, *Loaded, error) {
	if options.List && options.Revoke {
		return nil, nil, errors.New("give --list or --revoke, not both")
	}
	for range modelfile.MaxFiles {
		l, err := LoadWithin(ctx, path, LoadOptions{})
		if err != nil {
			return nil, nil, err
		}
		refused := (*consent.Refused)(nil)
		if err := l.Usable(); err != nil && !errors.As(err, &refused) {
			return nil, l, err
		}
		r, err := settleTrust(l, options)
		if err != nil || refused == nil || !r.Changed || options.Revoke {
			return r, nil, err
		}
	}
	return nil, nil, fmt.Errorf("%s imports other files each time it is read", path)
}

// settleTrust changes the trust file for the requests of a model, and lists them.
func settleTrust(l *Loaded, options TrustOptions) (r *result.Trust, err error) {
	var policy consent.Policy
	requests := l.Requests()
	r = &result.Trust{Head: l.Head("trust"), Folder: l.Dir, Requests: []result.Request{}}
	switch {
	case options.List || len(requests) == 0:
		r.File, err = policy.Path()
	case options.Revoke:
		r.Changed = true
		r.File, err = policy.Forget(l.Dir, requests)
	default:
		r.Changed = true
		r.File, err = policy.Remember(l.Dir, requests)
	}
	if err != nil {
		return nil, err
	}
	for _, q := range requests {
		refused, err := policy.Review(l.Dir, []consent.Request{q})
		if err != nil {
			return nil, err
		}
		p := q.Span.Position()
		r.Requests = append(r.Requests, result.Request{Kind: q.Kind, What: q.What, From: q.From, File: q.Span.FileName(), Line: p.Line, Column: p.Column,
			Granted: len(refused) == 0})
	}
	return r, nil
}
