package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

// The first bytes of packets: the type, and four bits that some types have a use for.
const (
	typeConnect     byte = 0x10
	typeConnack     byte = 0x20
	typePublish     byte = 0x30
	typePuback      byte = 0x40
	typePubrec      byte = 0x50
	typePubrel      byte = 0x62
	typePubcomp     byte = 0x70
	typeSubscribe   byte = 0x82
	typeSuback      byte = 0x90
	typeUnsubscribe byte = 0xa2
	typeUnsuback    byte = 0xb0
	typePingreq     byte = 0xc0
	typePingresp    byte = 0xd0
	typeDisconnect  byte = 0xe0
)

// The bits of PUBLISH.
const (
	retained byte = 1
	once     byte = 1 << 1 // quality of service 1
	twice    byte = 2 << 1 // quality of service 2
	repeated byte = 1 << 3
)

// packet returns a packet: its first byte, the length of the rest, and the rest.
func packet(first byte, parts ...[]byte) []byte {
	rest := slices.Concat(parts...)
	return slices.Concat(binary.AppendUvarint([]byte{first}, uint64(len(rest))), rest)
}

// number returns two bytes.
func number(n int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(n)) }

// text returns a text, after its length.
func text(s string) []byte { return append(number(len(s)), s...) }

// publish returns a PUBLISH packet with some bits.
func publish(bits byte, topic string, id int, payload string) []byte {
	parts := [][]byte{text(topic)}
	if bits&(once|twice) != 0 {
		parts = append(parts, number(id))
	}
	return packet(typePublish|bits, append(parts, []byte(payload))...)
}

// The flags of CONNECT.
const (
	flagReserved byte = 1
	flagClean    byte = 1 << 1
	flagWill     byte = 1 << 2
	flagOnce     byte = 1 << 3 // the will has quality of service 1
	flagRetain   byte = 1 << 5 // the will is retained
	flagPassword byte = 1 << 6
	flagUser     byte = 1 << 7
)

// greeting is a CONNECT packet, without a limit for silence.
type greeting struct {
	protocol string
	level    byte
	flags    byte
	name     string
	more     [][]byte // the will, a user, a password
}

// version is MQTT 3.1.1.
const version = 4

// polite is a greeting without a mistake.
func polite(name string) greeting {
	return greeting{protocol: "MQTT", level: version, flags: flagClean, name: name}
}

// will adds a message that the broker publishes if the client leaves without notice.
func (g greeting) will(topic, payload string, flags byte) greeting {
	g.flags |= flagWill | flagOnce | flags
	g.more = append(g.more, text(topic), text(payload))
	return g
}

func (g greeting) packet() []byte {
	parts := [][]byte{text(g.protocol), {g.level, g.flags}, number(0), text(g.name)}
	return packet(typeConnect, append(parts, g.more...)...)
}

// maxPacket bounds a packet of the broker.
const maxPacket = 1 << 16

var errTooLong = errors.New("the broker sent a packet that is too long")

// readPacket reads a packet, and returns its first byte and what follows the length.
func readPacket(r *bufio.Reader) (first byte, rest []byte, err error) {
	if first, err = r.ReadByte(); err != nil {
		return 0, nil, err
	}
	length, err := binary.ReadUvarint(r)
	if err != nil {
		return 0, nil, err
	}
	if length > maxPacket {
		return 0, nil, errTooLong
	}
	rest = make([]byte, length)
	_, err = io.ReadFull(r, rest)
	return first, rest, err
}
