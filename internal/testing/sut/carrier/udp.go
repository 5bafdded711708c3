package carrier

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
)

// DialUDP prepares the exchange of datagrams with a server at HOST:PORT, each a message.
func DialUDP(ctx context.Context, address string) (Carrier, error) {
	connection, err := new(net.Dialer).DialContext(ctx, "udp", address)
	if err != nil {
		return nil, fmt.Errorf("the system under test cannot be reached: %w", err)
	}
	return &datagramSocket{connection: connection}, nil
}

// MaxDatagram is the length of the longest datagram, in bytes.
const MaxDatagram = 65507

// datagramSocket carries messages as datagrams.
type datagramSocket struct {
	remote
	connection net.Conn
}

func (d *datagramSocket) hangUp() { d.connection.Close() }

func (d *datagramSocket) endInput() error { return errors.New("datagrams have no end") }

func (d *datagramSocket) read(s *Stream) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := d.connection.Read(buffer)
		if err != nil {
			s.pass(Arrival{err: &Gone{What: whyNoDatagram(err)}})
			return
		}
		if !s.pass(Arrival{Text: append([]byte(nil), buffer[:n]...)}) {
			return
		}
	}
}

// whyNoDatagram returns why no more datagrams come.
func whyNoDatagram(err error) string {
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "nothing listens on its port"
	}
	return "no datagram can be read: " + err.Error()
}

func (d *datagramSocket) write(text []byte) error {
	_, err := d.connection.Write(text)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil // of a datagram before this one; read reports it
	}
	return err
}
