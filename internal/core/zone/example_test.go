package zone_test

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/zone"
)

// A zone begins with all clocks at 0. Time passes, conditions restrict it, and assignments change a clock.
func Example() {
	const x, y = 1, 2
	z := zone.Zero(2)
	z.Up()
	z.Constrain(x, 0, zone.AtMost(5)) // while x <= 5
	z.Constrain(0, x, zone.Less(-2))  // when x > 2
	z.Reset(x, 0)
	fmt.Println(z)
	fmt.Println("y may be", z.Point()[y])
	z.Constrain(y, 0, zone.AtMost(1))
	fmt.Println("empty when y <= 1:", z.IsEmpty())
	// Output:
	// x0 - x1 <= 0, x0 - x2 < -2, x1 - x0 <= 0, x1 - x2 < -2, x2 - x0 <= 5, x2 - x1 <= 5
	// y may be 7/2
	// empty when y <= 1: true
}
