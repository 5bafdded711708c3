package syntax

import (
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Transitions that branch by probability, and those that are taken after an exponential delay.

// rateWord begins the clause of a rate. It is a name elsewhere.
const rateWord = "rate"

const hintBranches = "write `name: from -> { 9/10: to; 1/10: other }`"

// branches = "{" branch { ";" branch } [ ";" ] "}". It returns their place too.
func (p *parser) branches() ([]Branch, Place) {
	start := p.advance()
	outer := p.branching
	p.branching = true
	var out []Branch
	for !p.at(token.CloseBrace) && !p.stuck {
		out = append(out, p.branch())
		if p.last.Kind != token.Semicolon && !p.accept(token.Semicolon) {
			break
		}
	}
	p.branching = outer
	if len(out) == 0 && p.at(token.CloseBrace) {
		p.unexpected("the probability of a branch", hintBranches)
	}
	if !p.accept(token.CloseBrace) {
		p.unexpected("`;` and the next branch, or `}`", hintBranches)
	}
	return out, p.place(start)
}

// branch = expr ":" NAME [ "do" ... ] [ "out" ... ].
func (p *parser) branch() Branch {
	start := p.here()
	b := Branch{Weight: p.expr()}
	if !p.accept(token.Colon) {
		p.unexpected("`:` and the location where the branch ends", hintBranches)
	}
	b.To = p.expectName("the location where the branch ends")
	b.Clauses = p.clauses()
	p.checkBranchClauses(b.Clauses)
	b.Place = p.place(start)
	return b
}

// atBranch reports whether a branch begins with the next token: within branches, a colon comes before any sign of an assignment.
func (p *parser) atBranch() bool {
	if !p.branching {
		return false
	}
	depth := 0
	for i := 0; ; i++ {
		switch kind := p.ahead(i); kind {
		case token.OpenParen, token.OpenBracket, token.OpenBrace:
			depth++
		case token.CloseParen, token.CloseBracket, token.CloseBrace:
			depth--
		case token.Stop, token.End, token.Semicolon, token.Assign:
			return false
		case token.Colon:
			if depth == 0 {
				return true
			}
		}
		if depth < 0 {
			return false
		}
	}
}

// rateClause = "rate" expr.
func (p *parser) rateClause() Clause { return &RateClause{Value: p.expr()} }

// checkBranchClauses reports clauses that only a whole transition can have, in a branch.
func (p *parser) checkBranchClauses(clauses []Clause) {
	for _, c := range clauses {
		switch c.(type) {
		case *DoClause, *OutClause:
		default:
			p.fail(diag.CodeClauseOrder, c.Span(), "write it after the `}`: it is common to all branches", "a branch has only `do` and `out`")
		}
	}
}

// branchName reads the name of a transition, or of one of its branches: reply/2.
func (p *parser) branchName(what string) Name {
	name := p.dottedName(what)
	if !p.at(token.Slash) || p.stuck {
		return name
	}
	p.advance()
	if !p.at(token.Number) {
		p.unexpected("the number of a branch", "the branches of reply are `reply/1`, `reply/2` and so on")
		return name
	}
	number := p.advance().Text()
	return Name{p.place(name.At), name.Text + "/" + number}
}
