package examples

import (
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
	"github.com/sextant-mbt/sextant/internal/testing/sut/proxy"
)

// seeded is a fault that a proxy makes of a right server.
type seeded struct {
	name   string
	faults []proxy.Fault
	inputs string // a test by hand that shows it: JSON, a list of stored messages
}

// asked is a fault that changes commands of the client.
func asked(pattern, other string) proxy.Fault {
	return proxy.Fault{Side: proxy.FromClient, Do: proxy.Replace(regexp.MustCompile(pattern), other)}
}

// answered is a fault that changes answers of the server.
func answered(pattern, other string) proxy.Fault {
	return proxy.Fault{Do: proxy.Replace(regexp.MustCompile(pattern), other)}
}

// behindProxy puts a proxy with faults between the tester and a server that speaks lines.
func behindProxy(t *testing.T, system rig.SystemOptions, faults ...proxy.Fault) rig.SystemOptions {
	t.Helper()
	system.System = "tcp:" + proxied(t, strings.TrimPrefix(system.System, "tcp:"), faults...)
	return system
}

// proxied starts a proxy in front of a server that speaks lines, and returns its address.
func proxied(t *testing.T, server string, faults ...proxy.Fault) string {
	t.Helper()
	p, err := proxy.Start(server, frame.Lines{End: "\r\n"}, faults...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p.Address()
}
