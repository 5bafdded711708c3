module github.com/sextant-mbt/sextant/examples/mosquitto/mqtt

go 1.26.0

require (
	github.com/eclipse/paho.mqtt.golang v1.5.1
	github.com/sextant-mbt/sextant v0.0.0
)

require (
	github.com/gorilla/websocket v1.5.3 // indirect
	golang.org/x/net v0.44.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
)

replace github.com/sextant-mbt/sextant => ../../..
