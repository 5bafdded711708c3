package draw

import (
	"fmt"
	"math"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Curves of coverage against time. Engines differ by orders of magnitude, so time has a logarithmic scale: each decade takes the same space.
// Points before the first tick are drawn at the left edge.

// timeAxis maps seconds to a place from 0 to 1.
type timeAxis struct{ low, high float64 } // exponents of ten

// newTimeAxis spans whole decades around all points of some curves; it has at least one decade.
func newTimeAxis(curves []result.Curve) timeAxis {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, p := range c.Points {
			exponent := math.Log10(max(p.Seconds, 1e-3))
			low, high = min(low, exponent), max(high, exponent)
		}
	}
	if math.IsInf(low, 0) || math.IsNaN(low+high) {
		return timeAxis{-3, 0}
	}
	low, high = math.Floor(low), math.Ceil(high)
	return timeAxis{low, max(high, low+1)}
}

// place is where a time stands, from 0 to 1.
func (a timeAxis) place(seconds float64) float64 {
	exponent := math.Log10(max(seconds, 1e-3))
	return min(max((exponent-a.low)/(a.high-a.low), 0), 1)
}

// decades lists the times of the ticks.
func (a timeAxis) decades() []float64 {
	var out []float64
	for e := a.low; e <= a.high; e++ {
		out = append(out, math.Pow(10, e))
	}
	return out
}

// share is the part of the transitions that a point covers, from 0 to 1.
func share(c result.Curve, covered int) float64 {
	if c.Total <= 0 {
		return 1
	}
	return min(max(float64(covered)/float64(c.Total), 0), 1)
}

// coveredAt is how many transitions a curve has covered at a time.
func coveredAt(c result.Curve, seconds float64) int {
	covered := 0
	for _, p := range c.Points {
		if p.Seconds <= seconds {
			covered = max(covered, p.Covered)
		}
	}
	return covered
}

// ended reports whether a search was over before a time.
func ended(c result.Curve, seconds float64) bool {
	return len(c.Points) == 0 || seconds > c.Points[len(c.Points)-1].Seconds
}

// The size of a curve in a terminal.
const (
	curveRows    = 10
	curveColumns = 60
)

// marks are the letters of the curves in a terminal; where curves meet, the later one is seen.
const marks = "ox+*#@%&"

// CurveText draws curves with characters. A curve stops where its search ended.
func CurveText(curves []result.Curve) string {
	axis := newTimeAxis(curves)
	grid := make([][]rune, curveRows+1)
	for i := range grid {
		grid[i] = []rune(strings.Repeat(" ", curveColumns+1))
	}
	for i, c := range curves {
		drawCurve(grid, axis, c, rune(marks[i%len(marks)]))
	}
	var out strings.Builder
	for i, row := range grid {
		fmt.Fprintf(&out, "  %4d %% │%s\n", 100-i*100/curveRows, strings.TrimRight(string(row), " "))
	}
	out.WriteString("         └" + strings.Repeat("─", curveColumns+1) + "\n          " + tickLine(axis) + "\n")
	out.WriteString("         ")
	for i, c := range curves {
		fmt.Fprintf(&out, " %c %s", marks[i%len(marks)], text.Label(c.Name, longestClause))
	}
	out.WriteString("   (time, logarithmic)\n")
	return out.String()
}

// drawCurve puts a mark into every column until the search ended, at least one.
func drawCurve(grid [][]rune, axis timeAxis, c result.Curve, mark rune) {
	for x := range curveColumns + 1 {
		at := float64(x) / curveColumns
		seconds := math.Pow(10, axis.low+at*(axis.high-axis.low))
		y := curveRows - int(share(c, coveredAt(c, seconds))*curveRows+0.5)
		grid[y][x] = mark
		if ended(c, seconds) {
			return
		}
	}
}

// tickLine names the decades below the columns where they stand.
func tickLine(axis timeAxis) string {
	line := []rune(strings.Repeat(" ", curveColumns+12))
	for _, t := range axis.decades() {
		x := int(axis.place(t) * curveColumns)
		copy(line[x:], []rune(text.Seconds(t)))
	}
	return strings.TrimRight(string(line), " ")
}
