package rig

import (
	"testing"
	"time"
)

// A clock that is set shows as a difference between the time of day and the time that passed. Times without the latter have no such difference.
func TestJumped(t *testing.T) {
	now := time.Now()
	later := now.Add(time.Second)
	if jumped(now, later) {
		t.Error("a second that passes is a jump")
	}
	if got := jumpOf(3*time.Hour, time.Second) && jumpOf(-time.Hour, time.Second) && !jumpOf(time.Second+jump/2, time.Second); !got {
		t.Error("hours forward or back are no jump, or a moment is")
	}
}
