package sut

import (
	"context"
	"testing"
	"time"
)

// slow is a system whose output comes after some time, which passes only while it is waited for.
type slow struct {
	Adapter
	left time.Duration
}

func (s *slow) Receive(_ context.Context, wait time.Duration) (Message, bool, error) {
	s.left -= wait
	return Message{}, s.left <= 0, nil
}

// TestReceiveOnABusyMachine: an output that is late because the machine is busy comes in time, and one that is later does not.
func TestReceiveOnABusyMachine(t *testing.T) {
	defer func(f func(time.Duration) time.Duration) { moreTime = f }(moreTime)
	for _, c := range []struct {
		factor, needed time.Duration
		came           bool
	}{
		{1, 1, true}, {1, 2, false}, {4, 1, true}, {4, 4, true}, {4, 5, false},
	} {
		moreTime = func(d time.Duration) time.Duration { return (c.factor - 1) * d }
		_, came, err := Receive(t.Context(), &slow{left: c.needed * time.Second}, time.Second)
		if came != c.came || err != nil {
			t.Errorf("an output after %d s on a machine that is %d times slower: %v, %v", c.needed, c.factor, came, err)
		}
	}
}
