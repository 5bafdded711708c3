package sextant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// CampaignOptions say how tests are repeated. The zero value of each is its default.
type CampaignOptions struct {
	TestOptions // of them, Seed, Wait, Solver, Functions, Consts and TimeUnit count

	Repeat     int     // number of runs; 0 is 100
	Length     int     // actions of a run: inputs, outputs and silences; 0 is 10
	Alpha      float64 // the probability of rejecting a right system; 0 is 0.05
	Sequential bool    // stop as soon as it is clear whether probabilities and rates deviate by a tenth
	Traces     string  // folder to keep all runs in; a campaign that was ended is continued from there
}

// CampaignResult is the result of a campaign. The system passes only if it does by both verdicts.
type CampaignResult struct {
	Verdict       Verdict
	Functional    Verdict // on what the system did
	Probabilistic Chance  // on how often, and after which times
	Evidence      string  // what speaks against the system, if something does
	Runs          int

	document *result.Run
}

// JSON returns the whole result as the command run prints it with --json: frequencies, rates, and the tests of them.
func (r *CampaignResult) JSON() ([]byte, error) { return json.MarshalIndent(r.document, "", "  ") }

// Chance is a verdict on frequencies and waiting times.
type Chance string

// The verdicts on frequencies and waiting times.
const (
	ChancePass      Chance = "pass"
	ChanceFail      Chance = "fail"
	ChanceUntested  Chance = "untested"  // there was nothing that could be tested
	ChanceUncertain Chance = "uncertain" // no scheduler was found that explains the frequencies, but there may be one
)

// Campaign repeats tests of a system, and compares what it does, how often and after which times, with the probabilities and rates of
// the model. In a bubble of testing/synctest time is simulated, so that long waits cost nothing.
func (m *Model) Campaign(ctx context.Context, system System, options CampaignOptions) (*CampaignResult, error) {
	if _, err := m.load(options.Consts); err != nil {
		return nil, errors.Join(err, (&adapter{system: system}).Close())
	}
	if err := m.checkCampaign(options); err != nil {
		return nil, errors.Join(err, (&adapter{system: system}).Close())
	}
	t, err := m.tester(&adapter{model: m, system: system}, options.TestOptions, false)
	if err != nil {
		return nil, err
	}
	r, err := t.Campaign(ctx, options.rig())
	if err = errors.Join(err, t.Close()); err != nil {
		return nil, err
	}
	c := r.Campaign
	return &CampaignResult{Verdict: Verdict(r.Verdict), Functional: Verdict(c.Functional), Probabilistic: Chance(c.Probabilistic), Evidence: r.Evidence, Runs: c.Runs, document: r}, nil
}

// checkCampaign reports a campaign that makes no sense.
func (m *Model) checkCampaign(o CampaignOptions) error {
	switch {
	case o.Alpha < 0 || o.Alpha >= 1:
		return fmt.Errorf("CampaignOptions.Alpha is %v: it is a probability between 0 and 1, both excluded", o.Alpha)
	case o.Repeat == 1:
		return errors.New("CampaignOptions.Repeat is 1: one run says nothing about frequencies")
	case !m.loaded.System.Chancy():
		return errors.New("the model has neither probabilities nor rates, so there are no frequencies to compare: use Test")
	}
	return nil
}

// rig returns the options with their defaults.
func (o CampaignOptions) rig() rig.CampaignOptions {
	out := rig.CampaignDefaults()
	out.Repeat, out.Sequential, out.Traces = 100, o.Sequential, o.Traces
	if o.Repeat > 0 {
		out.Repeat = o.Repeat
	}
	if o.Length > 0 {
		out.Length = o.Length
	}
	if o.Alpha != 0 {
		out.Alpha = o.Alpha
	}
	return out
}
