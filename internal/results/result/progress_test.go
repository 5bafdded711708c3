package result

import "testing"

func TestProgress(t *testing.T) {
	tests := []struct {
		now    Progress
		share  float64 // -1 if it is not known
		detail string
	}{
		{Progress{Done: 3, Found: "call 3"}, -1, "call 3"},
		{Progress{Done: 3, Total: 4, Found: "3 inputs"}, 0.75, "3 inputs"},
		{Progress{Done: 5, Total: 4}, 1, ""},
		{Progress{Phase: "states", Done: 3}, 0, "states: 3"},
		{Progress{Phase: "paths", Done: 3, Total: 3, Found: "1 call"}, 0.75, "paths: 3 of 3; 1 call"},
	}
	for _, test := range tests {
		share := -1.0
		if s := test.now.Share(); s != nil {
			share = *s
		}
		if share != test.share || test.now.Detail() != test.detail {
			t.Errorf("%+v has the share %v and the detail %q, want %v and %q", test.now, share, test.now.Detail(), test.share, test.detail)
		}
	}
}
