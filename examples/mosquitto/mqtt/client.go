package main

import (
	"errors"
	"fmt"

	paho "github.com/eclipse/paho.mqtt.golang"
)

// client is the connection of the subscriber, whose session the broker keeps while it sleeps. It is polite: the library sends only
// what is allowed.
type client struct {
	paho.Client
	sessionPresent bool
}

// dial connects to the broker.
func dial(address, name string, received func(payload string, retained bool)) (*client, error) {
	o := paho.NewClientOptions().AddBroker("tcp://" + address).SetClientID(name).SetProtocolVersion(4).SetCleanSession(false)
	o.SetAutoReconnect(false).SetConnectTimeout(limit)
	o.SetDefaultPublishHandler(func(_ paho.Client, m paho.Message) { received(string(m.Payload()), m.Retained()) })
	c := &client{Client: paho.NewClient(o)}
	token := c.Connect()
	if err := acknowledged(token); err != nil {
		return c, fmt.Errorf("the broker cannot be reached: %w", err)
	}
	c.sessionPresent = token.(*paho.ConnectToken).SessionPresent()
	return c, nil
}

var errLate = errors.New("no acknowledgement came in time")

// acknowledged waits for the acknowledgement of a packet by the broker.
func acknowledged(token paho.Token) error {
	if !token.WaitTimeout(limit) {
		return errLate
	}
	return token.Error()
}

func (c *client) subscribe(topic string) error {
	return acknowledged(c.Subscribe(topic, 1, nil))
}

func (c *client) unsubscribe(topic string) error {
	return acknowledged(c.Unsubscribe(topic))
}

// disconnect sends a DISCONNECT packet, and waits until it is sent.
func (c *client) disconnect() {
	c.Disconnect(uint(limit.Milliseconds()))
}
