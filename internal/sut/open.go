package sut

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/subprocess"
)

// Reset is how a system is brought to its initial state. The zero value leaves it to the mapping and the kind of system.
type Reset string

// The resets.
const (
	Restart   Reset = "restart"   // a program is killed and started again
	Reconnect Reset = "reconnect" // a connection is closed and made again
	ByMessage Reset = "message"   // the system resets itself when it gets a message
	NoReset   Reset = "none"      // a server without a state
)

// Options are how a system is connected. The zero value is the default.
type Options struct {
	Mapping *Mapping // nil for our own JSON
	Reset   Reset
}

const addresses = "write exec:COMMAND, tcp:HOST:PORT, http://HOST:PORT/PATH or ws://HOST:PORT/PATH"

// Open prepares the adapter for an address such as exec:./lamp, tcp:localhost:7000, http://localhost:8080 or
// ws://localhost:8080/lamp. Nothing is started before the first reset.
func Open(system *sts.System, address string, options Options) (Adapter, error) {
	kind, rest, _ := strings.Cut(address, ":")
	switch kind {
	case "exec", "tcp", "ws", "wss":
		return openConnection(system, kind, rest, options)
	case "http", "https":
		return openHTTP(system, kind, rest, options)
	}
	return nil, fmt.Errorf("%s is not a system under test: %s", address, addresses)
}

// openConnection prepares a system behind a carrier.
func openConnection(system *sts.System, kind, address string, options Options) (Adapter, error) {
	b := jsonBinding(system)
	if options.Mapping != nil {
		var err error
		if b, err = (binder{Mapping: options.Mapping, system: system, lines: kind == "exec" || kind == "tcp"}).bind(); err != nil {
			return nil, err
		}
	}
	if err := b.chooseReset(kind, options); err != nil {
		return nil, err
	}
	switch kind {
	case "exec":
		command, err := subprocess.Split(address)
		if err != nil {
			return nil, err
		}
		return newProcess(command, b)
	case "tcp":
		return newTCP(address, b)
	}
	return newWebSocket(kind, address, b)
}

// needReset makes sure that there is a reset message: that of the mapping, or that of our JSON protocol.
func (b *binding) needReset() error {
	switch {
	case b.reset != nil:
	case b.inputs != nil:
		return errors.New("the mapping has no reset message: add reset.text and reset.answer")
	default:
		b.reset = jsonReset
	}
	return nil
}

// chooseReset settles whether a reset is a message.
func (b *binding) chooseReset(kind string, options Options) error {
	fresh := Reconnect
	if kind == "exec" {
		fresh = Restart
	}
	switch options.Reset {
	case "":
	case fresh:
		b.reset = nil
	case ByMessage:
		return b.needReset()
	default:
		return fmt.Errorf("%q is not a reset for %s: write %s or message", options.Reset, kind, fresh)
	}
	return nil
}
