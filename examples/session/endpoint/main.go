// Command endpoint is one end of the connection of session.sxt: a system under test. It reads inputs and writes outputs as JSON
// lines. With -fault NAME it has a fault; -fault list prints their names. With -unit it is faster or slower than a second for
// each unit of the model.
package main

import (
	"flag"
	"time"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
	"github.com/sextant-mbt/sextant/examples/session/peer"
)

func main() {
	unit := flag.Duration("unit", time.Second, "how long a unit of time is")
	var faults []lines.Fault
	for _, f := range peer.Faults {
		faults = append(faults, lines.Fault(f))
	}
	lines.Main(faults, func(fault string, out *lines.Writer) func(lines.Input) error {
		s := peer.New(*unit, fault, func(channel string, values ...any) {
			_ = out.Send(channel, values...) // fails when the tester has ended, and then the program ends
		})
		return func(in lines.Input) error { return react(s, in) }
	})
}

// react performs an input.
func react(s *peer.Session, in lines.Input) error {
	switch in.Channel {
	case "open":
		s.Open()
	case "post":
		var number int
		if err := in.Values(&number); err != nil {
			return err
		}
		s.Post(number)
	case "ack":
		s.Ack()
	case "touch":
		s.Touch()
	case "close":
		s.Close()
	default:
		return in.Unknown()
	}
	return nil
}
