package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/sut"
	"github.com/sextant-mbt/sextant/internal/text"
)

// systemFlags say how the system under test is connected.
type systemFlags struct {
	address string
	mapping string
	reset   string
}

func (f *systemFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.address, "sut", "", "the system under test: exec:COMMAND, tcp:HOST:PORT, http://HOST:PORT/PATH or ws://HOST:PORT/PATH (docs/sut.md)")
	flags.StringVar(&f.mapping, "sut-map", "", "file that says how messages look to the system; by default they are JSON")
	flags.StringVar(&f.reset, "reset", "", "how the system is reset: restart (exec), reconnect (tcp, ws), message, or none (http)")
}

// check demands a system.
func (f *systemFlags) check() error {
	if f.address == "" {
		return errors.New("name the system under test with --sut, as in --sut exec:./lamp")
	}
	return nil
}

// apply puts the flags into options.
func (f *systemFlags) apply(o *driver.RunOptions) {
	o.System, o.Mapping, o.Reset = f.address, f.mapping, sut.Reset(f.reset)
}

// words are the flags of a command that tests the same system.
func (f *systemFlags) words() string {
	words := "--sut " + text.Quote(f.address)
	if f.mapping != "" {
		words += " --sut-map " + text.Quote(f.mapping)
	}
	if f.reset != "" {
		words += " --reset " + text.Quote(f.reset)
	}
	return words
}
