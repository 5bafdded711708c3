// Station is the system of examples/protocol: it answers each request after a random time, one in ten with an error.
package main

import (
	"math/rand/v2"
	"time"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

var faults = []lines.Fault{
	{Name: "errors", What: "one answer in four is an error"},
	{Name: "slow", What: "answers take half as long again"},
	{Name: "uniform", What: "the times are uniform, with the right mean"},
	{Name: "never", What: "there are no errors"},
	{Name: "twice", What: "sometimes there are two answers"},
}

// mean is the mean time of an answer.
const mean = 50 * time.Millisecond

func main() { lines.Main(faults, start) }

func start(fault string, out *lines.Writer) func(lines.Input) error {
	return func(lines.Input) error {
		time.Sleep(delay(fault))
		if fault == "twice" && rand.IntN(20) == 0 {
			if err := out.Send("ack"); err != nil {
				return err
			}
		}
		return out.Send(answer(fault))
	}
}

func delay(fault string) time.Duration {
	switch fault {
	case "uniform":
		return time.Duration(rand.Int64N(2 * int64(mean)))
	case "slow":
		return time.Duration(1.5 * rand.ExpFloat64() * float64(mean))
	}
	return time.Duration(rand.ExpFloat64() * float64(mean))
}

func answer(fault string) string {
	share := map[string]float64{"errors": 0.25, "never": 0}
	errors, changed := share[fault]
	if !changed {
		errors = 0.1
	}
	if rand.Float64() < errors {
		return "err"
	}
	return "ack"
}
