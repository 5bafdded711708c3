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
		whole := make([]Range, size)
		for i := range whole {
			whole[i] = rapid.SampledFrom([]Range{{}, {0, 9}, {-20, -10}, everything}).Draw(t, "whole")
		}
		ranges := make([]Range, size)
		for i := range ranges {
			ranges[i] = Range{rows[0][i], rows[0][i]}
		}
		l := New(ranges)
		for _, row := range rows {
			record := make([]uint64, l.Words())
			for !l.Pack(row, record) {
				wider := l.Widened(row, whole)
				checkConverted(t, l, wider, rows[0])
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
			checkReplaced(t, l, row, rows[0])
		}
	})
}

// checkConverted converts the record of a row.
func checkConverted(t *rapid.T, l, wider *Layout, row []int64) {
	record, want, got := make([]uint64, l.Words()), make([]uint64, wider.Words()), make([]uint64, wider.Words())
	l.Pack(row, record)
	wider.Pack(row, want)
	if l.To(wider).Convert(record, got); !slices.Equal(got, want) {
		t.Fatalf("%v is converted to %v, want %v", row, got, want)
	}
	fresh := slices.Clone(row)
	if wider.Refresh(want, fresh); !slices.Equal(fresh, row) {
		t.Fatalf("%v is refreshed to %v", row, fresh)
	}
}

// checkReplaced replaces the numbers of the record of a row one by one by those of another row, which gives the record of the other row.
func checkReplaced(t *rapid.T, l *Layout, row, other []int64) {
	record, want := make([]uint64, l.Words()), make([]uint64, l.Words())
	l.Pack(row, record)
	l.Pack(other, want)
	for i, n := range other {
		if !l.Replace(record, i, n) {
			t.Fatalf("%d does not fit place %d of a layout that was widened for it", n, i)
		}
	}
	if !slices.Equal(record, want) {
		t.Fatalf("%v with the numbers of %v is %v, want %v", row, other, record, want)
	}
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
			l, widened = l.Widened([]int64{n}, []Range{{}}), widened+1
		}
	}
	if widened > 20 {
		t.Errorf("widened %d times", widened)
	}
}

// A number that does not fit is not written, and leaves the others as they are.
func TestReplaceRefuses(t *testing.T) {
	l, record := New([]Range{{0, 3}, {-4, 3}}), make([]uint64, 1)
	l.Pack([]int64{2, -1}, record)
	for i, n := range []int64{4, -5} {
		if l.Replace(record, i, n) {
			t.Errorf("%d fits place %d", n, i)
		}
	}
	row := make([]int64, 2)
	if l.Unpack(record, row); !slices.Equal(row, []int64{2, -1}) {
		t.Errorf("the row became %v", row)
	}
}
