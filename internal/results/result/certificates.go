package result

// Certification is the result of the command certify.
type Certification struct {
	Head
	Claims    []Claim     `json:"claims"`
	Certified int         `json:"certified"` // claims with a certificate
	Folder    string      `json:"folder,omitempty"`
	Engines   []EngineUse `json:"engines,omitempty"`
}

// ClaimStatus is what a claim says.
type ClaimStatus string

// The statuses of claims.
const (
	ClaimReached ClaimStatus = "reached" // a run takes the transition, or breaks the invariant
	ClaimNever   ClaimStatus = "never"   // no run does
	ClaimOpen    ClaimStatus = "open"    // neither is known, so there is no claim
)

// ClaimSubject is what a claim is about.
type ClaimSubject string

// The subjects of claims.
const (
	AboutTransition ClaimSubject = "transition"
	AboutInvariant  ClaimSubject = "invariant"
)

// Claim is what is known of a transition or an invariant.
type Claim struct {
	About  ClaimSubject `json:"about"`
	Name   string       `json:"name"`
	Status ClaimStatus  `json:"status"`
	Engine SearchEngine `json:"engine,omitempty"` // that decided
	File   string       `json:"file,omitempty"`   // the certificate
	Reason string       `json:"reason,omitempty"` // why there is no certificate
}

// Open returns the number of transitions and invariants without a claim.
func (c *Certification) Open() int {
	open := 0
	for _, claim := range c.Claims {
		if claim.Status == ClaimOpen {
			open++
		}
	}
	return open
}

// Verification is the result of the command verify.
type Verification struct {
	Command      string                `json:"command"`
	Folder       string                `json:"folder"`
	Solvers      []string              `json:"solvers"`
	Certificates []VerifiedCertificate `json:"certificates"`
	Accepted     int                   `json:"accepted"`
	Refused      int                   `json:"refused"`
	Undecided    int                   `json:"undecided"`
}

// CertificateVerdict is the result of checking a certificate.
type CertificateVerdict string

// The verdicts about certificates.
const (
	CertificateAccepted  CertificateVerdict = "accepted"
	CertificateRefused   CertificateVerdict = "refused"   // the evidence does not show the claim, or a file was changed
	CertificateUndecided CertificateVerdict = "undecided" // a solver leaves an obligation open, or something is not computed
)

// VerifiedCertificate is a certificate that was checked.
type VerifiedCertificate struct {
	File    string             `json:"file"`
	Claim   string             `json:"claim,omitempty"` // in words; empty if it cannot be read
	Verdict CertificateVerdict `json:"verdict"`
	Reason  string             `json:"reason,omitempty"`
}

// Finding reports whether a certificate was not accepted, or there is none.
func (v *Verification) Finding() bool {
	return v.Accepted < len(v.Certificates) || len(v.Certificates) == 0
}
