// Command lamp is a lamp with a switch, a dimmer and a timer: the system under test of the tutorial. It reads inputs and
// writes outputs as JSON lines. With -fault its dimmer forgets the upper end of the scale; with -listen it is behind a network.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
)

const top = 10

// lamp is the state of the lamp.
type lamp struct {
	on    bool
	level int64
	fault bool
}

// input is a line from the tester.
type input struct {
	Input   string  `json:"input"`
	Payload []int64 `json:"payload"`
	Reset   bool    `json:"reset"` // instead of an input: start again
}

func main() {
	fault := flag.Bool("fault", false, "let the dimmer go beyond the scale")
	listen := flag.String("listen", "", "serve at tcp:ADDRESS, http:ADDRESS or ws:ADDRESS, as in tcp:localhost:7000")
	flag.Parse()
	if *listen != "" {
		fmt.Fprintln(os.Stderr, serve(*listen, *fault, os.Stdout))
		os.Exit(1)
	}
	l := &lamp{fault: *fault}
	for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
		var in input
		if err := json.Unmarshal(scanner.Bytes(), &in); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if in.Reset {
			l = &lamp{fault: *fault}
			fmt.Println(`{"ready": true}`)
		} else if l.react(in) {
			fmt.Println(l.output())
		}
	}
}

// output is the message that shows the level.
func (l *lamp) output() string {
	return fmt.Sprintf(`{"output": "lamp", "payload": [%d]}`, l.level)
}

// react changes the state and reports whether the lamp shows its level.
func (l *lamp) react(in input) bool {
	switch in.Input {
	case "press":
		l.on = !l.on
		l.level = 0
		if l.on {
			l.level = 3
		}
		return true
	case "turn":
		if l.on {
			l.level = max(1, add(l.level, in.Payload[0]))
			if !l.fault {
				l.level = min(top, l.level)
			}
		}
		return l.on
	case "timer":
		if l.on && l.level > 7 {
			l.on, l.level = false, 0
			return true
		}
		return l.on
	}
	return false
}

// add returns a level that is some steps higher, or the highest number if that is lower.
func add(level, steps int64) int64 {
	if level > 0 && steps > math.MaxInt64-level {
		return math.MaxInt64
	}
	return level + steps
}
