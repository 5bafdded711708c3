package examples

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/testing/sut/frame"
	"github.com/sextant-mbt/sextant/internal/testing/sut/proxy"
)

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
