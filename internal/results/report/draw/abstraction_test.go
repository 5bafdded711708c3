package draw

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/samples"
)

// Graphviz accepts our drawings, whatever the names are.
func TestAbstractSVG(t *testing.T) {
	for _, set := range []result.AbstractSet{samples.SmallAbstraction(), samples.HostileAbstraction(), {}} {
		picture, err := AbstractDrawing{Title: samples.HostileText, Set: set}.Draw(context.Background(), SVG)
		if errors.Is(err, ErrNoGraphviz) {
			t.Skip("Graphviz is not installed")
		}
		if err != nil || !strings.Contains(string(picture), "qd0") {
			t.Errorf("%v\n%s", err, picture)
		}
	}
}
