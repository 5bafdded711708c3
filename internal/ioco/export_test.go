package ioco

import (
	"testing"
	"time"
)

// SetSendLimit changes the time limit of a write for one test.
func SetSendLimit(t testing.TB, limit time.Duration) {
	before := sendLimit
	sendLimit = limit
	t.Cleanup(func() { sendLimit = before })
}
