package proxy_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
	"github.com/sextant-mbt/sextant/internal/testing/sut/proxy"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var two = regexp.MustCompile("^two$")

var format = frame.Lines{End: "\n"}

// echo sends back what it gets, and an end of its own.
func echo(in *bufio.Reader, out io.Writer) {
	for {
		text, err := in.ReadString('\n')
		fmt.Fprint(out, text)
		if err != nil {
			fmt.Fprint(out, "end")
			return
		}
	}
}

// through returns what comes back of a text that is sent to an echo through a proxy.
func through(t *testing.T, text string, faults ...proxy.Fault) string {
	t.Helper()
	p, err := proxy.Start(testkit.Serve(t, echo), format, faults...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return exchange(t, p.Address(), text)
}

// exchange sends a text and the end of the stream, and returns what comes up to the end of the other one.
func exchange(t *testing.T, address, text string) string {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, text) // a connection may be cut before
	_ = c.(*net.TCPConn).CloseWrite()
	got, _ := io.ReadAll(c)
	return string(got)
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults []proxy.Fault
		want   string
	}{
		{"none", nil, "one\ntwo\ntwo\nthree\nend"},
		{"drop", []proxy.Fault{{Fits: two, Do: proxy.Drop}}, "one\nthree\nend"},
		{"drop the second", []proxy.Fault{{Fits: two, Skip: 1, Do: proxy.Drop}}, "one\ntwo\nthree\nend"},
		{"drop the first two", []proxy.Fault{{Most: 2, Do: proxy.Drop}}, "two\nthree\nend"},
		{"repeat", []proxy.Fault{{Fits: regexp.MustCompile("one"), Do: proxy.Repeat}}, "one\none\ntwo\ntwo\nthree\nend"},
		{"replace", []proxy.Fault{{Fits: two, Do: proxy.Replace(regexp.MustCompile("w(o)"), "$1$1")}}, "one\ntoo\ntoo\nthree\nend"},
		{"swap", []proxy.Fault{{Most: 1, Do: proxy.Swap}}, "two\none\ntwo\nthree\nend"},
		{"swap each", []proxy.Fault{{Do: proxy.Swap}}, "two\none\nthree\ntwo\nend"},
		{"swap the last", []proxy.Fault{{Fits: regexp.MustCompile("three"), Do: proxy.Swap}}, "one\ntwo\ntwo\nthree\nend"},
		{"cut", []proxy.Fault{{Fits: two, Do: proxy.Cut}}, "one\n"},
		{"halve", []proxy.Fault{{Fits: regexp.MustCompile("three"), Do: proxy.Halve}}, "one\ntwo\ntwo\nth"},
		{"the first that concerns a message", []proxy.Fault{{Fits: two, Most: 1, Do: proxy.Drop}, {Fits: two, Do: proxy.Replace(two, "2")}}, "one\n2\nthree\nend"},
		{"from the client", []proxy.Fault{{Side: proxy.FromClient, Fits: two, Do: proxy.Replace(two, "2")}}, "one\n2\n2\nthree\nend"},
		{"both sides", []proxy.Fault{{Side: proxy.FromClient, Fits: two, Do: proxy.Drop}, {Fits: regexp.MustCompile("three"), Do: proxy.Repeat}}, "one\nthree\nthree\nend"},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.NothingLeft(t)
			if got := through(t, "one\ntwo\ntwo\nthree\n", c.faults...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestDelay: a message comes late, and so do those after it.
func TestDelay(t *testing.T) {
	const late = 50 * time.Millisecond
	begun := time.Now()
	got := through(t, "one\ntwo\n", proxy.Fault{Fits: regexp.MustCompile("one"), Do: proxy.Delay(late)})
	if took := time.Since(begun); got != "one\ntwo\nend" || took < late {
		t.Errorf("got %q after %v", got, took)
	}
}

// TestEachConnection: messages are counted for each connection.
func TestEachConnection(t *testing.T) {
	p, err := proxy.Start(testkit.Serve(t, echo), format, proxy.Fault{Most: 1, Do: proxy.Drop})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	for range 3 {
		if got := exchange(t, p.Address(), "one\ntwo\n"); got != "two\nend" {
			t.Errorf("got %q", got)
		}
	}
}

// TestUnframed: what does not fit the format is passed on as it is: too long a line, and the half one at the end.
func TestUnframed(t *testing.T) {
	text := "one\n" + strings.Repeat("x", frame.MaxMessage+1) + "\none\ntwo"
	if got := through(t, text, proxy.Fault{Fits: regexp.MustCompile("one"), Do: proxy.Drop}); got != strings.TrimPrefix(text, "one\n")+"end" {
		t.Errorf("got %d bytes of %d", len(got), len(text))
	}
	if got := through(t, "one\ntw", proxy.Fault{Side: proxy.FromClient, Do: proxy.Drop}); got != "twend" {
		t.Errorf("got %q", got)
	}
}

// TestUnchanged: what is not changed comes as it was sent, with another end of a line than the format has.
func TestUnchanged(t *testing.T) {
	p, err := proxy.Start(testkit.Serve(t, echo), frame.Lines{End: "\r\n"}, proxy.Fault{Fits: regexp.MustCompile("one"), Do: proxy.Repeat},
		proxy.Fault{Fits: two, Do: proxy.Replace(two, "2")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if got := exchange(t, p.Address(), "one\ntwo\nthree\r\nfour\n"); got != "one\none\n2\r\nthree\r\nfour\nend" {
		t.Errorf("got %q", got)
	}
}

// TestNoServer: a connection to a server that cannot be reached is closed.
func TestNoServer(t *testing.T) {
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	p, err := proxy.Start(gone.Addr().String(), format)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if got := exchange(t, p.Address(), "one\n"); got != "" {
		t.Errorf("got %q", got)
	}
}

// TestClose: an end of the proxy ends what waits: a connection that says nothing, and a message that is late.
func TestClose(t *testing.T) {
	testkit.NothingLeft(t)
	p, err := proxy.Start(testkit.Serve(t, echo), format, proxy.Fault{Do: proxy.Delay(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "one\n"} {
		c, err := net.Dial("tcp", p.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprint(c, text)
	}
	p.Close()
	if c, err := net.Dial("tcp", p.Address()); err == nil {
		c.Close()
		t.Error("it still listens")
	}
}
