package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// certificate is a claim with evidence.
type certificate struct {
	core   string // hash of the core that it is about
	never  bool   // the claim is that no run does it
	what   string // "transition" or "invariant"
	name   string
	about  *expr // the invariant
	begins []value
	steps  []taken
	hints  []clause
}

// taken is a step of a run.
type taken struct {
	move   int
	params []value
}

// clause is a condition that is said to hold whenever some machines are at some locations.
type clause struct {
	at   map[int]int // locations, by machine
	cond *expr
}

// holdsAt reports whether a clause is about a row of locations.
func (cl *clause) holdsAt(row []int) bool {
	for m, l := range cl.at {
		if row[m] != l {
			return false
		}
	}
	return true
}

// Hash returns the hash of a text, as certificates and lists of files have it.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// readHeader reads the first form of a certificate: the version, and the hash of the core.
func readHeader(text string) ([]*node, string, error) {
	forms, err := parse(text)
	if err != nil {
		return nil, "", err
	}
	if len(forms) == 0 || forms[0].head() != "certificate" || len(forms[0].list) != 3 || forms[0].list[1].word != "1" {
		return nil, "", fmt.Errorf("line 1: this is not a certificate of version 1")
	}
	return forms[1:], forms[0].list[2].word, nil
}

// readCertificate reads a certificate about a core. Its sorts are numbered for themselves.
func readCertificate(c *core, text string) (*certificate, error) {
	forms, hash, err := readHeader(text)
	if err != nil {
		return nil, err
	}
	out := &certificate{core: hash}
	sc := c.scope()
	sc.sorts = nil
	for _, n := range forms {
		if n.head() == "sort" && len(n.list) == 3 {
			s, err := readSort(n.list[2], sc.sorts)
			if err != nil {
				return nil, err
			}
			sc.sorts = append(sc.sorts, s)
			continue
		}
		if err := out.read(c, *sc, n); err != nil {
			return nil, err
		}
	}
	if out.what == "" {
		return nil, fmt.Errorf("the certificate has no claim")
	}
	return out, nil
}

// read reads a form of a certificate. The scope is a copy, so definitions belong to the form.
func (cert *certificate) read(c *core, sc scope, n *node) error {
	rest, err := sc.readLets(n)
	if err != nil {
		return err
	}
	switch n.head() {
	case "reaches", "never":
		return cert.readClaim(c, n)
	case "begins":
		for i, v := range rest {
			if i >= len(c.slots) {
				return n.errorf("more values than slots")
			}
			value, err := readValue(v, c.slots[i].sort)
			if err != nil {
				return err
			}
			cert.begins = append(cert.begins, value)
		}
		return nil
	case "step":
		return cert.readStep(c, n)
	case "clause":
		return cert.readClause(c, &sc, n, rest)
	}
	return n.errorf("no such form: %q", n.head())
}

// readClaim reads a claim, of which there is one.
func (cert *certificate) readClaim(c *core, n *node) error {
	if len(n.list) != 3 || cert.what != "" {
		return n.errorf("a certificate has one claim, about a transition or an invariant with a name")
	}
	cert.never, cert.what, cert.name = n.head() == "never", n.list[1].word, n.list[2].word
	known := false
	switch cert.what {
	case "transition":
		for _, m := range c.moves {
			known = known || m.takes(cert.name)
		}
		known = known || cert.never // a transition without a move is never taken
	case "invariant":
		for _, i := range c.invariants {
			if i.name == cert.name && !known {
				cert.about, known = i.cond, true
			}
		}
	}
	if !known {
		return n.errorf("the core has no %s %q", cert.what, cert.name)
	}
	return nil
}

func (cert *certificate) readStep(c *core, n *node) error {
	if len(n.list) < 2 {
		return n.errorf("a step has a move")
	}
	i, err := n.list[1].number(len(c.moves))
	if err != nil {
		return err
	}
	m, step := c.moves[i], taken{move: i}
	if len(n.list)-2 != len(m.params) {
		return n.errorf("the move %q has %d parameters", m.name, len(m.params))
	}
	for k, v := range n.list[2:] {
		value, err := readValue(v, m.params[k].sort)
		if err != nil {
			return err
		}
		step.params = append(step.params, value)
	}
	cert.steps = append(cert.steps, step)
	return nil
}

// readClause reads a condition with the locations at which it holds.
func (cert *certificate) readClause(c *core, sc *scope, n *node, rest []*node) error {
	if len(rest) == 0 {
		return n.errorf("a clause has a condition")
	}
	cl := clause{at: map[int]int{}}
	for _, at := range rest[:len(rest)-1] {
		if at.head() != "at" || len(at.list) != 3 {
			return at.errorf("a location is expected")
		}
		m, err := at.list[1].number(len(c.machines))
		if err != nil {
			return err
		}
		if cl.at[m], err = at.list[2].number(len(c.machines[m].locations)); err != nil {
			return err
		}
	}
	cond, err := sc.readCondition(rest[len(rest)-1])
	cl.cond = cond
	cert.hints = append(cert.hints, cl)
	return err
}
