package report

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// certified writes what is known of transitions and invariants, and where the certificates are.
func (w *textWriter) certified(r *result.Certification) {
	w.title(r.Model)
	list(w, r.Claims, func(c result.Claim) {
		evidence := c.File
		switch {
		case c.Status == result.ClaimOpen:
			evidence = c.Reason
		case c.Reason != "":
			evidence = "not certified: " + c.Reason
		}
		w.line("  %s  %s  %s", pad(string(c.About)+" "+text.Clean(c.Name), 30), pad(string(c.Status), 7), text.Clean(evidence))
	})
	w.blank()
	claims := len(r.Claims) - r.Open()
	w.entry("certified", fmt.Sprintf("%d of %s; %d open", r.Certified, text.Count(claims, "claim"), r.Open()))
	if r.Folder != "" {
		w.entry("check", "sextant verify "+r.Folder)
	}
}

// verified writes the verdict about each certificate.
func (w *textWriter) verified(r *result.Verification) {
	list(w, r.Certificates, func(c result.VerifiedCertificate) {
		w.line("  %s  %s  %s", pad(string(c.Verdict), 9), pad(text.Clean(c.File), 14), text.Clean(c.Claim))
		if c.Reason != "" {
			w.line("  %s  %s", pad("", 9), text.Clean(c.Reason))
		}
	})
	w.blank()
	w.entry("accepted", fmt.Sprintf("%d of %s; %d refused, %d undecided", r.Accepted, text.Count(len(r.Certificates), "certificate"), r.Refused, r.Undecided))
}
