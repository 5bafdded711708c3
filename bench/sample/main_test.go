package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// sampled runs the command with flags that it must accept.
func sampled(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(args, &out); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out.String()
}

// The same seed gives the same machine, in a file and on standard output.
func TestSameMachine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "machine.sxt")
	size := []string{"-locations", "60", "-transitions", "130", "-seed", "4"}
	printed := sampled(t, size...)
	if out := sampled(t, append(size, "-o", path)...); out != "" {
		t.Errorf("with a file, it prints %q", out)
	}
	written, err := os.ReadFile(path)
	if err != nil || string(written) != printed {
		t.Errorf("the file differs from what is printed: %v", err)
	}
}

// The document lists what is known of the machine.
func TestDocument(t *testing.T) {
	for _, c := range []struct {
		args        []string
		kind        string
		inputs      int
		unreachable bool
	}{
		{[]string{"-locations", "60", "-transitions", "130", "-seed", "4"}, "counter", 0, true},
		{[]string{"-locations", "30", "-transitions", "60", "-kinds", "delayed"}, "delayed", 52, false},
	} {
		var d document
		if err := json.Unmarshal([]byte(sampled(t, append(c.args, "-json")...)), &d); err != nil {
			t.Fatal(err)
		}
		if d.Text != sampled(t, c.args...) || len(d.Hard) == 0 || string(d.Hard[0].Kind) != c.kind || c.inputs > 0 && d.Hard[0].Inputs != c.inputs {
			t.Errorf("%v: the document is %+v", c.args, d.Hard)
		}
		if len(d.Unreachable) > 0 != c.unreachable {
			t.Errorf("%v: unreachable are %v", c.args, d.Unreachable)
		}
	}
}

// What cannot be made is refused.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-locations", "10", "-transitions", "9"}, "9 transitions are too few for 10 locations: every location has at least one"},
		{[]string{"-locations", "0"}, "a machine needs at least 1 location, not 0"},
		{[]string{"-open", "101"}, "101 % of the regions cannot be open: write a number from 0 to 100"},
		{[]string{"-kinds", "magic,easy"}, `-kinds: unknown kind "easy": write some of counter, magic, checksum, delayed, unreachable`},
		{[]string{"machine.sxt"}, "sample takes no arguments, not machine.sxt"},
	} {
		if err := run(c.args, &bytes.Buffer{}); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.args, err, c.want)
		}
	}
	if err := run([]string{"-o", filepath.Join(t.TempDir(), "no", "machine.sxt")}, &bytes.Buffer{}); err == nil {
		t.Error("a file in a folder that does not exist was written")
	}
}
