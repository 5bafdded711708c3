package connect

import (
	"context"
	"net/http"
	"testing"

	"github.com/coder/websocket"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// BenchmarkRoundTrip sends an input and receives the output that answers it.
func BenchmarkRoundTrip(b *testing.B) {
	const reply = `{"output": "level", "payload": [1]}`
	model := load(b, lamp)
	socket := socketServer(b, func(ctx context.Context, c *websocket.Conn) {
		replies(websocket.MessageText, func(string) string { return reply })(ctx, c)
	})
	web := website(b, map[string]http.HandlerFunc{"/": says(200, `{"level": 1}`)})
	for _, bench := range []struct {
		name, address, mapping string
		reset                  sut.Reset
	}{
		{"json over tcp", "tcp:" + testkit.Serve(b, answering(func(string) string { return reply + "\n" })), "", ""},
		{"text over tcp", "tcp:" + testkit.Serve(b, answering(func(string) string { return "LEVEL 1\n" })), lampText, ""},
		{"json over ws", socket, "", ""},
		{"http", web.URL, lampRequests, sut.NoReset},
	} {
		b.Run(bench.name, func(b *testing.B) {
			a := open(b, model, bench.address, bench.mapping, bench.reset)
			if err := a.Reset(b.Context()); err != nil {
				b.Fatal(err)
			}
			press := message(b, model, sts.Input, "press")
			for b.Loop() {
				if got := answered(b, a, press, patience); got != "level(1)" {
					b.Fatal(got)
				}
			}
		})
	}
}
