package text

import (
	"strings"
	"testing"
)

func TestApart(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	const gap = " ... 440 characters ... "
	for _, c := range []struct {
		message string
		others  []string
		want    string
	}{
		{"lamp(11)", []string{"lamp(10)"}, "lamp(11)|lamp(10)"},
		{"x(" + a(80) + ")", []string{"x(" + a(81) + ")"}, "x(" + a(80) + ")|x(" + a(81) + ")"},
		{a(500) + "1)", []string{a(500) + "2)"}, a(30) + gap + a(30) + "1)|" + a(30) + gap + a(30) + "2)"},
		{"1" + a(500), []string{"2" + a(500), "33" + a(500)}, "1" + a(30) + gap + a(30) + "|2" + a(30) + gap + a(30) + "|33" + a(30) + gap + a(30)},
		{a(500) + "éb" + a(500), []string{a(500) + "üb" + a(500)}, a(30) + gap + a(30) + "éb" + a(29) + " ... 441 characters ... " + a(30) + "|" +
			a(30) + gap + a(30) + "üb" + a(29) + " ... 441 characters ... " + a(30)},
		{a(500), nil, a(150) + " ... 275 characters ... " + a(75)},
		{a(500), []string{a(500)}, a(150) + " ... 275 characters ... " + a(75) + "|" + a(150) + " ... 275 characters ... " + a(75)},
		{a(500), []string{a(499)}, a(30) + " ... 439 characters ... " + a(30) + "a|" + a(30) + " ... 439 characters ... " + a(30)},
		{a(500), []string{"b"}, a(150) + " ... 275 characters ... " + a(75) + "|b"},
		{"", []string{"b", "b"}, "|b|b"},
	} {
		message, others := Apart(c.message, c.others)
		if got := strings.Join(append([]string{message}, others...), "|"); got != c.want {
			t.Errorf("%s, %s:\n got %s\nwant %s", c.message, c.others, got, c.want)
		}
	}
}
