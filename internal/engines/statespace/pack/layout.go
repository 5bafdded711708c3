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
	"slices"
)

// Range is the range of a number, both ends included.
type Range struct{ Low, High int64 }

// Width returns the number of bits that the range needs.
func (r Range) Width() int { return bits.Len64(uint64(r.High) - uint64(r.Low)) }

// Layout describes where the numbers of a row are in a record.
type Layout struct {
	ranges []Range
	fields []field
	varied []int // the numbers that have bits: only they are packed
	words  int
	used   int // bits of the last word
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
	l := &Layout{ranges: ranges, fields: make([]field, len(ranges)), words: 1}
	for i := range ranges {
		l.place(i)
	}
	l.finish()
	return l
}

// place gives a number the bits after those that are used.
func (l *Layout) place(i int) {
	width := l.ranges[i].Width()
	if width > 0 {
		l.varied = append(l.varied, i)
	}
	if l.used+width > 64 {
		l.words, l.used = l.words+1, 0
	}
	l.fields[i] = field{low: l.ranges[i].Low, mask: 1<<width - 1, word: l.words - 1, shift: uint(l.used) % 64}
	l.used += width
}

func (l *Layout) finish() { l.bytes = max(1, 8*(l.words-1)+(l.used+7)/8) }

// extended returns a layout for some wider ranges, in which all numbers stay where they are that had bits; nil if one of them needs more.
func (l *Layout) extended(ranges []Range) *Layout {
	out := &Layout{ranges: ranges, fields: slices.Clone(l.fields), varied: slices.Clone(l.varied), words: l.words, used: l.used}
	for i, r := range ranges {
		switch old := l.ranges[i]; {
		case r == old:
		case old.Width() > 0:
			return nil
		default:
			out.place(i)
		}
	}
	out.finish()
	return out
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

// Refresh is Unpack into a row that was read from another record of the layout, or of one that it was widened from: only numbers that have bits differ.
func (l *Layout) Refresh(record []uint64, row []int64) {
	for _, i := range l.varied {
		f := &l.fields[i]
		row[i] = int64(record[f.word]>>f.shift&f.mask) + f.low
	}
}

// Conversion turns records of one layout into those of another that was widened from it.
type Conversion struct {
	from, to *Layout
	base     []uint64 // the record of numbers that have no bits in the first layout
	copies   bool     // the other numbers have the same place in both
}

// To returns the conversion to a layout that was widened from this one.
func (l *Layout) To(wider *Layout) *Conversion {
	row := make([]int64, len(l.ranges))
	for i, r := range l.ranges {
		row[i] = r.Low
	}
	c := &Conversion{l, wider, make([]uint64, wider.words), true}
	wider.Pack(row, c.base)
	for _, i := range l.varied {
		c.copies = c.copies && l.fields[i] == wider.fields[i]
	}
	return c
}

// Convert writes the record of the second layout for a record of the first.
func (c *Conversion) Convert(record, out []uint64) {
	copy(out, c.base)
	if c.copies {
		for i, w := range record {
			out[i] |= w
		}
		return
	}
	for _, i := range c.from.varied {
		f := &c.from.fields[i]
		c.to.Replace(out, i, int64(record[f.word]>>f.shift&f.mask)+f.low)
	}
}

// Widened returns a layout for the rows of this one and for another row. A number that needs more bits gets the whole of its range, if that is
// known, and otherwise a larger one.
func (l *Layout) Widened(row []int64, whole []Range) *Layout {
	ranges := make([]Range, len(l.ranges))
	for i, r := range l.ranges {
		ranges[i] = r
		if row[i] < r.Low || row[i] > r.High {
			ranges[i] = r.including(whole[i].Low).including(whole[i].High).including(row[i])
		}
	}
	if out := l.extended(ranges); out != nil {
		return out
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
