package sut

import (
	"errors"

	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// Address describes where a system under test is, the form of its messages, and how it is reset.
type Address struct {
	System  string // such as exec:./lamp, tcp:localhost:7000, http://localhost:8080 or ws://localhost:8080/lamp
	Mapping string // file of the mapping; empty for the default JSON
	Reset   Reset
}

// Opener prepares the adapter for an address. The system is started at the first reset.
type Opener func(system *sts.System, to Address) (Adapter, error)

// opener is set during initialization of the program.
var opener Opener

// Register sets the opener of addresses. Package connect does so when it is initialized, so that programs that test systems in
// their own process need not link network clients.
func Register(o Opener) { opener = o }

// Open prepares the adapter for an address with the registered opener.
func Open(system *sts.System, to Address) (Adapter, error) {
	if opener == nil {
		return nil, errors.New("this program cannot connect to systems at addresses: it does not link package connect")
	}
	return opener(system, to)
}
