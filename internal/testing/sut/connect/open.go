package connect

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"strings"

	"github.com/coder/websocket"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/base/subprocess"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/sut/carrier"
	"github.com/sextant-mbt/sextant/internal/testing/sut/content"
)

func init() { sut.Register(openAddress) }

// openAddress reads the mapping of an address and prepares its adapter.
func openAddress(system *sts.System, to sut.Address) (sut.Adapter, error) {
	mapping, err := readMapping(to.Mapping)
	if err != nil {
		return nil, err
	}
	return Open(system, to.System, Options{Mapping: mapping, Reset: to.Reset})
}

// readMapping reads the mapping in a file; nil if the name is empty.
func readMapping(path string) (*Mapping, error) {
	if path == "" {
		return nil, nil
	}
	text, err := file.Read(path, MaxMapping)
	if err != nil {
		return nil, fmt.Errorf("the mapping cannot be read: %w", err)
	}
	return ParseMapping(path, text)
}

// Options configure the connection to a system. The zero value is the default.
type Options struct {
	Mapping *Mapping // nil for the default JSON
	Reset   sut.Reset
}

const addresses = "write exec:COMMAND, tcp:HOST:PORT, tls:HOST:PORT, unix:PATH, udp:HOST:PORT, http://HOST:PORT/PATH or ws://HOST:PORT/PATH"

// Open prepares the adapter for an address such as exec:./lamp, tcp:localhost:7000, http://localhost:8080 or
// ws://localhost:8080/lamp. The system is started at the first reset.
func Open(system *sts.System, address string, options Options) (sut.Adapter, error) {
	scheme, rest, _ := strings.Cut(address, ":")
	secure := scheme == "tls" || scheme == "wss" || scheme == "https"
	switch scheme {
	case "exec", "tcp", "tls", "unix", "udp", "ws", "wss", "http", "https":
	default:
		return nil, fmt.Errorf("%s is not a system under test: %s", address, addresses)
	}
	t, err := options.Mapping.tlsSettings(secure)
	if err != nil {
		return nil, err
	}
	if scheme == "http" || scheme == "https" {
		return openHTTP(system, scheme, rest, options, t)
	}
	return openConnection(system, scheme, rest, options, t)
}

// openConnection prepares a system behind a carrier.
func openConnection(system *sts.System, scheme, address string, options Options, t *tlsSettings) (sut.Adapter, error) {
	k := kind(scheme)
	if scheme == "wss" {
		k = kindWS
	}
	b := jsonBinding(system)
	if options.Mapping != nil {
		var err error
		if b, err = (binder{Mapping: options.Mapping, system: system, kind: k}).bind(); err != nil {
			return nil, err
		}
	}
	if err := b.chooseReset(k, options.Reset); err != nil {
		return nil, err
	}
	c := b.connection(string(k) + " " + address)
	var err error
	switch k {
	case kindExec:
		err = c.toProgram(address)
	case kindWS:
		err = c.toWebSocket(scheme, address, t)
	default:
		err = c.toServer(k, address, t)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// toProgram connects to a program. A reset restarts it: the program is killed with all its child processes.
func (c *Connection) toProgram(line string) error {
	command, err := subprocess.Split(line)
	if err != nil {
		return err
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return fmt.Errorf("the system under test cannot be started: %w", err)
	}
	c.what = "exec " + strings.Join(command, " ")
	c.open = func(context.Context) (carrier.Carrier, error) {
		return carrier.Start(command, c.binding.format, &c.Journal)
	}
	return nil
}

// toServer connects to a server at HOST:PORT, or at a path of the file system. A new connection is a fresh system, so a reset
// reconnects. The default host is this machine.
func (c *Connection) toServer(k kind, address string, t *tlsSettings) (err error) {
	switch {
	case k == kindUnix && address == "":
		return errors.New("unix: names no socket: write its path, as in unix:/run/lamp.sock")
	case k != kindUnix:
		if address, err = carrier.CheckAddress(address); err != nil {
			return err
		}
	}
	network := map[kind]string{kindTCP: "tcp", kindTLS: "tcp", kindUnix: "unix"}[k]
	var secure *tls.Config
	if k == kindTLS {
		host, _, _ := net.SplitHostPort(address) // which was checked
		secure = t.config(host)
	}
	c.what = string(k) + " " + address
	c.open = func(ctx context.Context) (carrier.Carrier, error) {
		return carrier.Dial(ctx, network, address, secure, c.binding.format)
	}
	if k == kindUDP {
		c.withoutFrames("datagram")
		c.limits.message = carrier.MaxDatagram
		c.open = func(ctx context.Context) (carrier.Carrier, error) { return carrier.DialUDP(ctx, address) }
	}
	return nil
}

// toWebSocket connects to a WebSocket server. Messages are text, or binary if characters are bytes.
func (c *Connection) toWebSocket(scheme, address string, t *tlsSettings) error {
	u, err := serverURL(scheme, address)
	if err != nil {
		return err
	}
	c.withoutFrames("message")
	c.what = "ws " + u.Redacted()
	messages := websocket.MessageText
	if c.binding.encoding == content.Bytes {
		messages = websocket.MessageBinary
	}
	c.open = func(ctx context.Context) (carrier.Carrier, error) {
		return carrier.DialWebSocket(ctx, u.String(), c.binding.headers, t.config(""), messages)
	}
	return nil
}

// withoutFrames checks the mapping of a system whose messages need no frames.
func (c *Connection) withoutFrames(unit string) {
	c.binding.format, c.unit = nil, unit
}
