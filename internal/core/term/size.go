package term

import (
	"fmt"
	"math/big"
	"math/bits"
)

// The language does not bound numbers and strings, so a few dozen products or concatenations could produce values that exceed any memory.
// Where a value would be larger than these limits, a concrete run ends with an ErrTooLarge, and the constructors of terms do not evaluate the
// operation.
const (
	maxBits  = 1 << 15 // of a product
	maxText  = 1 << 16 // bytes of a string
	maxParts = 1 << 10 // of a flat concatenation
)

// ErrTooLarge is the error of a run that met such a value. It is an ErrUndecided: the step may be possible.
type ErrTooLarge struct{}

func (ErrTooLarge) Error() string {
	return fmt.Sprintf("a number has more than %d bits, a string more than %d bytes, or a collection more than %d elements", maxBits, maxText, maxWeight)
}

// Is reports that the run is undecided.
func (ErrTooLarge) Is(target error) bool { return target == ErrUndecided }

// bits is the size of a number; that of a fraction counts both parts.
func (v Value) bits() int {
	switch r := v.ref.(type) {
	case *big.Int:
		return r.BitLen()
	case *big.Rat:
		return r.Num().BitLen() + r.Denom().BitLen()
	}
	return bits.Len64(magnitude(v.n))
}

// productIsTooLarge reports whether two numbers must not be multiplied or divided.
func productIsTooLarge(a, b Value) bool {
	return (a.ref != nil || b.ref != nil) && a.bits()+b.bits() > maxBits && !isUnit(a) && !isUnit(b)
}

// isUnit reports whether v is 0, 1 or -1.
func isUnit(v Value) bool { return v.ref == nil && v.n >= -1 && v.n <= 1 }

// sumIsTooLarge reports whether two numbers must not be added. The sum of whole numbers has at most one bit more than its
// operands.
func sumIsTooLarge(a, b Value) bool {
	return a.ref != nil && b.ref != nil && !(isWhole(a) && isWhole(b)) && productIsTooLarge(a, b)
}
