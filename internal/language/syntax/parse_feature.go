package syntax

import "github.com/sextant-mbt/sextant/internal/language/syntax/token"

// Product lines: features, which of their combinations are valid, and the transitions that only some products have.

// forWord begins the clause with the products that have a transition. It is a name elsewhere.
const forWord = "for"

// feature = NAME. It is a frozen constant of type bool.
func (p *parser) feature() Decl {
	d := &ConstDecl{Feature: true, Name: p.expectName("the name of a feature")}
	d.Place, d.Type = d.Name.Place, &NamedType{d.Name.Place, "bool"}
	return d
}

// featuresDecl = "features" "valid" "when" expr.
func (p *parser) featuresDecl() Decl {
	p.advanceAs(token.Soft)
	p.expect(token.When)
	return &FeaturesDecl{Valid: p.expr()}
}

// forClause = "for" expr.
func (p *parser) forClause() Clause { return &ForClause{Products: p.expr()} }
