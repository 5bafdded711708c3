package prove

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Result returns the report as plain data. A claim that a step breaks is reported as not inductive, since the state before the step may be
// unreachable.
func (r *Report) Result(s *sts.System) *result.Invariants {
	out := &result.Invariants{Verdicts: []result.InvariantVerdict{}, Steps: []result.InvariantStep{}}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		verdict := v.result()
		switch {
		case v.Inductive:
			verdict.Proof = &result.Proof{Method: result.ByInduction}
		case v.Proof != nil:
			own := []*term.Term{}
			if v.Invariant != nil {
				own = s.HoldsThroughout(v.Invariant).Conjuncts()
			}
			verdict.Proof = v.Proof.result(s, own)
		}
		out.Verdicts = append(out.Verdicts, verdict)
	}
	for _, a := range r.Answers {
		out.Steps = append(out.Steps, a.result(s))
	}
	return out
}

func (v *Verdict) result() result.InvariantVerdict {
	out := result.InvariantVerdict{Invariant: v.Claim}
	if v.Failed != nil {
		out.Reason = v.Failed.Explain()
	}
	switch {
	case v.Proof != nil && len(v.Proof.Contracts) > 0:
		out.Verdict = result.InvariantByContract
	case v.Holds():
		out.Verdict = result.InvariantHolds
	case v.Status == Proved:
		out.Verdict = result.InvariantRelative
	case v.Status == Broken:
		out.Verdict = result.InvariantNotInductive
	default:
		out.Verdict = result.InvariantUnknown
	}
	if v.Invariant != nil && v.Invariant.Span.File != nil {
		out.File, out.Line = v.Invariant.Span.FileName(), v.Invariant.Span.Position().Line
	}
	return out
}

// result leaves out the conditions of the claim itself, and those on locations, which the place implies.
func (p *Proof) result(s *sts.System, own []*term.Term) *result.Proof {
	out := &result.Proof{Method: p.Method, K: p.K, Contracts: p.Contracts, Queries: p.Queries}
	for _, c := range p.Auxiliary {
		if !slices.Contains(own, c.Term) && !aboutPlaces(s, c.Term) {
			out.Invariant = append(out.Invariant, result.Clause{Location: c.Place, Condition: c.Term.String()})
		}
	}
	return out
}

// aboutPlaces reports whether a condition mentions the locations of machines, and nothing else.
func aboutPlaces(s *sts.System, cond *term.Term) bool {
	vars := cond.Vars()
	for _, m := range s.Machines {
		if slot, held := m.Place(); held {
			vars = slices.DeleteFunc(slices.Clone(vars), func(v *term.Term) bool { return v == s.Slots[slot].Term })
		}
	}
	return len(vars) == 0 && len(cond.Vars()) > 0
}

func (a *StepAnswer) result(s *sts.System) result.InvariantStep {
	out := result.InvariantStep{Invariant: a.Claim, Event: "initialisation", Answer: result.Answer(a.Status.String()), Reason: a.Explain()}
	if a.Move != nil {
		out.Event = a.Move.Name
	}
	if a.Step != nil {
		out.Example = a.Step.result(s)
	}
	return out
}

func (x *BreakingStep) result(s *sts.System) *result.BreakingStep {
	out := &result.BreakingStep{Assumes: x.Assumes}
	if x.Violated != nil {
		out.Error = x.Violated.Text
	}
	out.From, out.Before = formatConfig(s, x.Before)
	out.To, out.After = formatConfig(s, x.After)
	if x.Before == nil && x.Violated != nil {
		out.After = run.Free(s, x.After.Values) // the other variables have no values
	}
	if x.Wait != nil && x.Wait.Sign() > 0 {
		out.Wait = run.WaitOf(s, x.After, x.Wait)
	}
	if x.Move != nil {
		out.Parameters = formatParameters(x.Move.Params, x.Params)
	}
	return out
}

// formatConfig writes the locations, if the system has several, and the variables of a state.
func formatConfig(s *sts.System, c *sts.Config) (locations string, values map[string]string) {
	if c == nil {
		return "", nil
	}
	if len(s.Machines) > 1 || len(s.Machines[0].Locations) > 1 {
		locations = s.LocationName(c.Locations)
	}
	values = map[string]string{}
	for _, v := range s.Variables() {
		values[v.Name] = v.Type.Format(c.Values[v.First : v.First+v.Type.Size()])
	}
	return locations, values
}

// formatParameters writes what is chosen and received; results of externs are listed as assumptions.
func formatParameters(params []sts.Param, values []term.Value) map[string]string {
	out := map[string]string{}
	for _, c := range sts.Components(params) {
		if params[c.First].Kind != sts.Returned {
			out[c.Name] = c.Format(values)
		}
	}
	return out
}
