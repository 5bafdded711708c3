package report

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
)

func TestEveryEngineHasAName(t *testing.T) {
	for _, e := range result.SearchEngines {
		if engineNames[e] == "" {
			t.Errorf("engineNames has no words for the engine %q", e)
		}
	}
}
