package draw_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/draw"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

const commands = `system Commands
input line(text: string)
output ok()
initial open
mail: open -> open in line(t) when matches(t, "[a-z]+@[a-z]+[.](com|org)") out ok()
echo: open -> open in line(t) when startsWith(t, "ECHO ") and len(t) > 5 out ok()
ask:  open -> open in line(t) when endsWith(t, "??") and not contains(t, "#!") out ok()
`

// Texts that satisfy the conditions of a model are drawn, but not the sources of patterns.
func TestTextsOfTheModel(t *testing.T) {
	s := testkit.LoadText(t, commands)
	random := rand.New(rand.NewPCG(5, 1))
	g, pool := draw.NewGenerator(random, s), draw.Harvest(s)
	draws := map[string]func() term.Value{
		"drawn":   func() term.Value { return g.Draw(term.String) },
		"pointed": func() term.Value { return g.Pointed(term.String) },
		"pool":    func() term.Value { return pool.Draw(random, term.String) },
	}
	for how, one := range draws {
		counts := map[string]int{`^[a-z]+@[a-z]+[.](com|org)$`: 0, `^ECHO .`: 0, `.\?\?$`: 0, `.#!`: 0}
		for range 5000 {
			text := one().Text()
			for source := range counts {
				if regexp.MustCompile(source).MatchString(text) {
					counts[source]++
				}
			}
			if text == "[a-z]+@[a-z]+[.](com|org)" {
				t.Fatal("the source of a pattern is drawn")
			}
		}
		for source, n := range counts {
			if n < 50 {
				t.Errorf("%s: %d of 5000 texts match %s", how, n, source)
			}
		}
	}
}
