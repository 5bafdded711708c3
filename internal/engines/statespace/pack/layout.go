// Package pack stores rows of small numbers in few bits.
//
// A Layout gives each number of a row as many bits as its range needs. The bits of a number lie within one 64-bit word of the record, so that
// packing is a shift and an or; the last word of a record is cut to the bytes that are used when it is stored. A number without a bound starts
// with the range that was seen, and Widened returns the layout for a row that does not fit: the range is then doubled at least, so that a
// number is widened at most 64 times.
package pack

import (
	"math"
	"math/bits"
)

// Range is the range of a number, both ends included.
type Range struct{ Low, High int64 }

// Width returns the number of bits that the range needs.
func (r Range) Width() int { return bits.Len64(uint64(r.High) - uint64(r.Low)) }

// Layout describes where the numbers of a row are in a record.
type Layout struct {
	ranges []Range
	fields []field
	words  int
	bytes  int
}

// field is the place of a number.
type field struct {
	low   int64
	mask  uint64
	word  int
	shift uint
}

// New returns the layout of rows with a number of each range.
func New(ranges []Range) *Layout {
	l := &Layout{ranges: ranges, fields: make([]field, len(ranges))}
	word, used := 0, 0
	for i, r := range ranges {
		width := r.Width()
		if used+width > 64 {
			word, used = word+1, 0
		}
		l.fields[i] = field{low: r.Low, mask: 1<<width - 1, word: word, shift: uint(used) % 64}
		used += width
	}
	l.words, l.bytes = word+1, max(1, 8*word+(used+7)/8)
	return l
}

// Words returns the number of words of a record.
func (l *Layout) Words() int { return l.words }

// Record returns record i of those that lie one after the other.
func (l *Layout) Record(records []uint64, i int) []uint64 { return records[i*l.words : (i+1)*l.words] }

// Bytes returns the number of bytes that hold a record: the words in little-endian order, without the zero bytes at the end that all
// records have.
func (l *Layout) Bytes() int { return l.bytes }

// Pack writes a row to a record. It reports false, and the record has no meaning, if a number is not in its range.
func (l *Layout) Pack(row []int64, record []uint64) bool {
	clear(record)
	for i := range l.fields {
		f := &l.fields[i]
		n := uint64(row[i] - f.low)
		if n > f.mask || row[i] < f.low {
			return false
		}
		record[f.word] |= n << f.shift
	}
	return true
}

// Unpack reads the row of a record.
func (l *Layout) Unpack(record []uint64, row []int64) {
	for i := range l.fields {
		f := &l.fields[i]
		row[i] = int64(record[f.word]>>f.shift&f.mask) + f.low
	}
}

// Replace writes a number of a row to a record that has another one. It reports false, and leaves the record as it is, if the number is not in its range.
func (l *Layout) Replace(record []uint64, i int, number int64) bool {
	f := &l.fields[i]
	n := uint64(number - f.low)
	if n > f.mask || number < f.low {
		return false
	}
	record[f.word] = record[f.word]&^(f.mask<<f.shift) | n<<f.shift
	return true
}

// Widened returns a layout for the rows of this one and for another row. Numbers with the same entry in alike are widened together: each gets the
// range of all of them.
func (l *Layout) Widened(row []int64, alike []int) *Layout {
	ranges, shared := make([]Range, len(l.ranges)), map[int]Range{}
	for i, r := range l.ranges {
		ranges[i] = r.including(row[i])
		of, known := shared[alike[i]]
		if !known {
			of = ranges[i]
		}
		shared[alike[i]] = of.including(ranges[i].Low).including(ranges[i].High)
	}
	for i := range ranges {
		if r := shared[alike[i]]; r.Low < ranges[i].Low || r.High > ranges[i].High {
			ranges[i] = r
		}
	}
	return New(ranges)
}

// including returns a range extended to another number. If it grows, it grows to the next power of two, at the end where the number is; one
// that needs 63 bits gets 64, so that no sum leaves them.
func (r Range) including(n int64) Range {
	r = r.filled()
	switch {
	case n > r.High:
		r.High = n
		return r.filled()
	case n < r.Low:
		width := Range{n, r.High}.Width()
		if width >= 63 || r.High < math.MinInt64+(1<<width-1) {
			return everything
		}
		r.Low = r.High - (1<<width - 1)
	}
	return r
}

var everything = Range{math.MinInt64, math.MaxInt64}

// filled returns the range of all numbers that its bits can hold.
func (r Range) filled() Range {
	width := r.Width()
	if width >= 63 || r.Low > math.MaxInt64-(1<<width-1) {
		return everything
	}
	r.High = r.Low + (1<<width - 1)
	return r
}
