package draw

import (
	"fmt"
	"html"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The size of a drawn curve.
const (
	plotLeft, plotTop     = 64, 56
	plotWidth, plotHeight = 640, 320
	plotRight, plotBottom = 150, 52
)

// curveColors tell the curves apart; currently there are enough colours for all engines.
var curveColors = []string{"#64748b", "#d99a06", "#9333ea", "#2563eb", "#16a34a", "#dc2626"}

// CurveSVG draws curves of coverage against time as a self-contained picture.
func CurveSVG(title string, curves []result.Curve) []byte {
	d := &curveDrawing{axis: newTimeAxis(curves)}
	d.header(title)
	d.scales()
	for i, c := range curves {
		d.curve(c, curveColors[i%len(curveColors)], i)
	}
	d.line("</svg>")
	return []byte(d.out.String())
}

// curveDrawing collects the text of the picture.
type curveDrawing struct {
	page
	axis timeAxis
}

func (d *curveDrawing) x(seconds float64) float64 { return plotLeft + d.axis.place(seconds)*plotWidth }

func (d *curveDrawing) y(share float64) float64 { return plotTop + (1-share)*plotHeight }

func (d *curveDrawing) header(title string) {
	width, height := plotLeft+plotWidth+plotRight, plotTop+plotHeight+plotBottom
	d.line(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="%s" font-size="12">`, width, height, width, height, fontNames)
	d.line("<title>%s</title>", markup(title, longestTooltip))
	d.line(`<rect width="100%%" height="100%%" fill="%s"/>`, groundColor)
	d.line(`<text x="%d" y="30" font-size="%d" font-weight="bold" fill="%s">%s</text>`, plotLeft, titleSize, inkColor, html.EscapeString(text.Label(title, longestClause)))
}

// scales draws the grid and names its lines.
func (d *curveDrawing) scales() {
	for percent := 0; percent <= 100; percent += 20 {
		y := d.y(float64(percent) / 100)
		d.line(`<path d="M%d %sh%d" stroke="#e5e7eb"/>`, plotLeft, number(y), plotWidth)
		d.line(`<text x="%d" y="%s" text-anchor="end" fill="%s">%d %%</text>`, plotLeft-8, number(y+4), mutedColor, percent)
	}
	for _, t := range d.axis.decades() {
		x := d.x(t)
		d.line(`<path d="M%s %dv%d" stroke="#e5e7eb"/>`, number(x), plotTop, plotHeight)
		d.line(`<text x="%s" y="%d" text-anchor="middle" fill="%s">%s</text>`, number(x), plotTop+plotHeight+18, mutedColor, text.Seconds(t))
	}
	d.line(`<text x="%d" y="%d" text-anchor="middle" fill="%s">time (logarithmic)</text>`, plotLeft+plotWidth/2, plotTop+plotHeight+38, mutedColor)
	d.line(`<text x="%d" y="%d" fill="%s">transitions covered</text>`, plotLeft, plotTop-8, mutedColor)
}

// curve draws steps: coverage holds until the next point.
func (d *curveDrawing) curve(c result.Curve, color string, index int) {
	path := fmt.Sprintf("M%s %s", number(plotLeft), number(d.y(0)))
	for _, p := range c.Points {
		path += fmt.Sprintf("H%sV%s", number(d.x(p.Seconds)), number(d.y(share(c, p.Covered))))
	}
	words := text.Label(c.Name, longestClause)
	if n := len(c.Points); n > 0 {
		last := c.Points[n-1]
		words = fmt.Sprintf("%s %d/%d", words, last.Covered, c.Total)
		d.line(`<circle cx="%s" cy="%s" r="3.5" fill="%s"/>`, number(d.x(last.Seconds)), number(d.y(share(c, last.Covered))), color)
	}
	d.line(`<path d="%s" fill="none" stroke="%s" stroke-width="2" stroke-linejoin="round"><title>%s</title></path>`, path, color, html.EscapeString(words))
	x, y := plotLeft+plotWidth+14, plotTop+14+index*20
	d.line(`<path d="M%d %dh14" stroke="%s" stroke-width="3"/>`, x, y-4, color)
	d.line(`<text x="%d" y="%d" fill="%s">%s</text>`, x+20, y, inkColor, html.EscapeString(words))
}
