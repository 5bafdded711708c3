package draw

import (
	"fmt"
	"html"
	"math"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The pictures of a campaign, below each other: for each choice the observed frequencies with their intervals beside the probabilities of the
// model, and how they converge; for each race of Markovian steps the waiting times as a histogram with the law of the model, their quantiles against those of
// the law, and the estimate of the rate as it converges.

// The sizes of the pictures.
const (
	campaignWidth  = 880
	campaignLeft   = 240
	campaignBar    = 380
	outcomeHeight  = 20
	plotSide       = 220
	plotGap        = 64
	maxDrawnGroups = 12
	maxDrawnParts  = 20
)

// The colours of observed values and of values of the model.
const (
	observedColor = "#2563eb"
	expectedColor = "#d97706"
	gridColor     = "#e5e7eb"
)

// CampaignSVG draws a campaign as a self-contained picture.
func CampaignSVG(title string, c *result.Campaign) []byte {
	d := &campaignDrawing{y: 56}
	if c.Frequencies != nil {
		for i, choice := range c.Frequencies.Choices {
			if i == maxDrawnGroups {
				break
			}
			d.choice(choice)
			d.shareCurves(choice.After, c.Convergence)
		}
	}
	for i, r := range c.Rates {
		if i == maxDrawnGroups {
			break
		}
		d.rate(r, c.Convergence)
	}
	body := d.out.String()
	d.out.Reset()
	height := int(d.y) + 20
	d.line(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="%s" font-size="12">`, campaignWidth, height, campaignWidth, height, fontNames)
	d.line("<title>%s</title>", markup(title, longestTooltip))
	d.line(`<rect width="100%%" height="100%%" fill="%s"/>`, groundColor)
	d.line(`<text x="20" y="30" font-size="%d" font-weight="bold" fill="%s">%s: %s</text>`, titleSize, inkColor, html.EscapeString(text.Label(title, longestClause)), text.Count(c.Runs, "run"))
	d.out.WriteString(body)
	d.line("</svg>")
	return []byte(d.out.String())
}

// campaignDrawing collects the text of the picture.
type campaignDrawing struct {
	page
	y float64 // where the next part begins
}

// heading writes the title of a part.
func (d *campaignDrawing) heading(words string) {
	d.line(`<text x="20" y="%s" font-weight="bold" fill="%s">%s</text>`, number(d.y+12), inkColor, html.EscapeString(text.Label(words, longestClause)))
	d.y += 26
}

// choice draws the outcomes of a choice: a line for the interval, a point for the frequency, a bar for the probability of the model.
func (d *campaignDrawing) choice(c result.ChoiceCount) {
	d.heading(fmt.Sprintf("after %s (%d)", c.After, c.Total))
	x := func(share float64) string { return number(campaignLeft + share*campaignBar) }
	for i, o := range c.Outcomes {
		if i == maxDrawnParts {
			break
		}
		middle := d.y + outcomeHeight/2
		expected, observed := o.Expected/math.Max(float64(c.Total), 1), float64(o.Observed)/math.Max(float64(c.Total), 1)
		d.line(`<text x="%d" y="%s" text-anchor="end" fill="%s">%s</text>`, campaignLeft-10, number(middle+4), inkColor, html.EscapeString(text.Label(o.Action, 34)))
		d.line(`<path d="M%s %sH%s" stroke="%s"/>`, x(0), number(middle), x(1), gridColor)
		d.line(`<path d="M%s %sH%s" stroke="%s" stroke-width="3"/>`, x(o.Low), number(middle), x(o.High), observedColor)
		d.line(`<circle cx="%s" cy="%s" r="4" fill="%s"><title>observed %d of %d, between %.3f and %.3f</title></circle>`, x(observed), number(middle), observedColor, o.Observed, c.Total, o.Low, o.High)
		d.line(`<path d="M%s %sv14" stroke="%s" stroke-width="2"><title>expected %.1f</title></path>`, x(expected), number(middle-7), expectedColor, o.Expected)
		d.line(`<text x="%s" y="%s" fill="%s">%d, expected %.1f</text>`, number(campaignLeft+campaignBar+12), number(middle+4), mutedColor, o.Observed, o.Expected)
		d.y += outcomeHeight
	}
	d.y += 14
}

// rate draws the waiting times of a race.
func (d *campaignDrawing) rate(r result.RateTest, convergence []result.Convergence) {
	d.heading(fmt.Sprintf("waiting times of %s (%d, %d cut off)", r.Name, r.Completed, r.Censored))
	top := d.y + 14
	left := 60.0
	if len(r.Histogram) > 0 {
		d.histogram(left, top, r.Histogram)
		left += plotSide + plotGap
	}
	if len(r.Quantiles) > 0 {
		d.quantiles(left, top, r.Quantiles)
		left += plotSide + plotGap
	}
	for _, c := range convergence {
		if c.Kind == result.RateHypothesis && c.Name == r.Name {
			d.rateCurve(left, top, c)
		}
	}
	d.y = top + plotSide + 54
}

// frame draws the edges of a plot and names its axes.
func (d *campaignDrawing) frame(left, top, right, high float64, below, beside string) {
	d.line(`<path d="M%s %sv%dh%d" fill="none" stroke="%s"/>`, number(left), number(top), plotSide, plotSide, mutedColor)
	d.line(`<text x="%s" y="%s" fill="%s">%s</text>`, number(left), number(top-6), mutedColor, html.EscapeString(beside))
	d.line(`<text x="%s" y="%s" text-anchor="middle" fill="%s">%s</text>`, number(left+plotSide/2), number(top+plotSide+30), mutedColor, html.EscapeString(below))
	d.line(`<text x="%s" y="%s" text-anchor="end" fill="%s">%.3g</text>`, number(left+plotSide), number(top+plotSide+14), mutedColor, right)
	d.line(`<text x="%s" y="%s" text-anchor="end" fill="%s">%.3g</text>`, number(left-4), number(top+10), mutedColor, high)
}

// histogram draws waits as bars and the law as a line.
func (d *campaignDrawing) histogram(left, top float64, bins []result.Bin) {
	highest := 1.0
	for _, b := range bins {
		highest = math.Max(highest, math.Max(float64(b.Count), b.Expected))
	}
	width := plotSide / float64(len(bins))
	law := ""
	for i, b := range bins {
		height := float64(b.Count) / highest * plotSide
		d.line(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s" fill-opacity="0.5"><title>%d between %.3g and %.3g, expected %.1f</title></rect>`, number(left+float64(i)*width), number(top+plotSide-height),
			number(width-1), number(height), observedColor, b.Count, b.From, b.To, b.Expected)
		law += fmt.Sprintf("%s%s %s", [...]string{"L", "M"}[btoi(i == 0)], number(left+(float64(i)+0.5)*width), number(top+plotSide-b.Expected/highest*plotSide))
	}
	d.line(`<path d="%s" fill="none" stroke="%s" stroke-width="2"/>`, law, expectedColor)
	d.frame(left, top, bins[len(bins)-1].To, highest, "time", "waits, and the law of the model")
}

// btoi is 1 for true.
func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// quantiles draws observed against expected quantiles; those of a correct system lie on the diagonal.
func (d *campaignDrawing) quantiles(left, top float64, pairs []result.Pair) {
	most := 0.0
	for _, p := range pairs {
		most = math.Max(most, math.Max(p.Expected, p.Observed))
	}
	if most <= 0 {
		return
	}
	d.line(`<path d="M%s %sl%d -%d" stroke="%s" stroke-width="2"/>`, number(left), number(top+plotSide), plotSide, plotSide, expectedColor)
	for _, p := range pairs {
		d.line(`<circle cx="%s" cy="%s" r="2.5" fill="%s"/>`, number(left+p.Expected/most*plotSide), number(top+plotSide-p.Observed/most*plotSide), observedColor)
	}
	d.frame(left, top, most, most, "quantiles of the model", "observed quantiles")
}
