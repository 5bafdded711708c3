package logs

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// TimeFormat is how the times of a log are written: one of the formats below, or a layout as package time has them.
type TimeFormat string

// The formats with names. Auto takes that of the first time in the log.
const (
	Auto         TimeFormat = "auto"
	Seconds      TimeFormat = "seconds"
	Milliseconds TimeFormat = "ms"
	Microseconds TimeFormat = "us"
	Nanoseconds  TimeFormat = "ns"
	RFC3339      TimeFormat = "rfc3339"
	TimeOfDay    TimeFormat = "clock"
)

// units are the formats that are numbers, from some moment on.
var units = map[TimeFormat]time.Duration{Seconds: time.Second, Milliseconds: time.Millisecond, Microseconds: time.Microsecond, Nanoseconds: time.Nanosecond}

// layouts are the formats with names that are texts.
var layouts = map[TimeFormat]string{RFC3339: time.RFC3339, TimeOfDay: "15:04:05"}

// recognized are the texts that Auto tries, in this order.
var recognized = []TimeFormat{RFC3339, TimeOfDay, "2006-01-02 15:04:05Z07:00", time.DateTime, "2006-01-02T15:04:05", "02/Jan/2006:15:04:05 -0700"}

// Check returns an error if a format is neither known nor a layout of times.
func (f TimeFormat) Check() error {
	some := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	if f == "" || f == Auto || units[f] > 0 || layouts[f] != "" || some.Format(string(f)) != some.Add(time.Second).Format(string(f)) {
		return nil
	}
	return fmt.Errorf("write auto, seconds, ms, us, ns, rfc3339, clock, or how 2 January 2006, 15:04:05, looks in the log, as in \"2006-01-02 15:04:05\"")
}

// layout returns how a format writes texts.
func (f TimeFormat) layout() string {
	if known := layouts[f]; known != "" {
		return known
	}
	return string(f)
}

// hasDate reports whether the times of a format have a date. Without it they are those of some day.
func (f TimeFormat) hasDate() bool {
	some := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	return units[f] > 0 || some.Format(f.layout()) != some.AddDate(1, 1, 1).Format(f.layout())
}

// times reads the times of one log.
type times struct {
	format TimeFormat
	found  int       // the line that decided on the format; 0 if none did
	seen   bool      // there was a time
	daily  bool      // the format has no date
	last   time.Time // of the last line, in a format without a date
}

// read returns the time of a line; it is zero if there is none. reason says why a value is no time.
func (r *times) read(v any, line int) (t time.Time, reason string) {
	if v == nil {
		return time.Time{}, ""
	}
	if r.format == "" || r.format == Auto {
		format, known := recognize(v)
		if !known {
			return t, `must be a time such as "2026-01-31T10:00:00.125Z" or "10:00:00.125", or a number of seconds`
		}
		r.format, r.found = format, line
	}
	t, ok := parseTime(v, r.format)
	if !ok {
		return t, r.mismatch()
	}
	if !r.seen {
		r.seen, r.daily = true, !r.format.hasDate()
	}
	if r.daily {
		t = r.nearest(t)
		r.last = t
	}
	return t, ""
}

// mismatch says which format a value does not have.
func (r *times) mismatch() string {
	reason := fmt.Sprintf("is not a time of the format %s", r.format)
	if r.found > 0 {
		reason += fmt.Sprintf(", which that of line %d has", r.found)
	}
	return reason
}

// nearest returns a time of day on the day that makes it nearest to the last one, so that a log may go on after midnight.
func (r *times) nearest(t time.Time) time.Time {
	if r.last.IsZero() {
		return t
	}
	const day = 24 * time.Hour
	return t.Add(r.last.Sub(t).Round(day))
}

// recognize returns the format of a time.
func recognize(v any) (TimeFormat, bool) {
	if number, ok := numberOf(v); ok {
		f, _ := number.Float64()
		return epochFormat(math.Abs(f)), true
	}
	text, _ := v.(string)
	for _, f := range recognized {
		if _, err := time.Parse(f.layout(), text); err == nil {
			return f, true
		}
	}
	return "", false
}

// epochFormat returns the unit of a number by its size: as a number of seconds since 1970 a larger one would be some thousand years ahead.
func epochFormat(number float64) TimeFormat {
	switch {
	case number <= maxSeconds:
		return Seconds
	case number <= maxSeconds*1e3:
		return Milliseconds
	case number <= maxSeconds*1e6:
		return Microseconds
	}
	return Nanoseconds
}

// parseTime reads a time of a format.
func parseTime(v any, f TimeFormat) (time.Time, bool) {
	if unit := units[f]; unit > 0 {
		number, ok := numberOf(v)
		if !ok {
			return time.Time{}, false
		}
		return fromEpoch(number.Mul(number, big.NewRat(int64(unit), int64(time.Second))))
	}
	text, _ := v.(string)
	t, err := time.Parse(f.layout(), text)
	return t, err == nil
}

// fromEpoch returns the time at a number of seconds, to the nanosecond; false if that is too far away.
func fromEpoch(seconds *big.Rat) (time.Time, bool) {
	if f, _ := seconds.Float64(); math.Abs(f) > maxSeconds {
		return time.Time{}, false
	}
	ns := new(big.Rat).Mul(seconds, big.NewRat(int64(time.Second), 1))
	ns.Add(ns, big.NewRat(1, 2)) // rounds to the nearest
	whole := new(big.Int).Div(ns.Num(), ns.Denom())
	sec, rest := new(big.Int).DivMod(whole, big.NewInt(int64(time.Second)), new(big.Int))
	return time.Unix(sec.Int64(), rest.Int64()), true
}

// exactDigits is the longest number that is read exactly; longer ones, and those with an exponent, are read as floating point, because an
// exponent could make them too large to be computed.
const exactDigits = 40

// numberOf reads a number, or a text that is one.
func numberOf(v any) (*big.Rat, bool) {
	text, isText := v.(string)
	if number, ok := v.(json.Number); ok {
		text, isText = number.String(), true
	}
	if !isText || text == "" || strings.Trim(text, "0123456789.+-eE") != "" {
		return nil, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, false
	}
	if len(text) > exactDigits || strings.ContainsAny(text, "eE") {
		return new(big.Rat).SetFloat64(f), true
	}
	return new(big.Rat).SetString(text)
}
