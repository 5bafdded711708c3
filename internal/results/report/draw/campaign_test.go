package draw_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The picture of a campaign is well formed whatever names and numbers are in it.
func TestCampaignSVG(t *testing.T) {
	hostile := `<script>"&`
	for name, c := range map[string]*result.Campaign{
		"nothing": {},
		"all": {Runs: 10, Frequencies: &result.Frequencies{Choices: []result.ChoiceCount{{After: hostile, Total: 10, Outcomes: []result.OutcomeCount{
			{Action: hostile, Observed: 9, Expected: 8.5, Low: 0.5, High: 1}, {Action: "err!()", Observed: 1, Expected: 1.5, High: 0.5}}}}},
			Rates: []result.RateTest{{Name: hostile, Completed: 5, Histogram: []result.Bin{{To: 1, Count: 3, Expected: 2}, {From: 1, To: 2, Count: 2, Expected: 1}},
				Quantiles: []result.Pair{{Expected: 0.5, Observed: 0.4}}}},
			Convergence: []result.Convergence{{Kind: result.RateHypothesis, Name: hostile, Value: 2, Points: []result.EstimateAt{{Runs: 5, Estimate: 1, Low: 0.5, High: math.MaxFloat64}, {Runs: 9, Estimate: 2, Low: 1, High: 3}}},
				{Kind: result.FrequencyHypothesis, After: hostile, Name: hostile, Value: 0.85, Points: []result.EstimateAt{{Runs: 5, Estimate: 1, Low: 0.5, High: 1}, {Runs: 10, Estimate: 0.9, Low: 0.5, High: 1}}}}},
		"zeros": {Rates: []result.RateTest{{Histogram: []result.Bin{{}}, Quantiles: []result.Pair{{}}}}, Frequencies: &result.Frequencies{Choices: []result.ChoiceCount{{}}},
			Convergence: []result.Convergence{{Kind: result.RateHypothesis, Points: []result.EstimateAt{{}}}, {Kind: result.FrequencyHypothesis, Points: []result.EstimateAt{{}, {}}}}},
	} {
		text := string(draw.CampaignSVG(hostile, c))
		if strings.Contains(text, "<script>") || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%s: the picture is\n%s", name, text)
		}
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if circles, dashed := strings.Count(text, "<circle"), strings.Count(text, "stroke-dasharray"); name == "all" && (circles != 3 || dashed != 2) {
			t.Errorf("%d circles, %d dashed lines: want 3, and 2 for the values of the model beside the curves", circles, dashed)
		}
	}
}
