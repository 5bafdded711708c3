// Package importer is a test as a user of the Go package writes one. TestLightBinary builds it, to see how large its binary is.
package importer

import (
	"testing"

	"github.com/sextant-mbt/sextant"
)

func TestEcho(t *testing.T) {
	echo := sextant.Synchronous(func() func(sextant.Message) []sextant.Message {
		return func(input sextant.Message) []sextant.Message {
			return []sextant.Message{{Channel: "echo", Payload: input.Payload}}
		}
	})
	model := sextant.Text("system Echo\ninput say(int)\noutput echo(int)\nvar n: int = 0\ninitial s\nsay: s -> s in say(n) out echo(n)\n")
	sextant.Test(t, model, echo, sextant.TestOptions{Steps: 10})
}
