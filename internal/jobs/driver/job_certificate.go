package driver

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/core/coretext"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/certify"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/verify"
)

func runCertify(ctx context.Context, j *Job, o *certify.Options) (any, error) {
	r, err := certify.Run(ctx, j.Loaded, *o)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// VerifyOptions are the options of verify.
type VerifyOptions struct {
	Solvers string `flag:"solver" usual:"yes" help:"programs that are asked, separated by commas: z3, cvc5, or paths of them; each must agree"`
	Model   string `flag:"model" usual:"yes" help:"the model that the certificates are to be about; the core is compiled again and compared"`
	model.Common
}

func verifyDefaults() *VerifyOptions {
	return &VerifyOptions{Solvers: "z3", Common: model.CommonDefaults()}
}

// maxCore is the size of the largest core that is compared.
const maxCore = 256 << 20

func runVerify(ctx context.Context, j *Job, o *VerifyOptions) (any, error) {
	out := &result.Verification{Command: j.Analysis.Name, Folder: j.Args[0], Certificates: []result.VerifiedCertificate{}}
	var solvers []verify.Solver
	for _, program := range strings.Split(o.Solvers, ",") {
		program = strings.TrimSpace(program)
		s, err := verify.SolverOf(program)
		if err == nil {
			_, err = exec.LookPath(program)
		}
		if err != nil {
			return nil, err
		}
		solvers, out.Solvers = append(solvers, s), append(out.Solvers, s.Name)
	}
	if o.Model != "" {
		if err := o.compare(j.Args[0]); err != nil {
			return nil, err
		}
	}
	checked, err := verify.Folder(ctx, j.Args[0], solvers)
	if err != nil {
		return nil, err
	}
	for _, c := range checked {
		out.Certificates = append(out.Certificates, result.VerifiedCertificate{File: c.File, Claim: c.Claim, Verdict: verdictOf(c.Verdict, out), Reason: c.Reason})
	}
	return out, nil
}

// verdictOf counts a verdict, and returns it as that of the document.
func verdictOf(v verify.Verdict, count *result.Verification) result.CertificateVerdict {
	switch v {
	case verify.Accepted:
		count.Accepted++
		return result.CertificateAccepted
	case verify.Undecided:
		count.Undecided++
		return result.CertificateUndecided
	}
	count.Refused++
	return result.CertificateRefused
}

// compare compiles the model and compares its core with that of the certificates.
func (o *VerifyOptions) compare(folder string) error {
	l, err := model.Load(o.Model, o.LoadOptions())
	if err != nil {
		return err
	}
	text, err := file.Read(filepath.Join(folder, certify.CoreName), maxCore)
	if err != nil {
		return err
	}
	if string(text) != coretext.System(l.System) {
		return errors.New("the certificates are about another model than " + o.Model + ", or about another version of it")
	}
	return nil
}
