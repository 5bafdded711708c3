package main

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync/atomic"

	paho "github.com/eclipse/paho.mqtt.golang"
)

// will is the message that the broker publishes for a client that disconnects without notice.
type will struct {
	topic, payload string
	retain         bool
}

// session has the parameters of a connection.
type session struct {
	name     string
	keep     bool // the broker keeps subscriptions and messages while the client is disconnected
	will     *will
	received func(payload string, retained bool)
	closed   func() // called if the broker ends the connection
}

// client is a connection to the broker.
type client struct {
	paho.Client
	name           string
	connection     net.Conn
	sessionPresent bool
	leaving        atomic.Bool // we end the connection ourselves
}

// dial connects to the broker.
func dial(address string, s session) (*client, error) {
	c := &client{name: s.name}
	c.Client = paho.NewClient(c.options(address, s))
	token := c.Connect()
	if err := acknowledged(token); err != nil {
		return c, fmt.Errorf("the broker cannot be reached: %w", err)
	}
	c.sessionPresent = token.(*paho.ConnectToken).SessionPresent()
	return c, nil
}

// options returns the options of the library: MQTT 3.1.1, without automatic reconnection.
func (c *client) options(address string, s session) *paho.ClientOptions {
	o := paho.NewClientOptions().AddBroker("tcp://" + address).SetClientID(s.name).SetProtocolVersion(4).SetCleanSession(!s.keep)
	o.SetAutoReconnect(false).SetConnectTimeout(limit).SetCustomOpenConnectionFn(c.open)
	if s.will != nil {
		o.SetWill(s.will.topic, s.will.payload, 1, s.will.retain)
	}
	if s.received != nil {
		o.SetDefaultPublishHandler(func(_ paho.Client, m paho.Message) { s.received(string(m.Payload()), m.Retained()) })
	}
	o.SetConnectionLostHandler(func(paho.Client, error) {
		if s.closed != nil && !c.leaving.Load() {
			s.closed()
		}
	})
	return o
}

// open makes the connection and keeps it, so that it can be cut.
func (c *client) open(broker *url.URL, _ paho.ClientOptions) (net.Conn, error) {
	connection, err := net.DialTimeout("tcp", broker.Host, limit)
	c.connection = connection
	return connection, err
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

func (c *client) publish(topic, payload string, retain bool) error {
	return acknowledged(c.Publish(topic, 1, retain, payload))
}

// disconnect sends a DISCONNECT packet, and waits until it is sent: otherwise the broker publishes the will.
func (c *client) disconnect() {
	c.leaving.Store(true)
	c.Disconnect(uint(limit.Milliseconds()))
}

// drop cuts the connection without a DISCONNECT packet.
func (c *client) drop() {
	c.leaving.Store(true)
	c.connection.Close()
}
