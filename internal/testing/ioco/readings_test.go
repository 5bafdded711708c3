package ioco

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestReadings: of an output with several readings those count that the model allows; where it allows several, a later observation
// decides.
func TestReadings(t *testing.T) {
	system := testkit.LoadText(t, `input go()
output x(n: int)
output y()
output z()
output last(n: int)
initial a
var k: int
begin: a -> b in go
asX: b -> c do k := 1 out x(1)
asY: b -> d out y()
endX: c -> a out last(10)
endY: d -> a out last(20)
`)
	message := func(name string, payload ...any) sut.Message {
		m, err := sut.NewMessage(system, sts.Output, name, payload)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	reading := func(first sut.Message, others ...sut.Message) sut.Message {
		first.Others = others
		return first
	}
	for _, test := range []struct {
		name    string
		message sut.Message
		left    int // readings that are left; 0 if none is allowed
		last    int // which end is possible after that; 0 for both
	}{
		{"the first", reading(message("x", 1), message("z")), 1, 10},
		{"the second", reading(message("z"), message("y")), 1, 20},
		{"of one channel", reading(message("x", 2), message("x", 1)), 1, 10},
		{"both", reading(message("y"), message("x", 1), message("z")), 2, 0},
		{"none", reading(message("z"), message("x", 2)), 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, last := range []int{10, 20} {
				tracker := newTestTracker(t, system)
				if ok, err := tracker.AfterInput(t.Context(), sut.Message{Channel: system.Channels[0]}); err != nil || !ok {
					t.Fatal(ok, err)
				}
				resolved, err := tracker.Resolve(t.Context(), test.message)
				if err != nil {
					t.Fatal(err)
				}
				ok, err := tracker.AfterOutput(t.Context(), resolved)
				if err != nil || ok != (test.left > 0) {
					t.Fatal(ok, err)
				}
				if !ok {
					if len(resolved.Others) != len(test.message.Others) {
						t.Error("readings are lost that evidence is made of")
					}
					continue
				}
				if got := len(resolved.Readings()); got != test.left {
					t.Errorf("%d readings are left", got)
				}
				ok, err = tracker.AfterOutput(t.Context(), message("last", last))
				if want := test.last == 0 || test.last == last; err != nil || ok != want {
					t.Errorf("last(%d): %v, %v", last, ok, err)
				}
			}
		})
	}
}
