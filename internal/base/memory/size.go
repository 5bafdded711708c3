package memory

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes.
type Size int64

// units are the names of sizes, larger ones first. As with most tools, MB and MiB are both 2 to the power of 20.
var units = []struct {
	name string
	size Size
}{{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}

// Parse reads a size such as 512MB, 1.5GiB or 4096.
func Parse(s string) (Size, error) {
	number, unit := strings.ToUpper(strings.TrimSpace(s)), Size(1)
	number = strings.TrimSuffix(strings.TrimSuffix(number, "B"), "I")
	for _, u := range units {
		if rest, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = rest, u.size
			break
		}
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if bytes := x * float64(unit); err == nil && bytes >= 0 && bytes < math.MaxInt64 {
		return Size(bytes), nil
	}
	return 0, fmt.Errorf("write a size such as 512MB or 2GB")
}

// String writes the size in the largest unit that is not larger than it, with one decimal if it is not a whole number.
func (s Size) String() string {
	for _, u := range units {
		if s >= u.size {
			return strings.TrimSuffix(strconv.FormatFloat(float64(s)/float64(u.size), 'f', 1, 64), ".0") + u.name + "B"
		}
	}
	return strconv.FormatInt(int64(s), 10)
}
