package peer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// play lets a session with units of an hour react to inputs, each given as "INSTANT INPUT", until an instant, and returns what it
// sends, each as "INSTANT OUTPUT". Instants are in units.
func play(t *testing.T, fault string, until float64, inputs ...string) []string {
	t.Helper()
	var out []string
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		s := New(time.Hour, fault, func(channel string, values ...any) {
			line := fmt.Sprintf("%.3g %s", time.Since(start).Hours(), channel)
			for _, v := range values {
				line += fmt.Sprint(" ", v)
			}
			out = append(out, line)
		})
		for _, line := range inputs {
			var at float64
			var input string
			if _, err := fmt.Sscan(line, &at, &input); err != nil {
				t.Fatal(err)
			}
			sleepUntil(start, at)
			map[string]func(){"open": s.Open, "post": func() { s.Post(7) }, "ack": s.Ack, "touch": s.Touch, "close": s.Close, "stop": s.Stop}[input]()
		}
		sleepUntil(start, until)
		s.Stop()
	})
	return out
}

// sleepUntil sleeps until an instant in hours.
func sleepUntil(start time.Time, at float64) {
	time.Sleep(time.Until(start.Add(time.Duration(at * float64(time.Hour)))))
	synctest.Wait()
}

// TestSession: what a right session sends, and when.
func TestSession(t *testing.T) {
	for _, c := range []struct {
		name   string
		inputs []string
		want   []string
	}{
		{"expires", []string{"0 open"}, []string{"0 opened", "1 keepalive", "2 keepalive", "3 keepalive", "3.5 expired"}},
		{"is kept alive", []string{"0 open", "3.2 touch"},
			[]string{"0 opened", "1 keepalive", "2 keepalive", "3 keepalive", "4 keepalive", "5 keepalive", "6 keepalive", "6.7 expired"}},
		{"gives up", []string{"0 open", "0.4 post"}, []string{"0 opened", "0.4 data 7 1", "0.9 data 7 2", "1.9 data 7 3", "3.9 lost 7"}},
		{"is acknowledged", []string{"0 open", "0.4 post", "1.2 ack"},
			[]string{"0 opened", "0.4 data 7 1", "0.9 data 7 2", "1.2 delivered 7", "2.2 keepalive", "3.2 keepalive", "4.2 keepalive", "4.7 expired"}},
		{"is closed", []string{"0 open", "1.4 close"}, []string{"0 opened", "1 keepalive", "1.4 closed"}},
		{"is opened again", []string{"0 open", "0.4 close", "0.6 open", "0.8 close"}, []string{"0 opened", "0.4 closed", "0.6 opened", "0.8 closed"}},
		{"is stopped", []string{"0 open", "0.4 post", "0.6 stop"}, []string{"0 opened", "0.4 data 7 1"}},
		{"ignores what does not fit", []string{"0 touch", "0 ack", "0 post", "0 close", "0.1 open", "0.2 open", "0.3 ack", "0.4 close"}, []string{"0.1 opened", "0.4 closed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := play(t, "", 9, c.inputs...); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// faultCase is what a session with a fault sends.
type faultCase struct {
	fault  string
	inputs []string
	want   string
}

// TestFaults: each fault shows, in the way its name says.
func TestFaults(t *testing.T) {
	quiet, posted, acked := []string{"0 open"}, []string{"0 open", "0 post"}, []string{"0 open", "0 post", "0.2 ack"}
	touched := []string{"0 open", "1.2 touch"}
	cases := []faultCase{
		{"late", quiet, "0 opened, 1.1 keepalive, 2.2 keepalive, 3.3 keepalive, 3.5 expired"},
		{"early", quiet, "0 opened, 0.9 keepalive, 1.8 keepalive, 2.7 keepalive, 3.5 expired"},
		{"missing", quiet, "0 opened, 3.5 expired"},
		{"drift", quiet, "0 opened, 1.03 keepalive, 2.09 keepalive, 3.18 keepalive, 3.5 expired"},
		{"ghost", quiet, "0 opened, 1 keepalive, 2 keepalive, 3 keepalive, 3.5 expired, 4 keepalive, 5 keepalive"},
		{"linger", quiet, "0 opened, 1 keepalive, 2 keepalive, 3 keepalive, 3.85 expired"},
		{"hasty", quiet, "0 opened, 1 keepalive, 2 keepalive, 3 keepalive, 3.15 expired"},
		{"endless", quiet, "0 opened, 1 keepalive, 2 keepalive, 3 keepalive, 4 keepalive, 5 keepalive"},
		{"deaf", touched, "0 opened, 1 keepalive, 2 keepalive, 3 keepalive, 3.5 expired"},
		{"flat", posted, "0 opened, 0 data 7 1, 0.5 data 7 2, 1 data 7 3, 1.5 lost 7"},
		{"stubborn", posted, "0 opened, 0 data 7 1, 0.5 data 7 2, 1.5 data 7 3, 3.5 data 7 4"},
		{"timid", posted, "0 opened, 0 data 7 1, 0.5 data 7 2, 1.5 lost 7"},
		{"echo", acked, "0 opened, 0 data 7 1, 0.2 delivered 7, 0.5 data 7 2, 1.2 keepalive, 1.5 data 7 3, 2.2 keepalive, 3.2 keepalive, 3.5 lost 7"},
	}
	for _, c := range cases {
		t.Run(c.fault, func(t *testing.T) {
			if got := strings.Join(play(t, c.fault, 5.4, c.inputs...), ", "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if right := strings.Join(play(t, "", 5.4, c.inputs...), ", "); right == c.want {
				t.Error("a right session does the same")
			}
		})
	}
	for _, f := range Faults {
		if !slices.ContainsFunc(cases, func(c faultCase) bool { return c.fault == f.Name }) {
			t.Errorf("%s is not tested", f.Name)
		}
	}
}
