package pack

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A row that fits is read back as it was, and two rows have one record only if they are equal.
func TestPackedRowsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-3, 3), rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64, 0}))
		size := rapid.IntRange(1, 12).Draw(t, "size")
		rows := rapid.SliceOfN(rapid.SliceOfN(number, size, size), 1, 12).Draw(t, "rows")
		ranges := make([]Range, size)
		for i := range ranges {
			ranges[i] = Range{rows[0][i], rows[0][i]}
		}
		l := New(ranges)
		for _, row := range rows {
			record := make([]uint64, l.Words())
			for !l.Pack(row, record) {
				wider := l.Widened(row)
				if wider.Bytes() < l.Bytes() {
					t.Fatalf("%v is narrower than %v", wider, l)
				}
				l, record = wider, make([]uint64, wider.Words())
			}
		}
		for _, row := range rows {
			record, back := make([]uint64, l.Words()), make([]int64, size)
			if !l.Pack(row, record) {
				t.Fatalf("%v does not fit a layout that was widened for it", row)
			}
			if l.Unpack(record, back); !slices.Equal(row, back) {
				t.Fatalf("%v was read back as %v", row, back)
			}
		}
	})
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		ranges []Range
		bytes  int
	}{
		{[]Range{{5, 5}}, 1},
		{[]Range{{0, 1}, {0, 2}, {-4, 3}}, 1},
		{[]Range{{0, 255}, {0, 1}}, 2},
		{[]Range{{math.MinInt64, math.MaxInt64}}, 8},
		{[]Range{{0, 1}, {math.MinInt64, math.MaxInt64}, {0, 1}}, 17},
	} {
		if got := New(c.ranges).Bytes(); got != c.bytes {
			t.Errorf("%v needs %d bytes, want %d", c.ranges, got, c.bytes)
		}
	}
}

// A number that counts up is widened as often as its number of bits doubles, not at each step.
func TestCounterIsWidenedSeldom(t *testing.T) {
	l, widened := New([]Range{{0, 0}}), 0
	record := make([]uint64, 1)
	for n := range int64(1_000_000) {
		if !l.Pack([]int64{n}, record) {
			l, widened = l.Widened([]int64{n}), widened+1
		}
	}
	if widened > 20 {
		t.Errorf("widened %d times", widened)
	}
}
