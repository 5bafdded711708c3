// Command mqtt is the adapter between mosquitto.sxt and a real broker: JSON lines on one side, MQTT 3.1.1 on the other. It plays
// a subscriber and a publisher, each with a connection of its own.
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
	name := fmt.Sprintf("sextant-%d-%d", os.Getpid(), time.Now().UnixNano())
	a := &adapter{address: *address, name: name, out: lines.NewWriter(os.Stdout)}
	err := a.wake()
	if err == nil {
		err = lines.Read(os.Stdin, a.react)
	}
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
	publisher  *client
	connects   int
}

// react performs an input, and sends an output when it was acknowledged.
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
	case "connect", "connectWill":
		return a.connect(in)
	case "takeOver", "disconnect", "drop", "publish", "clear":
		if a.publisher == nil {
			return fmt.Errorf("%s: the publisher was never connected", in.Channel)
		}
		return a.publishing(in)
	}
	return in.Unknown()
}

// publishing performs an input of the publisher, which was connected before.
func (a *adapter) publishing(in lines.Input) error {
	switch in.Channel {
	case "takeOver":
		return a.takePlace(a.publisher.name, nil)
	case "disconnect":
		a.publisher.disconnect()
		return nil
	case "drop":
		a.publisher.drop()
		return nil
	case "publish":
		var payload int
		var retain bool
		if err := in.Values(&payload, &retain); err != nil {
			return err
		}
		return a.tell(a.publisher.publish(a.name, strconv.Itoa(payload), retain), "published")
	case "clear":
		return a.tell(a.publisher.publish(a.name, "", true), "published")
	}
	return in.Unknown()
}

// tell sends an output, unless there is an error.
func (a *adapter) tell(err error, channel string, values ...any) error {
	if err != nil {
		return err
	}
	return a.out.Send(channel, values...)
}

// wake connects the subscriber, whose session stays at the broker.
func (a *adapter) wake() error {
	var err error
	a.subscriber, err = dial(a.address, session{name: a.name + "-subscriber", keep: true, received: a.received})
	return err
}

// received sends an output for a message to the subscriber. A payload that is not a number was never sent; it is passed on unchanged.
func (a *adapter) received(payload string, retained bool) {
	var err error
	if n, problem := strconv.Atoi(payload); problem == nil {
		err = a.out.Send("message", n, retained)
	} else if payload == "" {
		err = a.out.Send("empty", retained)
	} else {
		err = a.out.Send("message", payload, retained)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// connect connects the publisher under a new name.
func (a *adapter) connect(in lines.Input) error {
	var w *will
	if in.Channel == "connectWill" {
		var payload int
		w = &will{topic: a.name}
		if err := in.Values(&payload, &w.retain); err != nil {
			return err
		}
		w.payload = strconv.Itoa(payload)
	}
	a.connects++
	return a.takePlace(fmt.Sprintf("%s-publisher-%d", a.name, a.connects), w)
}

// takePlace connects the publisher under a name that may be in use at the broker.
func (a *adapter) takePlace(name string, w *will) error {
	c, err := dial(a.address, session{name: name, will: w, closed: func() { _ = a.out.Send("closed") }})
	a.publisher = c
	return a.tell(err, "connected")
}
