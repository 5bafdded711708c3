//go:build unix

package workbench_test

import (
	"syscall"
	"testing"

	"github.com/sextant-mbt/sextant/internal/face/workbench"
)

// A pipe that never ends is not read.
func TestPipes(t *testing.T) {
	s := serve(t, workbench.Options{})
	if err := syscall.Mkfifo("pipe.sxt", 0o644); err != nil {
		t.Skip(err)
	}
	s.refused(403, "not a file", "GET", "/api/model?file=pipe.sxt", "")
	s.refused(403, "not a file", "PUT", "/api/model?file=pipe.sxt", `{"text": "", "hash": ""}`)
	s.refused(403, "not a file", "POST", "/api/steps", `{"file": "pipe.sxt"}`)
	s.refused(403, "not a file", "POST", "/api/runs", `{"analysis": "explore", "args": ["pipe.sxt"]}`)
	s.refused(403, "not a file", "POST", "/api/runs", `{"analysis": "conform", "args": ["light.sxt", "pipe.sxt"]}`)
}
