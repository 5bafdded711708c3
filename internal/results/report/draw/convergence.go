package draw

import (
	"fmt"
	"html"
	"math"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Convergence: estimates with their intervals against the logarithm of the number of runs, beside the values of the model.

// The size of the picture of a choice. Its height is less than that of the pictures of rates, as there may be many choices.
const (
	shareHeight    = 110
	maxDrawnCurves = 5
)

// convergencePlot is where the curves of a picture are.
type convergencePlot struct {
	left, top, width, height float64
	low, high                float64 // of the values
	first, last              float64 // numbers of runs
}

// spans notes the numbers of runs of a curve, and reports whether there is more than one.
func (p *convergencePlot) spans(points []result.EstimateAt) bool {
	if len(points) == 0 {
		return false
	}
	p.first, p.last = float64(points[0].Runs), float64(points[len(points)-1].Runs)
	return p.first > 0 && p.last > p.first
}

func (p *convergencePlot) x(runs int) string {
	return number(p.left + math.Log(float64(runs)/p.first)/math.Log(p.last/p.first)*p.width)
}

func (p *convergencePlot) y(v float64) string {
	v = math.Max(math.Min(v, p.high), p.low)
	return number(p.top + p.height - (v-p.low)/(p.high-p.low)*p.height)
}

// curve draws an estimate as a line, its interval as an area, and the value of the model as a dashed line.
func (d *campaignDrawing) curve(p *convergencePlot, c result.Convergence, color string) {
	line, area, back := "", "", ""
	for i, e := range c.Points {
		letter := [...]string{"L", "M"}[btoi(i == 0)]
		line += fmt.Sprintf("%s%s %s", letter, p.x(e.Runs), p.y(e.Estimate))
		area += fmt.Sprintf("%s%s %s", letter, p.x(e.Runs), p.y(e.Low))
		back = fmt.Sprintf("L%s %s", p.x(e.Runs), p.y(e.High)) + back
	}
	d.line(`<path d="%s%sZ" fill="%s" fill-opacity="0.15"/>`, area, back, color)
	d.line(`<path d="%s" fill="none" stroke="%s" stroke-width="2"><title>%s</title></path>`, line, color, html.EscapeString(text.Label(c.Name, longestClause)))
	d.line(`<path d="M%s %sh%s" stroke="%s" stroke-width="2" stroke-dasharray="6 4"/>`, number(p.left), p.y(c.Value), number(p.width), expectedColor)
}

// rateCurve draws how the estimate of a rate converges.
func (d *campaignDrawing) rateCurve(left, top float64, c result.Convergence) {
	p := &convergencePlot{left: left, top: top, width: plotSide, height: plotSide, low: c.Value, high: c.Value}
	for _, e := range c.Points {
		p.low, p.high = math.Min(p.low, e.Low), math.Max(p.high, math.Min(e.High, 4*c.Value))
	}
	if !p.spans(c.Points) || p.high <= p.low {
		return
	}
	d.curve(p, c, observedColor)
	d.frame(left, top, p.last, p.high, "runs (logarithmic)", "estimate of the rate")
}

// shareCurves draws how the frequencies of the outcomes of a choice converge, below the choice.
func (d *campaignDrawing) shareCurves(after string, all []result.Convergence) {
	p := &convergencePlot{left: campaignLeft, top: d.y, width: campaignBar, height: shareHeight, high: 1}
	drawn := 0
	for _, c := range all {
		if c.Kind != result.FrequencyHypothesis || c.After != after || drawn == maxDrawnCurves || !p.spans(c.Points) {
			continue
		}
		color := curveColors[(drawn+3)%len(curveColors)]
		d.curve(p, c, color)
		d.line(`<text x="%s" y="%s" fill="%s">%s</text>`, number(p.left+p.width+12), number(p.top+12+16*float64(drawn)), color, html.EscapeString(text.Label(c.Name, 34)))
		drawn++
	}
	if drawn == 0 {
		return
	}
	d.line(`<path d="M%s %sv%dh%d" fill="none" stroke="%s"/>`, number(p.left), number(p.top), shareHeight, campaignBar, mutedColor)
	for _, v := range []float64{0, 1} {
		d.line(`<text x="%s" y="%s" text-anchor="end" fill="%s">%g</text>`, number(p.left-6), p.y(v), mutedColor, v)
	}
	below := number(p.top + shareHeight + 16)
	d.line(`<text x="%s" y="%s" fill="%s">%g</text>`, number(p.left), below, mutedColor, p.first)
	d.line(`<text x="%s" y="%s" text-anchor="middle" fill="%s">frequencies by runs (logarithmic)</text>`, number(p.left+campaignBar/2), below, mutedColor)
	d.line(`<text x="%s" y="%s" text-anchor="end" fill="%s">%g</text>`, number(p.left+campaignBar), below, mutedColor, p.last)
	d.y += shareHeight + 40
}
