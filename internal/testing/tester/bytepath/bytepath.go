// Package bytepath writes paths of a model as bytes, for fuzzers. A step is a byte that chooses among the input channels of the model,
// followed by the values of the payload. If the model does not accept the input, it is replaced by an input that the tracker offers on the
// channel, with values from the solver; if there is none, the step does nothing. So any bytes encode a path of the model, a small change of
// the bytes is a small change of the path, and every path can be encoded:
//
//	few values   one byte, a number of the value
//	integers     one byte for -120 to 119, or a byte that says how many bytes follow
//	reals        numerator and denominator, as integers
//	strings      the length as an integer, and the bytes
//	lists        the number of elements as an integer, and the elements
//
// Values out of range are mapped into the range, and missing bytes are zero.
package bytepath

import (
	"math/big"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

const (
	shortIntegers = 0xf0 // smaller bytes encode an integer alone
	shortZero     = 0x78 // the byte that encodes 0
)

// inputChannels returns the channels to the system, in order.
func inputChannels(s *sts.System) []*sts.Channel {
	var out []*sts.Channel
	for _, c := range s.Channels {
		if c.Direction == sts.Input {
			out = append(out, c)
		}
	}
	return out
}

// Reader decodes inputs from bytes.
type Reader struct{ data []byte }

// NewReader returns a reader of bytes.
func NewReader(data []byte) *Reader { return &Reader{data} }

// Rest returns the unread bytes.
func (r *Reader) Rest() []byte { return r.data }

func (r *Reader) next() byte {
	if len(r.data) == 0 {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

// Message reads an input; false means that the model has no input channels.
func (r *Reader) Message(s *sts.System) (sut.Message, bool) {
	channels := inputChannels(s)
	number := int(r.next())
	if len(channels) == 0 {
		return sut.Message{}, false
	}
	m := sut.Message{Channel: channels[number%len(channels)]}
	for _, p := range m.Channel.Payload {
		for _, leaf := range p.Leaves() {
			m.Values = append(m.Values, r.value(leaf.Sort))
		}
	}
	m.Fit()
	return m, true
}

// value reads a value of a sort.
func (r *Reader) value(s *term.Sort) term.Value {
	if values := s.Values(256); values != nil {
		return values[int(r.next())%len(values)]
	}
	switch s.Kind {
	case term.KindString:
		return r.text()
	case term.KindReal:
		numerator, denominator := r.integer(), r.integer()
		if denominator.Sign() == 0 {
			denominator = big.NewInt(1)
		}
		return term.RatValue(new(big.Rat).SetFrac(numerator, denominator))
	case term.KindTuple, term.KindSeq, term.KindSet, term.KindMap:
		return r.list(s)
	}
	return within(s, r.integer())
}

// integer reads an integer of any size.
func (r *Reader) integer() *big.Int {
	first := r.next()
	if first < shortIntegers {
		return big.NewInt(int64(first) - shortZero)
	}
	negative := r.next()&1 == 1
	n := new(big.Int)
	for range first - shortIntegers + 1 {
		n.Lsh(n, 8).Add(n, big.NewInt(int64(r.next())))
	}
	if negative {
		n.Neg(n)
	}
	return n
}

// text reads a string.
func (r *Reader) text() term.Value {
	length := r.length(1)
	text := string(r.data[:length])
	r.data = r.data[length:]
	return term.StringValue(strings.ToValidUTF8(text, "?"))
}

// maxEmpty bounds the number of elements without bytes.
const maxEmpty = 16

// length reads a number of elements, given the minimum number of bytes of each; it is limited by the remaining bytes.
func (r *Reader) length(bytes int) int {
	n, most := r.integer(), maxEmpty
	if bytes > 0 {
		most = len(r.data) / bytes
	}
	if n.Sign() <= 0 || !n.IsInt64() {
		return 0
	}
	return int(min(n.Int64(), int64(most)))
}

// list reads a tuple or a collection.
func (r *Reader) list(s *term.Sort) term.Value {
	n := 1
	if s.Kind != term.KindTuple {
		n = r.length(leastBytes(s.Parts))
	}
	return s.Generate(n, r.value)
}

// leastBytes returns the minimum number of bytes of values of some sorts.
func leastBytes(sorts []*term.Sort) int {
	n := 0
	for _, s := range sorts {
		if s.Kind == term.KindTuple {
			n += leastBytes(s.Parts)
			continue
		}
		n++
	}
	return n
}

// within maps an integer into the range of a sort.
func within(s *term.Sort, n *big.Int) term.Value {
	if s.Kind == term.KindBits {
		return machineInteger(s, n)
	}
	if v := term.BigValue(n); s.Contains(v) {
		return v
	}
	low := new(big.Int)
	if s.HasLow {
		low.SetInt64(s.Low)
	}
	switch {
	case s.HasLow && s.HasHigh:
		size := new(big.Int).Sub(big.NewInt(s.High), low)
		n.Mod(n.Sub(n, low), size.Add(size, big.NewInt(1)))
		return term.BigValue(n.Add(n, low))
	case s.HasHigh:
		return term.BigValue(n.Sub(big.NewInt(s.High), n.Abs(n)))
	}
	return term.BigValue(n.Add(low, n.Abs(n)))
}

// machineInteger keeps the bits of a machine integer.
func machineInteger(s *term.Sort, n *big.Int) term.Value {
	low := int64(new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1)).Uint64())
	shift := 64 - s.Width
	if s.Signed {
		return term.IntValue(low << shift >> shift)
	}
	return term.IntValue(int64(uint64(low) << shift >> shift))
}

// Append appends the encoding of an input.
func Append(data []byte, s *sts.System, m sut.Message) []byte {
	for i, c := range inputChannels(s) {
		if c == m.Channel {
			data = append(data, byte(i))
		}
	}
	for k, v := range m.Values {
		data = appendValue(data, m.Sort(k), v)
	}
	return data
}

func appendValue(data []byte, s *term.Sort, v term.Value) []byte {
	for i, w := range s.Values(256) {
		if v.Equal(w) {
			return append(data, byte(i))
		}
	}
	switch s.Kind {
	case term.KindString:
		return append(appendInteger(data, big.NewInt(int64(len(v.Text())))), v.Text()...)
	case term.KindReal:
		return appendInteger(appendInteger(data, v.Rat().Num()), v.Rat().Denom())
	case term.KindTuple, term.KindSeq, term.KindSet, term.KindMap:
		return appendList(data, s, v.Items())
	}
	return appendInteger(data, v.Big())
}

func appendList(data []byte, s *term.Sort, items []term.Value) []byte {
	if s.Kind != term.KindTuple {
		data = appendInteger(data, big.NewInt(int64(len(items)/len(s.Parts))))
	}
	for i, item := range items {
		data = appendValue(data, s.Part(i), item)
	}
	return data
}

func appendInteger(data []byte, n *big.Int) []byte {
	if n.IsInt64() && n.Int64() >= -shortZero && n.Int64() < shortIntegers-shortZero {
		return append(data, byte(n.Int64()+shortZero))
	}
	digits := n.Bytes()
	if len(digits) > 256-shortIntegers {
		digits = digits[len(digits)-(256-shortIntegers):]
	}
	sign := byte(0)
	if n.Sign() < 0 {
		sign = 1
	}
	return append(append(data, shortIntegers+byte(len(digits)-1), sign), digits...)
}
