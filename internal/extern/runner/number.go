package runner

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
)

// The limits of numbers as text.
const (
	maxDigits   = 10_000
	maxExponent = 1_000
)

// The errors that add something to what was expected and what came.
var (
	errNotNumber = errors.New("not a number")
	errTooLong   = fmt.Errorf("longer than %d characters", maxDigits)
	errExponent  = fmt.Errorf("exponents go from -%d to %d", maxExponent, maxExponent)
	errNotFinite = errors.New("not finite")
)

// because adds a reason in brackets, if it says more than that something is no number.
func because(err error) string {
	if errors.Is(err, errNotNumber) {
		return ""
	}
	return " (" + err.Error() + ")"
}

// number is the exact number of plain data. A floating-point number is the shortest decimal that stands for it, which is
// what it prints as.
func number(data any) (*big.Rat, error) {
	switch d := data.(type) {
	case json.Number:
		return parseDecimal(d.String())
	case *big.Int:
		if d != nil {
			return new(big.Rat).SetInt(d), nil
		}
	case *big.Rat:
		if d != nil {
			return d, nil
		}
	case float64:
		return floatNumber(d, 64)
	case float32:
		return floatNumber(float64(d), 32)
	}
	return goInteger(data)
}

func goInteger(data any) (*big.Rat, error) {
	v := reflect.ValueOf(data)
	switch {
	case v.CanInt():
		return new(big.Rat).SetInt64(v.Int()), nil
	case v.CanUint():
		return new(big.Rat).SetUint64(v.Uint()), nil
	}
	return nil, errNotNumber
}

func floatNumber(f float64, bits int) (*big.Rat, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errNotFinite
	}
	return parseDecimal(strconv.FormatFloat(f, 'g', -1, bits))
}

// parseDecimal reads 12, -2.42 or 1e3.
func parseDecimal(text string) (*big.Rat, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return new(big.Rat).SetInt64(n), nil
	}
	if len(text) > maxDigits {
		return nil, errTooLong
	}
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(text), "e")
	if !isDecimal(mantissa) {
		return nil, errNotNumber
	}
	if scientific {
		if err := checkExponent(exponent); err != nil {
			return nil, err
		}
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, errNotNumber
	}
	return r, nil
}

// isDecimal tells whether text is digits with at most one sign before and one point among them.
func isDecimal(text string) bool {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		text = text[1:]
	}
	whole, part, _ := strings.Cut(text, ".")
	return whole+part != "" && strings.Trim(whole+part, "0123456789") == ""
}

func checkExponent(text string) error {
	n, err := strconv.Atoi(text)
	if errors.Is(err, strconv.ErrSyntax) {
		return errNotNumber
	}
	if err != nil || n < -maxExponent || n > maxExponent {
		return errExponent
	}
	return nil
}

// parseFraction reads a decimal or a fraction such as 1/3.
func parseFraction(text string) (*big.Rat, error) {
	above, below, fraction := strings.Cut(text, "/")
	r, err := parseDecimal(above)
	if err != nil || !fraction {
		return r, err
	}
	divisor, err := parseDecimal(below)
	if err != nil {
		return nil, err
	}
	if divisor.Sign() == 0 {
		return nil, errNotNumber
	}
	return r.Quo(r, divisor), nil
}

// The digits with which a real is written as a decimal.
const (
	maxExactDigits    = 400 // after the point, if that is exact
	approximateDigits = 34  // significant ones, if it is not: twice those of a double
)

// decimal writes a real: exactly where that is possible, else rounded to 34 digits, as for 1/3.
func decimal(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= maxExactDigits {
		return r.FloatString(max(digits, 1))
	}
	return new(big.Float).SetPrec(256).SetRat(r).Text('g', approximateDigits)
}

// describeNumber names a number in messages, or the Go type of what is none.
func describeNumber(data any) string {
	switch d := data.(type) {
	case *big.Rat:
		if d != nil {
			return "number " + clip(decimal(d))
		}
	case *big.Int:
		if d != nil {
			return "number " + clip(d.String())
		}
	case json.Number, float64, float32:
		return "number " + clip(fmt.Sprint(d))
	}
	if r, err := goInteger(data); err == nil {
		return "number " + r.RatString()
	}
	return clip(fmt.Sprintf("a Go value of type %T", data))
}
