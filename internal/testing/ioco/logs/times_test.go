package logs

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// readTimes reads the times of a log whose lines have the given ones, as seconds after the first, or the reason why one is refused.
func readTimes(t testing.TB, format TimeFormat, list ...string) (got string, found TimeFormat) {
	t.Helper()
	var log strings.Builder
	for _, text := range list {
		fmt.Fprintf(&log, "{\"end\": true, \"time\": %s}\n", text)
	}
	r := NewReader(strings.NewReader(log.String()), ReadOptions{Times: format})
	var out []string
	var first time.Time
	for {
		e, err := r.Next()
		garbage := (*ErrGarbage)(nil)
		switch {
		case errors.Is(err, io.EOF):
			return strings.Join(out, " "), r.Times()
		case errors.As(err, &garbage) && garbage.Field == "time":
			out = append(out, garbage.Reason)
			continue
		case err != nil:
			t.Fatal(err)
		}
		if first.IsZero() {
			first = e.Time
		}
		out = append(out, e.Time.Sub(first).String())
	}
}

// Each format is read to the nanosecond; auto takes that of the first line.
func TestTimeFormats(t *testing.T) {
	for _, c := range []struct {
		format TimeFormat
		list   []string
		want   string
		found  TimeFormat
	}{
		{"", []string{`0`, `0.1`, `1e1`, `12`}, "0s 100ms 10s 12s", Seconds},
		{Auto, []string{`"1.5"`, `2.000000001`}, "0s 500.000001ms", Seconds},
		{Auto, []string{`1767225600.000000001`, `1767225600.100000002`}, "0s 100.000001ms", Seconds},
		{Auto, []string{`1767225600000`, `1767225600017.5`}, "0s 17.5ms", Milliseconds},
		{Auto, []string{`1767225600000000`, `1767225600000017`}, "0s 17µs", Microseconds},
		{Auto, []string{`1767225600000000000`, `1767225600000000017`}, "0s 17ns", Nanoseconds},
		{Milliseconds, []string{`0`, `17`, `"1000"`}, "0s 17ms 1s", Milliseconds},
		{Microseconds, []string{`5`, `6`}, "0s 1µs", Microseconds},
		{Nanoseconds, []string{`5`, `6`}, "0s 1ns", Nanoseconds},
		{Auto, []string{`"2026-01-31T10:00:00.125Z"`, `"2026-01-31T11:00:01.125+01:00"`}, "0s 1s", RFC3339},
		{Auto, []string{`"2026-01-31 10:00:00Z"`, `"2026-01-31 10:00:00.5Z"`}, "0s 500ms", "2006-01-02 15:04:05Z07:00"},
		{Auto, []string{`"2026-01-31 10:00:00"`, `"2026-01-31 10:00:00,5"`}, "0s 500ms", time.DateTime},
		{Auto, []string{`"2026-01-31T10:00:00"`, `"2026-01-31T10:00:01"`}, "0s 1s", "2006-01-02T15:04:05"},
		{Auto, []string{`"31/Jan/2026:10:00:00 +0000"`, `"31/Jan/2026:10:00:01 +0000"`}, "0s 1s", "02/Jan/2006:15:04:05 -0700"},
		{Auto, []string{`"23:59:59.5"`, `"00:00:00.25"`, `"23:59:59.75"`, `"08:00:00"`, `"19:00:00"`, `"01:00:00"`}, "0s 750ms 250ms 8h0m0.5s 19h0m0.5s 25h0m0.5s", TimeOfDay},
		{"Jan _2 15:04:05", []string{`"Jan 31 23:59:59"`, `"Feb  1 00:00:00"`}, "0s 1s", "Jan _2 15:04:05"},
		{"15h04m05.000s", []string{`"23h59m59.000s"`, `"00h00m00.500s"`}, "0s 1.5s", "15h04m05.000s"},
		{Auto, []string{`null`}, "0s", ""},
	} {
		got, found := readTimes(t, c.format, c.list...)
		if got != c.want || found != c.found {
			t.Errorf("%s %v: %s as %s, want %s as %s", c.format, c.list, got, found, c.want, c.found)
		}
	}
}

// A value that is no time, or not one of the format, is refused, and reading goes on.
func TestTimesThatAreNone(t *testing.T) {
	const unknown = `"time" must be a time such as "2026-01-31T10:00:00.125Z" or "10:00:00.125", or a number of seconds`
	for _, c := range []struct {
		format TimeFormat
		list   []string
		want   string
	}{
		{Auto, []string{`"noon"`, `5`}, unknown + " 0s"},
		{Auto, []string{`true`}, unknown},
		{Auto, []string{`1e999`}, unknown},
		{Auto, []string{`"0x10"`}, unknown},
		{Auto, []string{`5`, `"10:00:00"`, `6`}, `0s "time" is not a time of the format seconds, which that of line 1 has 1s`},
		{Auto, []string{`"10:00:00"`, `5`}, `0s "time" is not a time of the format clock, which that of line 1 has`},
		{RFC3339, []string{`5`}, `"time" is not a time of the format rfc3339`},
		{TimeOfDay, []string{`"25:00:00"`}, `"time" is not a time of the format clock`},
		{Seconds, []string{`1e12`}, `"time" is not a time of the format seconds`},
		{Seconds, []string{`1e-999999999`}, "0s"},
	} {
		if got, _ := readTimes(t, c.format, c.list...); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.format, c.list, got, c.want)
		}
	}
}

// A format is a name or a layout that shows the time of day.
func TestTimeFormatCheck(t *testing.T) {
	for format, ok := range map[TimeFormat]bool{"": true, Auto: true, Seconds: true, RFC3339: true, TimeOfDay: true, time.StampMicro: true,
		"secs": false, "2006-01-02": false, "%H:%M:%S": false} {
		if err := format.Check(); (err == nil) != ok {
			t.Errorf("%q: %v", format, err)
		}
	}
}

// A time that was written in some format is read as it was, across midnight too.
func TestTimesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		layout := rapid.SampledFrom([]string{time.RFC3339Nano, "15:04:05.000000000", "2006-01-02 15:04:05.000000000", "seconds"}).Draw(r, "layout")
		first := time.Unix(rapid.Int64Range(0, 4e9).Draw(r, "first"), rapid.Int64Range(0, 999_999_999).Draw(r, "part")).UTC()
		later := first.Add(time.Duration(rapid.Int64Range(0, int64(11*time.Hour)).Draw(r, "delay")))
		write := func(at time.Time) string {
			if layout == "seconds" {
				return fmt.Sprintf("%d.%09d", at.Unix(), at.Nanosecond())
			}
			return fmt.Sprintf("%q", at.Format(layout))
		}
		want := "0s " + later.Sub(first).String()
		if got, _ := readTimes(t, Auto, write(first), write(later)); got != want {
			r.Fatalf("%s, %s: %s, want %s", write(first), write(later), got, want)
		}
	})
}
