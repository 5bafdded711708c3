package draw

import (
	"math/rand/v2"
	"regexp"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/term/pattern"
)

// Shapes are patterns of texts that a model distinguishes: the patterns of match conditions, and texts that begin with, end with or contain a
// constant.

// maxShapes bounds the shapes of a model.
const maxShapes = 200

// filler is the text put beside a constant.
const filler = "[a-z0-9 ]{0,6}"

// shapesOf collects the shapes in the guards and updates of a system, each once.
func shapesOf(s *sts.System) []*pattern.Pattern {
	var out []*pattern.Pattern
	seen := map[string]bool{}
	eachPart(s, func(t *term.Term) {
		source, ok := shapeOf(t)
		if !ok || seen[source] || len(out) >= maxShapes {
			return
		}
		seen[source] = true
		out = append(out, pattern.Of(source))
	})
	return out
}

// shapeOf returns the pattern of the texts that satisfy a condition; false if the condition is not about a text and a constant.
func shapeOf(t *term.Term) (string, bool) {
	args := t.Args()
	if len(args) != 2 || !args[1].IsConst() {
		return "", false
	}
	switch text := args[1].Value().Text(); t.Op() {
	case term.OpMatches:
		return text, true
	case term.OpStartsWith:
		return regexp.QuoteMeta(text) + filler, true
	case term.OpEndsWith:
		return filler + regexp.QuoteMeta(text), true
	case term.OpContains:
		return filler + regexp.QuoteMeta(text) + filler, true
	}
	return "", false
}

// samples is the number of texts of each shape in a pool.
const samples = 4

// addShapes adds some texts of each shape, always the same.
func (p Pool) addShapes(shapes []*pattern.Pattern) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, shape := range shapes {
		for range samples {
			if text, ok := shape.Draw(random); ok {
				p.add(term.String, term.StringValue(text))
			}
		}
	}
}

// shaped draws a text of one of the shapes of the model; false if it has none.
func (g *Generator) shaped() (string, bool) {
	if len(g.shapes) == 0 {
		return "", false
	}
	shape := g.shapes[g.random.IntN(len(g.shapes))]
	text, ok := shape.Draw(g.random)
	if ok && isNumber(text) && g.random.IntN(4) == 0 {
		text = "0" + text[1:]
	}
	return text, ok
}
