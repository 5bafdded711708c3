// Package certify asks the portfolio about all transitions and invariants of a model, and writes what it answers as certificates: small files
// with a claim and evidence, which package verify checks without the engines.
//
// Vocabulary:
//
//	claim        that a run takes a transition or breaks an invariant, or that none does
//	certificate  a claim with evidence: a run, or conditions that hold and exclude it
//	not certified  a claim that an engine has made without evidence of these kinds, and the reason
package certify

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/coretext"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/verify"
)

// Options are the options of a certification.
type Options struct {
	Folder string `flag:"output" usual:"yes" short:"o" writes:"folder" help:"folder for the certificates; those that are in it are replaced"`
	Prove  int    `flag:"prove" group:"search" usual:"yes" min:"0" help:"maximum number of solver queries of a proof; 0 tries none"`
	States int    `flag:"states" group:"search" min:"1" help:"maximum number of symbolic states"`
	model.Common
	Solver model.SolverOptions
}

// Defaults returns the values of flags that are not given.
func Defaults() *Options {
	return &Options{Prove: reach.UsualQueries, States: explore.DefaultStates, Common: model.CommonDefaults(), Solver: model.SolverDefaults()}
}

// Run asks about all transitions and invariants of a model, and writes certificates of the answers if a folder is given.
func Run(ctx context.Context, l *model.Loaded, options Options) (*result.Certification, error) {
	start := time.Now()
	s := l.System
	reply, err := ask(ctx, s, options)
	if err != nil {
		return nil, err
	}
	out := &result.Certification{Head: l.Head("certify"), Claims: []result.Claim{}, Engines: reply.Engines}
	out.Stop = result.StopOf(ctx)
	texts := certificates(s, reply.Answers, out)
	out.Stats = model.SolverStats(reply.Solver, start)
	out.Stats.States, out.Stats.Workers = reply.States(), options.Workers
	if options.Folder == "" {
		return out, nil
	}
	out.Folder = options.Folder
	return out, write(options.Folder, out, texts)
}

// ask asks the portfolio about all goals.
func ask(ctx context.Context, s *sts.System, options Options) (*reach.Reply, error) {
	newSolver := options.Solver.Factory(s.Store)
	tree := explore.Options{Strategy: explore.Cover, Depth: explore.DefaultDepth, States: options.States, Workers: options.Workers, Seed: options.Seed, Memory: options.Budget(),
		Progress: options.Progress, NewSolver: newSolver}
	proofs := reach.Brief(options.Prove)
	if proofs != nil {
		proofs.SelfContained = true
	}
	q := reach.Question{System: s, Goals: goals(s), NewSolver: newSolver, Seed: options.Seed, Memory: options.Budget(), Proofs: proofs, Tree: &tree}
	return reach.Ask(ctx, q)
}

// certificates adds the claims of answers to a document, and returns the core and the certificates.
func certificates(s *sts.System, answers []reach.Answer, out *result.Certification) []string {
	core := coretext.System(s)
	texts := []string{core}
	for i := range answers {
		claim, text := certificate(s, verify.Hash(core), &answers[i])
		if text != "" {
			claim.File = fmt.Sprintf("claim-%04d.txt", len(texts))
			texts = append(texts, text)
			out.Certified++
		}
		out.Claims = append(out.Claims, claim)
	}
	return texts
}

// goals are the events that claims are about.
func goals(s *sts.System) []reach.Goal {
	out := reach.Transitions(s.Transitions())
	for i := range s.Invariants {
		out = append(out, reach.Goal{Invariant: &s.Invariants[i]})
	}
	return out
}

