package workbench

import (
	"net"
	"testing"
)

func TestOurs(t *testing.T) {
	tests := []struct {
		listen, bound string // as the user wrote it, and the address that came of it
		ours, foreign []string
	}{
		{"127.0.0.1:7357", "127.0.0.1:7357", []string{"127.0.0.1:7357", "localhost:7357", "[::1]:7357"}, []string{"evil.example:7357", "10.0.0.1:7357", "localhost", "localhost:80", "", ":7357"}},
		{"0.0.0.0:7357", "0.0.0.0:7357", []string{"localhost:7357", "10.0.0.1:7357", "[fe80::1]:7357"}, []string{"evil.example:7357", "10.0.0.1:80", "10.0.0.1.evil.example:7357"}},
		{":7357", "[::]:7357", []string{"localhost:7357", "10.0.0.1:7357"}, []string{"evil.example:7357", ":7357"}},
		{"bench.local:7357", "10.0.0.5:7357", []string{"bench.local:7357", "BENCH.local:7357", "10.0.0.5:7357", "localhost:7357"}, []string{"10.0.0.6:7357", "other.local:7357", "127.0.0.1:7357"}},
		{"10.0.0.5:80", "10.0.0.5:80", []string{"10.0.0.5", "10.0.0.5:80", "localhost"}, []string{"10.0.0.5:7357"}},
	}
	for _, test := range tests {
		at, err := net.ResolveTCPAddr("tcp", test.bound)
		if err != nil {
			t.Fatal(err)
		}
		g := newGuard(Options{Address: test.listen}, at, nil)
		for _, host := range test.ours {
			if !g.ours(host) {
				t.Errorf("%s: %q is refused", test.listen, host)
			}
		}
		for _, host := range test.foreign {
			if g.ours(host) {
				t.Errorf("%s: %q is accepted", test.listen, host)
			}
		}
	}
}
