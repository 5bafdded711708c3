// Package discovery simulates tick by tick how two Bluetooth devices find each other, as section 6 of "Model-based testing of
// probabilistic systems with stochastic time" (Gerhold and Stoelinga, TAP 2017) describes it. It is a system under test of
// examples/bluetooth.
package discovery

import (
	"math/rand/v2"
	"time"
)

// Tick is the time between two ticks of the clock of a device.
const Tick = 312500 * time.Nanosecond

// Variant is a device, right or wrong.
type Variant string

// The variants.
const (
	Right  Variant = "right"
	Master Variant = "master" // the master never switches tracks
	Slave  Variant = "slave"  // the slave listens for 5.65 ms every 1.28 s, instead of 11.25 ms every 0.64 s
)

// The times in ticks: how long the slave listens, how often, how long it keeps a frequency, and how long the master keeps a track.
const (
	listen, wrongListen = 36, 18
	period, wrongPeriod = 2048, 4096
	hop                 = 4096
	track               = 8192
	frequencies         = 32
)

// Never is the time of devices that do not find each other within the limit.
const Never = time.Duration(-1)

// Time returns the time until the devices find each other, from random values of both clocks; Never if it exceeds the limit.
func Time(random *rand.Rand, v Variant, limit time.Duration) time.Duration {
	window, every := listen, period
	if v == Slave {
		window, every = wrongListen, wrongPeriod
	}
	clock := random.IntN(1 << 28)
	phase, first := random.IntN(every), random.IntN(frequencies)
	for from := -phase; time.Duration(from)*Tick <= limit; from += every {
		for t := max(from, 0); t < from+window; t++ {
			heard := (first + (t+phase)/hop) % frequencies
			if sends(clock+t) && frequency(clock+t, clock, v) == heard {
				return time.Duration(t) * Tick
			}
		}
	}
	return Never
}

// sends reports whether the master sends at a tick: for two ticks, and then listens for two.
func sends(clock int) bool { return clock&2 == 0 }

// frequency returns the frequency on which the master sends: [CLK16-12 + off + (CLK4-2,0 − CLK16-12) mod 16] mod 32.
func frequency(clock, start int, v Variant) int {
	high := clock >> 12 & 31
	low := clock>>1&14 | clock&1
	offset := 1
	if v != Master && (clock-start)/track%2 == 1 {
		offset = 17
	}
	return (high + offset + ((low-high)%16+16)%16) % frequencies
}
