// Command fifo is a queue: the system under test of queue.sxt. It reads inputs and writes outputs as JSON lines. With -fault NAME it
// has a fault; -fault list prints their names.
package main

import (
	"encoding/json"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

var faults = []lines.Fault{
	{Name: "drop", What: "limit: what is pushed onto 42 elements is lost"},
	{Name: "order", What: "growth: if the ring grows while it wraps around, its elements are in the wrong order"},
	{Name: "shadow", What: "wrong after empty: peek still shows the last element that was taken"},
}

// server answers the inputs of the tester.
type server struct {
	queue *queue
	out   *lines.Writer
}

func main() {
	lines.Main(faults, func(fault string, out *lines.Writer) func(lines.Input) error {
		return (&server{queue: newQueue(fault), out: out}).react
	})
}

// react performs an input.
func (s *server) react(in lines.Input) error {
	if in.Channel == "push" {
		var x json.Number // of any size
		if err := in.Values(&x); err != nil {
			return err
		}
		s.queue.push(x)
		return s.out.Send("done")
	}
	if err := in.Values(); err != nil {
		return err
	}
	switch in.Channel {
	case "pop":
		return s.tell(s.queue.pop())
	case "peek":
		return s.tell(s.queue.peek())
	case "size":
		return s.out.Send("length", s.queue.length)
	}
	return in.Unknown()
}

// tell sends an element, or that there is none.
func (s *server) tell(x json.Number, ok bool) error {
	if !ok {
		return s.out.Send("empty")
	}
	return s.out.Send("item", x)
}
