// Command mqtt is the adapter between mosquitto.sxt and a real broker: JSON lines on one side, MQTT 3.1.1 on the other. It plays
// a subscriber and a publisher, each with a connection of its own. The subscriber uses a library; the publisher makes its packets
// itself, since many of them are wrong on purpose.
//
// Topic and clients have new names at each start, so that tests are independent: the adapter of the previous test was killed,
// and the broker may detect only now that its connections are closed.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// limit is the time limit for a connection or an acknowledgement.
const limit = 10 * time.Second

func main() {
	address := flag.String("address", "127.0.0.1:1883", "where the broker listens")
	flag.Parse()
	a := newAdapter(*address, fmt.Sprintf("sextant-%d-%d", os.Getpid(), time.Now().UnixNano()), lines.NewWriter(os.Stdout))
	err := a.wake()
	if err == nil {
		err = lines.Read(os.Stdin, a.react)
	}
	must(err)
}

// must ends the program if there is an error.
func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// adapter plays the two clients.
type adapter struct {
	address    string
	name       string // of the topic, and the first part of the names of the clients
	out        *lines.Writer
	subscriber *client
	publisher  *publisher
}

func newAdapter(address, name string, out *lines.Writer) *adapter {
	return &adapter{address: address, name: name, out: out, publisher: &publisher{address: address, topic: name, out: out}}
}

// react performs an input. What the subscriber does is acknowledged by an output; what comes to the publisher is passed on as it comes.
func (a *adapter) react(in lines.Input) error {
	switch in.Channel {
	case "subscribe":
		return a.tell(a.subscriber.subscribe(a.name), "subscribed")
	case "unsubscribe":
		return a.tell(a.subscriber.unsubscribe(a.name), "unsubscribed")
	case "sleep":
		a.subscriber.disconnect()
		return nil
	case "wake":
		err := a.wake()
		return a.tell(err, "resumed", a.subscriber.sessionPresent)
	case "connect", "connectWill", "strange", "greetBadly", "greetOld", "greetNameless":
		return a.publisher.arrive(in)
	}
	return a.publisher.stay(in)
}

// tell sends an output, unless there is an error.
func (a *adapter) tell(err error, channel string, values ...any) error {
	if err != nil {
		return err
	}
	return a.out.Send(channel, values...)
}

// wake connects the subscriber.
func (a *adapter) wake() error {
	var err error
	a.subscriber, err = dial(a.address, a.name+"-subscriber", a.received)
	return err
}

// received sends an output for a message to the subscriber. A payload that is not a number was never sent; it is passed on unchanged.
func (a *adapter) received(payload string, retained bool) {
	if n, err := strconv.Atoi(payload); err == nil {
		must(a.out.Send("message", n, retained))
	} else if payload == "" {
		must(a.out.Send("empty", retained))
	} else {
		must(a.out.Send("message", payload, retained))
	}
}
