// Serve runs a system of the bug bench: with JSON lines on standard input and output, as docs/sut.md describes them, or, if
// it is a server, on a port with its own protocol.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs"
	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

func main() {
	system := flag.String("system", "", "name of the system")
	fault := flag.String("fault", "", "make this mistake")
	listen := flag.String("listen", "", "serve on this address instead of standard input and output")
	done := flag.Bool("done", false, `write {"done": true} after the answer to each input`)
	description := flag.Bool("describe", false, "print the operations and faults of the system, and end")
	flag.Parse()
	target, err := bugs.Find(*system)
	if err == nil {
		_, err = target.Fault(*fault)
	}
	switch {
	case err != nil:
	case *description:
		err = json.NewEncoder(os.Stdout).Encode(describe(target))
	case *listen != "":
		err = serve(target, *fault, *listen)
	default:
		err = (&stdio{target: target, fault: *fault, done: *done, out: bufio.NewWriter(os.Stdout)}).run(os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(2)
	}
}

// serve runs a server until it is killed.
func serve(target *bugs.Target, fault, address string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "listening on", l.Addr())
	switch {
	case target.Session != nil:
		wire.Accept(l, func() wire.Session { return target.Session(fault) }, target.LongestLine(fault), func(wire.Reaction) {})
		return nil
	case target.Handler != nil:
		return (&http.Server{Handler: target.Handler(fault), ReadHeaderTimeout: time.Minute}).Serve(l)
	}
	return errors.New(target.Name + " is a library: leave -listen out")
}

// stdio is a system on standard input and output.
type stdio struct {
	target   *bugs.Target
	fault    string
	done     bool
	out      *bufio.Writer
	instance bugs.Instance
}

type line struct {
	Input   string `json:"input"`
	Payload []any  `json:"payload"`
	Reset   bool   `json:"reset"`
}

func (s *stdio) run(in io.Reader) error {
	if err := s.reset(); err != nil {
		return err
	}
	defer func() { s.instance.Close() }()
	d := json.NewDecoder(in)
	d.UseNumber()
	for {
		var l line
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := s.react(l); err != nil {
			return err
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
	}
}

func (s *stdio) reset() error {
	if s.instance != nil {
		s.instance.Close()
	}
	var err error
	s.instance, err = s.target.Start(s.fault)
	return err
}

func (s *stdio) react(l line) error {
	out := json.NewEncoder(s.out)
	if l.Reset {
		if err := s.reset(); err != nil {
			return err
		}
		return out.Encode(map[string]bool{"ready": true})
	}
	for i, v := range l.Payload {
		if n, ok := v.(json.Number); ok {
			var err error
			if l.Payload[i], err = n.Int64(); err != nil {
				return err
			}
		}
	}
	for _, m := range s.instance.Do(bugs.Message{Name: l.Input, Args: l.Payload}) {
		payload := m.Args
		if payload == nil {
			payload = []any{}
		}
		if err := out.Encode(map[string]any{"output": m.Name, "payload": payload}); err != nil {
			return err
		}
	}
	if s.done {
		return out.Encode(map[string]bool{"done": true})
	}
	return nil
}
