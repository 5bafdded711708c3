package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

// The lamp behind a network, in three protocols:
//
//	tcp   lines of its own: PRESS, TURN 3 and TIMER are answered by LEVEL 3; a connection is a fresh lamp
//	http  POST /press, /turn with {"steps": 3} and /timer are answered by {"level": 3}; POST /reset makes a fresh lamp
//	ws    JSON messages as over a pipe, and {"reset": true} is answered by {"ready": true}; a connection is a fresh lamp

// serve listens at KIND:ADDRESS, prints the address, and serves lamps for ever.
func serve(where string, fault bool, out io.Writer) error {
	kind, address, _ := strings.Cut(where, ":")
	handlers := map[string]func(net.Listener, bool) error{"tcp": serveText, "http": serveHTTP, "ws": serveWebSocket}
	handler, ok := handlers[kind]
	if !ok {
		return fmt.Errorf("-listen %s: write tcp:ADDRESS, http:ADDRESS or ws:ADDRESS", where)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, listener.Addr())
	return handler(listener, fault)
}

func serveText(listener net.Listener, fault bool) error {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer connection.Close()
			talk(connection, &lamp{fault: fault})
		}()
	}
}

// talk speaks the line protocol.
func talk(connection io.ReadWriter, l *lamp) {
	fmt.Fprintln(connection, "# lamp 1.0")
	for scanner := bufio.NewScanner(connection); scanner.Scan(); {
		var steps int64
		word, rest, _ := strings.Cut(scanner.Text(), " ")
		if _, err := fmt.Sscan(rest, &steps); word == "TURN" && err != nil {
			fmt.Fprintln(connection, "BAD NUMBER")
			continue
		}
		if l.react(input{Input: strings.ToLower(word), Payload: []int64{steps}}) {
			fmt.Fprintln(connection, "LEVEL", l.level)
		}
	}
}

func serveHTTP(listener net.Listener, fault bool) error {
	var mu sync.Mutex
	l := &lamp{fault: fault}
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		var body struct{ Steps int64 }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil && err != io.EOF {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		switch name := strings.TrimPrefix(r.URL.Path, "/"); {
		case name == "reset":
			l = &lamp{fault: fault}
			w.WriteHeader(http.StatusNoContent)
		case l.react(input{Input: name, Payload: []int64{body.Steps}}):
			fmt.Fprintf(w, "{\"level\": %d, \"on\": %v}\n", l.level, l.on)
		default:
			http.Error(w, "the lamp is off", http.StatusConflict)
		}
	}))
}

func serveWebSocket(listener net.Listener, fault bool) error {
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connection, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer connection.CloseNow()
		chat(r.Context(), connection, fault)
	}))
}

// chat speaks JSON messages.
func chat(ctx context.Context, connection *websocket.Conn, fault bool) {
	l := &lamp{fault: fault}
	for {
		_, text, err := connection.Read(ctx)
		if err != nil {
			return
		}
		answer := ""
		var in input
		switch err := json.Unmarshal(text, &in); {
		case err != nil:
			connection.Close(websocket.StatusInvalidFramePayloadData, "not JSON")
			return
		case in.Reset:
			l, answer = &lamp{fault: fault}, `{"ready": true}`
		case l.react(in):
			answer = l.output()
		}
		if answer != "" && connection.Write(ctx, websocket.MessageText, []byte(answer)) != nil {
			return
		}
	}
}
