// Package crowd measures how busy the machine is: how many times longer a program takes than on an idle machine, because it shares the
// processors with others. Code that waits for another program and reports lateness as its fault multiplies the waiting time by this factor.
package crowd

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// bubbleTime is before any real time of this package, and long after the beginning of time in a bubble of testing/synctest, which is the
// year 2000.
var bubbleTime = time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)

// Simulated reports whether time is simulated, in a bubble of testing/synctest.
func Simulated() bool { return time.Now().Before(bubbleTime) }

// RealTime returns the real time, also where time is simulated: it is for limits on our own work.
func RealTime() time.Time {
	if Simulated() {
		return realTime()
	}
	return time.Now()
}

// Factor returns how many times longer a program that computes takes than on an idle machine, at present or in the last minute, whichever is
// more. It is from 1 to 32, and is 1 if the system does not report its load or time is simulated.
func Factor() float64 {
	if Simulated() {
		return 1
	}
	now, minute := read()
	return factor(max(now, minute), runtime.NumCPU())
}

// Now returns the current factor.
func Now() float64 {
	now, _ := read()
	return factor(now, runtime.NumCPU())
}

// More returns the time to add to a waiting time because the machine is busy.
func More(d time.Duration) time.Duration { return time.Duration((Factor() - 1) * float64(d)) }

// most bounds the factor, so that waits do not take hours on a machine with thousands of busy programs.
const most = 32

func factor(programs float64, processors int) float64 {
	return min(most, max(1, programs/float64(processors)))
}

// read returns how many programs have a processor or wait for one, now and on average in the last minute.
func read() (now, minute float64) {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0, 0
	}
	return parse(string(text))
}

// parse reads the form of /proc/loadavg: averages of the last 1, 5 and 15 minutes, and numbers of programs. Text it cannot parse yields 0.
func parse(text string) (now, minute float64) {
	fields := strings.Fields(text)
	if len(fields) < 4 {
		return 0, 0
	}
	minute, _ = strconv.ParseFloat(fields[0], 64)
	_, _ = fmt.Sscanf(fields[3], "%g/", &now)
	return now, minute
}