// certificate returns the claim of an answer and its certificate; an empty one if the evidence is of another kind.
func certificate(s *sts.System, core string, a *reach.Answer) (result.Claim, string) {
	claim := claimOf(a)
	if claim.Status == result.ClaimOpen {
		return claim, ""
	}
	if claim.Reason = obstacle(s, a); claim.Reason != "" {
		return claim, ""
	}
	t := coretext.New(s)
	word := "reaches"
	if claim.Status == result.ClaimNever {
		word = "never"
	}
	t.Line(word, string(claim.About), strconv.Quote(claim.Name))
	if a.Run != nil {
		if err := writeRun(t, s, a.Run); err != nil {
			claim.Reason = "the run does not begin: " + err.Error()
			return claim, ""
		}
	} else {
		writeClauses(t, s, a.Invariant)
	}
	return claim, "(certificate " + coretext.Version + " " + core + ")\n" + t.String()
}

// claimOf returns the claim of an answer.
func claimOf(a *reach.Answer) result.Claim {
	claim := result.Claim{About: result.AboutTransition, Status: result.ClaimOpen}
	if a.Goal.Invariant != nil {
		claim.About, claim.Name = result.AboutInvariant, a.Goal.Invariant.Name
	} else {
		claim.Name = a.Goal.Transition.Name
	}
	switch {
	case a.Open() || a.Why.Status == result.OnlyThroughError:
		claim.Reason = a.Why.Reason
	case a.Run != nil:
		claim.Status = result.ClaimReached
	case a.Why.Status == result.Unreachable:
		claim.Status = result.ClaimNever
	}
	claim.Engine = a.Engine
	return claim
}

// obstacle returns why there is no certificate of an answer; empty if there is one.
func obstacle(s *sts.System, a *reach.Answer) string {
	switch {
	case a.Run != nil && len(s.Externs) > 0:
		return "results of functions cannot be checked"
	case a.Run != nil && slices.ContainsFunc(a.Run.Steps()[1:], func(w *run.Witness) bool { return w.Move.HasRivals() }):
		return "a step depends on whether queues allow others"
	case a.Run != nil:
		return ""
	case a.Why.Proof == nil || a.Why.Proof.Method == result.ByExploration:
		return "the proof is a search of all states"
	case a.Why.Proof != nil && a.Why.Proof.K > 0:
		return "the proof is by k-induction"
	}
	return ""
}

// writeRun writes the values with which a run begins, and the parameters of its steps.
func writeRun(t *coretext.Text, s *sts.System, w *run.Witness) error {
	steps := w.Steps()
	start, err := sts.NewInterpreter(s).Start(steps[0].Params)
	if err != nil {
		return err
	}
	sorts := make([]*term.Sort, len(s.Slots))
	for i, slot := range s.Slots {
		sorts[i] = slot.Sort
	}
	t.Line("begins", values(sorts, start.Values))
	for _, step := range steps[1:] {
		sorts = sorts[:0]
		for _, p := range step.Move.Params {
			sorts = append(sorts, p.Sort)
		}
		t.Line(strings.TrimSpace("step " + strconv.Itoa(step.Move.ID) + " " + values(sorts, step.Params)))
	}
	return nil
}

func values(sorts []*term.Sort, list []term.Value) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = coretext.Value(sorts[i], v)
	}
	return strings.Join(words, " ")
}

// writeClauses writes the conditions of a proof, and what holds at the locations of machines.
func writeClauses(t *coretext.Text, s *sts.System, clauses []prove.Clause) {
	for _, cond := range s.Typed {
		writeClause(t, nil, cond)
	}
	for i, m := range s.Machines {
		for l := range m.Locations {
			for _, cond := range s.StandingAt(i, l) {
				writeClause(t, []string{location(i, l)}, cond)
			}
		}
	}
	for _, c := range clauses {
		var at []string
		for i, l := range c.Locations {
			at = append(at, location(i, l))
		}
		writeClause(t, at, c.Term)
	}
}

func location(machine, location int) string {
	return "(at " + strconv.Itoa(machine) + " " + strconv.Itoa(location) + ")"
}

func writeClause(t *coretext.Text, at []string, cond *term.Term) {
	f := t.Form("clause", nil, cond)
	f.Add(at...).Add(f.Term(cond)).End()
}
