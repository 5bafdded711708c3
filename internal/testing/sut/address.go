package sut

import (
	"errors"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Address says where a system under test is, how messages look to it, and how it is reset.
type Address struct {
	System  string // such as exec:./lamp, tcp:localhost:7000, http://localhost:8080 or ws://localhost:8080/lamp
	Mapping string // file of the mapping; empty for our own JSON
	Reset   Reset
}

// Opener prepares the adapter for an address. Nothing is started before the first reset.
type Opener func(system *sts.System, to Address) (Adapter, error)

// opener is set while the program is initialized.
var opener Opener

// Register makes addresses known. Package connect does so when it is initialized: programs that test systems in their own process
// need not link network clients.
func Register(o Opener) { opener = o }

// Open prepares the adapter for an address by the opener that is registered.
func Open(system *sts.System, to Address) (Adapter, error) {
	if opener == nil {
		return nil, errors.New("this program cannot connect to systems by their address: it does not link package connect")
	}
	return opener(system, to)
}
