package main

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// exponent is the unit of how work grows: with the size to that power.
const exponent unit = "exponent"

// sizes are those over which an exponent is fitted, evenly spaced in their logarithms.
var sizes = []int{1600, 3200, 6400, 12800, 25600}

// grown is the exponent with which the processor time of a command grows with the size of a model, and that of its memory: the slopes of
// the lines of least squares through the logarithms.
func grown(model func(n int) string, command string, args ...string) func(context.Context, *config, string) (figure, error) {
	return func(ctx context.Context, c *config, program string) (figure, error) {
		var times, peaks []float64
		for _, n := range sizes {
			path, err := c.write("grown", model(n))
			if err != nil {
				return figure{}, err
			}
			got, err := c.sextant(ctx, program, c.limit, append([]string{command, path}, args...)...)
			if err == nil && got.stop == "timeout" {
				err = fmt.Errorf("no answer for size %d in %s", n, c.limit)
			}
			if err != nil {
				return figure{}, err
			}
			times, peaks = append(times, got.cpu), append(peaks, got.peak)
		}
		return figure{slope(sizes, times), slope(sizes, peaks)}, nil
	}
}

// slope is that of the line of least squares through the logarithms of sizes and values.
func slope(sizes []int, values []float64) float64 {
	var x, y, xx, xy float64
	for i, n := range sizes {
		a, b := math.Log(float64(n)), math.Log(values[i])
		x, y, xx, xy = x+a, y+b, xx+a*a, xy+a*b
	}
	n := float64(len(sizes))
	return (n*xy - x*y) / (n*xx - x*x)
}

// chain is a machine of n transitions, one after the other.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("system Chain\n\ninput go(x: int)\nvar v: int = 0\n\ninitial l0\n")
	for i := range n {
		fmt.Fprintf(&b, "t%d: l%d -> l%d in go(x) when x > %d do v := x\n", i, i, i+1, i%7)
	}
	return b.String()
}

// queue is a chain in continuous time of n states, all of which lead to each other: a queue that fills, empties and is lost when it is full.
func queue(n int) string {
	return fmt.Sprintf(`system Queue

var waiting: 0..%d = 0

initial on
arrives: on -> on when waiting < %[1]d rate 3/2 do waiting := waiting + 1
served: on -> on when waiting > 0 rate 7/5 do waiting := waiting - 1
full: on -> lost when waiting == %[1]d rate 1

purpose overflow = location lost
`, n-1)
}

// chances is the time to compute a model of this folder.
func chances(model string, args ...string) func(context.Context, *config, string) (figure, error) {
	return func(ctx context.Context, c *config, program string) (figure, error) {
		got, err := c.sextant(ctx, program, c.limit, append([]string{"chance", model}, args...)...)
		return figure{value: got.cpu}, err
	}
}

// checked is the time to check a model, solver included.
func checked(model string) func(context.Context, *config, string) (figure, error) {
	return func(ctx context.Context, c *config, program string) (figure, error) {
		got, err := c.sextant(ctx, program, c.limit, "check", model)
		return figure{value: got.cpu}, err
	}
}
