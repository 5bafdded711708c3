package diag

import (
	"strings"
	"testing"
)

func TestClosest(t *testing.T) {
	words := []string{"when", "where", "var", "initial", "invariant", "input", "größe"}
	for _, test := range []struct{ name, want string }{
		{"wehn", "when"},
		{"whe", "when"},
		{"vra", "var"},
		{"inital", "initial"},
		{"invarient", "invariant"},
		{"grösse", "größe"},
		{"when", ""},
		{"x", ""},
		{"", ""},
		{"nothing", ""},
		{strings.Repeat("a", 1000), ""},
	} {
		if got := Closest(test.name, words); got != test.want {
			t.Errorf("Closest(%q) is %q, want %q", test.name, got, test.want)
		}
	}
}

// TestClosestOrder checks that the order of the candidates does not matter.
func TestClosestOrder(t *testing.T) {
	if a, b := Closest("cat", []string{"car", "can"}), Closest("cat", []string{"can", "car"}); a != "can" || b != "can" {
		t.Errorf("got %q and %q, want can", a, b)
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "axc", 1},
		{"abc", "abcd", 1}, {"kitten", "sitting", 3},
	} {
		if got := distance([]rune(test.a), []rune(test.b)); got != test.want {
			t.Errorf("distance(%q, %q) is %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
