package ladder

import (
	"context"
	"testing"
	"time"
)

// An engine has half of the time that is left, so that those after it have their turn; without a limit there is none.
func TestHalfOfTheTime(t *testing.T) {
	limited, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	share, stop := halfOfTheTime(limited)
	defer stop()
	whole, _ := limited.Deadline()
	end, has := share.Deadline()
	if rest := time.Until(whole) - time.Until(end); !has || rest < 29*time.Minute || rest > 31*time.Minute {
		t.Errorf("an engine leaves %v of an hour", rest)
	}
	free, stop := halfOfTheTime(t.Context())
	defer stop()
	if _, has := free.Deadline(); has {
		t.Error("there is a limit where there was none")
	}
}
