package value

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
)

// The limits of numbers as text: longer ones do not occur as test values, and are slow to compute with.
const (
	maxDigits   = 10_000
	MaxExponent = 1_000
)

// The reasons why a text or plain data is not a number.
var (
	errNotNumber = errors.New("not a number")
	errTooLong   = fmt.Errorf("longer than %d characters", maxDigits)
	errExponent  = fmt.Errorf("exponents go from -%d to %d", MaxExponent, MaxExponent)
	errNotFinite = errors.New("not finite")
)

// number returns the exact number of plain data.
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
		return FromFloat(d, 64)
	case float32:
		return FromFloat(float64(d), 32)
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

// FromFloat returns the number for a floating-point number of 32 or 64 bits: its shortest decimal representation.
func FromFloat(f float64, bits int) (*big.Rat, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errNotFinite
	}
	return parseDecimal(strconv.FormatFloat(f, 'g', -1, bits))
}

// ToFloat returns the floating-point number that is nearest to r.
func ToFloat(r *big.Rat) (float64, error) {
	f, _ := r.Float64()
	if math.IsInf(f, 0) {
		return 0, fmt.Errorf("%s is too large for a floating-point number", Describe(r))
	}
	return f, nil
}

// ParseReal reads an exact number: 12, -2.42, 1e3, or a fraction of whole numbers such as 1/3.
func ParseReal(text string) (*big.Rat, error) { return parseFraction(text, parseDecimal) }

// parseFraction reads a number or a fraction of whole numbers, given how its parts are read.
func parseFraction(text string, parse func(string) (*big.Rat, error)) (*big.Rat, error) {
	above, below, fraction := strings.Cut(text, "/")
	r, err := parse(above)
	if err != nil || !fraction {
		return r, err
	}
	divisor, err := parse(below)
	if err != nil {
		return nil, err
	}
	if !r.IsInt() || !divisor.IsInt() || divisor.Sign() <= 0 {
		return nil, errNotNumber
	}
	return r.Quo(r, divisor), nil
}

var (
	decimalForm = regexp.MustCompile(`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?$`)
	integerForm = regexp.MustCompile(`^([+-]?)(?:0x([[:xdigit:]]+(?:_[[:xdigit:]]+)*)|0b([01]+(?:_[01]+)*)|([0-9]+(?:_[0-9]+)*))$`)
)

// parseDecimal reads 12, -2.42 or 1e3.
func parseDecimal(text string) (*big.Rat, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return new(big.Rat).SetInt64(n), nil
	}
	if len(text) > maxDigits {
		return nil, errTooLong
	}
	form := decimalForm.FindStringSubmatch(text)
	if form == nil {
		return nil, errNotNumber
	}
	if n, err := strconv.Atoi(form[1]); form[1] != "" && (err != nil || n < -MaxExponent || n > MaxExponent) {
		return nil, errExponent
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, errNotNumber
	}
	return r, nil
}

// parseInteger reads an integer as models and tables write it: 12, -12, 1_000, 0xff and 0b101.
func parseInteger(text string) (*big.Int, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return big.NewInt(n), nil
	}
	if len(text) > maxDigits {
		return nil, errTooLong
	}
	form := integerForm.FindStringSubmatch(text)
	for i, base := range []int{16, 2, 10} {
		if form != nil && form[i+2] != "" {
			if n, ok := new(big.Int).SetString(form[1]+strings.ReplaceAll(form[i+2], "_", ""), base); ok {
				return n, nil
			}
		}
	}
	return nil, errNotNumber
}

// parseNumber reads a number as models and tables write it: an integer, or a decimal with single underscores between digits.
func parseNumber(text string) (*big.Rat, error) {
	if n, err := parseInteger(text); err == nil {
		return new(big.Rat).SetInt(n), nil
	}
	if strings.HasPrefix(text, "_") || strings.HasSuffix(text, "_") || strings.Contains(text, "__") {
		return nil, errNotNumber
	}
	return parseDecimal(strings.ReplaceAll(text, "_", ""))
}

// The digits with which a real is written as a decimal.
const (
	maxExactDigits    = 400 // after the point, if the decimal is exact
	approximateDigits = 34  // significant digits otherwise: twice those of a double
)

// decimal writes a real: exactly where that is possible, otherwise rounded to 34 digits, as for 1/3.
func decimal(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= maxExactDigits {
		return r.FloatString(max(digits, 1))
	}
	return new(big.Float).SetPrec(256).SetRat(r).Text('g', approximateDigits)
}

// describeNumber names a number in messages, or the Go type of data that is not a number.
func describeNumber(data any) string {
	switch d := data.(type) {
	case *big.Rat:
		if d != nil {
			return "number " + text.Clip(decimal(d), 200)
		}
	case *big.Int:
		if d != nil {
			return "number " + text.Clip(d.String(), 200)
		}
	case json.Number, float64, float32:
		return "number " + text.Clip(fmt.Sprint(d), 200)
	}
	if r, err := goInteger(data); err == nil {
		return "number " + r.RatString()
	}
	return text.Clip(fmt.Sprintf("a Go value of type %T", data), 200)
}
