package print

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Clause is the canonical text of a clause of a transition, without its word.
func Clause(c syntax.Clause) string {
	switch c := c.(type) {
	case *syntax.ForClause:
		return Expr(c.Products)
	case *syntax.AnyClause:
		if c.Where == nil {
			return joined(c.Params, paramString)
		}
		return joined(c.Params, paramString) + " where " + Expr(c.Where)
	case *syntax.WhenClause:
		if c.Else {
			return token.Else.String()
		}
		return Expr(c.Cond)
	case *syntax.InClause:
		return message(c.Channel, c.Targets)
	case *syntax.RateClause:
		return Expr(c.Value)
	case *syntax.DoClause:
		texts := make([]string, len(c.Assigns))
		for i, a := range c.Assigns {
			texts[i] = joined(a.Targets, Expr) + " := " + joined(a.Values, Expr)
		}
		return strings.Join(texts, "; ")
	case *syntax.OutClause:
		return joined(c.Messages, func(m syntax.Message) string { return message(m.Channel, m.Args) })
	}
	return ""
}

// message is the text of a message that is sent or received.
func message(channel syntax.Name, values []syntax.Expr) string {
	return channel.Text + "(" + joined(values, Expr) + ")"
}

// Conjunction is the text of conditions that all hold, with the fewest parentheses that keep each whole; more is a text that follows
// them, and may be empty.
func Conjunction(conditions []syntax.Expr, more string) string {
	var texts []string
	for i, e := range conditions {
		level := token.LevelAnd
		last := i == len(conditions)-1 && more == ""
		if last && i == 0 {
			level = token.LevelIff
		}
		texts = append(texts, operandString(e, level, last))
	}
	if more != "" {
		texts = append(texts, more)
	}
	return strings.Join(texts, " "+token.And.String()+" ")
}
