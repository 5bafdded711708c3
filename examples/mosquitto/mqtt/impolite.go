package main

// This file has what a client may do wrong. The numbers are those of the requirements in the standard, MQTT 3.1.1.

// The ids of packets.
const (
	publishID  = 1 // of messages with quality of service 1
	exactlyID  = 2 // of messages with quality of service 2
	strangerID = 9 // of what was never sent
)

// strangers are packets that are not CONNECT, and come first: 3.1.0-1. A broker that takes the message of one publishes and retains it.
func strangers(topic string) map[string][]byte {
	return map[string][]byte{
		"beginPublish":     publish(retained, topic, 0, "1"),
		"beginSubscribe":   packet(typeSubscribe, number(publishID), text(topic), []byte{1}),
		"beginUnsubscribe": packet(typeUnsubscribe, number(publishID), text(topic)),
		"beginPuback":      packet(typePuback, number(strangerID)),
		"beginPubrel":      packet(typePubrel, number(strangerID)),
		"beginPing":        packet(typePingreq),
		"beginDisconnect":  packet(typeDisconnect),
		"beginConnack":     packet(typeConnack, []byte{0, 0}),
	}
}

// greetings are CONNECT packets with a mistake.
func greetings(topic, name string) map[string][]byte {
	with := func(change func(*greeting)) []byte {
		g := polite(name)
		change(&g)
		return g.packet()
	}
	right := polite(name).packet()
	return map[string][]byte{
		"otherProtocol":   with(func(g *greeting) { g.protocol = "MQTX" }),                               // 3.1.2-1
		"reservedFlag":    with(func(g *greeting) { g.flags |= flagReserved }),                           // 3.1.2-3
		"reservedBits":    append([]byte{right[0] | 1}, right[1:]...),                                    // 2.2.2-2
		"willQoS3":        polite(name).will(topic, "1", 3*flagOnce).packet(),                            // 3.1.2-14
		"willQoSAlone":    with(func(g *greeting) { g.flags |= flagOnce }),                               // 3.1.2-13
		"willRetainAlone": with(func(g *greeting) { g.flags |= flagRetain }),                             // 3.1.2-15
		"passwordAlone":   with(func(g *greeting) { g.flags |= flagPassword; g.more = texts("secret") }), // 3.1.2-22
		"userMissing":     with(func(g *greeting) { g.flags |= flagUser }),                               // 3.1.2-19
		"nameNUL":         with(func(g *greeting) { g.name += "\x00" }),                                  // 1.5.3-2
		"nameNotUTF8":     with(func(g *greeting) { g.name += "\xff" }),                                  // 1.5.3-1
		"willFilter":      polite(name).will(topic+"/#", "1", 0).packet(),                                // 4.7.1-1
		"willNoTopic":     polite(name).will("", "1", 0).packet(),                                        // 4.7.3-1
		"tooShort":        packet(typeConnect, text("MQTT"), []byte{version, flagClean}),                 // 3.1.2.10
		"tooLong":         with(func(g *greeting) { g.more = [][]byte{{1, 2}} }),                         // 3.1.3-1
	}
}

// texts returns texts, each after its length.
func texts(all ...string) [][]byte {
	var parts [][]byte
	for _, s := range all {
		parts = append(parts, text(s))
	}
	return parts
}

// violations are packets after which the broker has to close the connection: 4.8.0-1. Where they are messages, one that takes them
// publishes and retains them.
func violations(topic string) map[string][]byte {
	bits, id := once|retained, number(publishID)
	return map[string][]byte{
		"type0":          packet(0x00),                                                      // 2.2.1
		"type15":         packet(0xf0),                                                      // 2.2.1
		"connack":        packet(typeConnack, []byte{0, 0}),                                 // 2.2.1
		"lengthOf5Bytes": {typePublish, 0xff, 0xff, 0xff, 0xff, 0x01},                       // 2.2.3
		"publishQoS3":    publish(once|twice|retained, topic, publishID, "1"),               // 3.3.1-4
		"publishNoId":    publish(bits, topic, 0, "1"),                                      // 2.3.1-1
		"publishNoTopic": publish(bits, "", publishID, "1"),                                 // 4.7.3-1
		"publishFilter":  publish(bits, topic+"/+", publishID, "1"),                         // 3.3.2-2
		"publishNUL":     publish(bits, topic+"\x00", publishID, "1"),                       // 1.5.3-2
		"publishNotUTF8": publish(bits, topic+"\xff", publishID, "1"),                       // 1.5.3-1
		"publishCut":     packet(typePublish|retained, number(len(topic)+1), []byte(topic)), // 1.5.3
		"pubrelBits":     packet(typePubrel&0xf0, number(strangerID)),                       // 3.6.1-1
		"pubrelNoId":     packet(typePubrel, number(0)),                                     // 2.3.1-1

		"subscribeBits":            packet(typeSubscribe&0xf0, id, text(topic), []byte{1}),   // 3.8.1-1
		"subscribeNoId":            packet(typeSubscribe, number(0), text(topic), []byte{1}), // 2.3.1-1
		"subscribeQoS3":            packet(typeSubscribe, id, text(topic), []byte{3}),        // 3.8.3-4
		"subscribeNothing":         packet(typeSubscribe, id),                                // 3.8.3-3
		"subscribeEmpty":           packet(typeSubscribe, id, text(""), []byte{1}),           // 4.7.3-1
		"subscribeHashAfterLetter": packet(typeSubscribe, id, text(topic+"#"), []byte{1}),    // 4.7.1-2
		"subscribeHashInside":      packet(typeSubscribe, id, text("#/"+topic), []byte{1}),   // 4.7.1-2
		"subscribePlusAfterLetter": packet(typeSubscribe, id, text(topic+"+/a"), []byte{1}),  // 4.7.1-3
		"unsubscribeBits":          packet(typeUnsubscribe&0xf0, id, text(topic)),            // 3.10.1-1
		"unsubscribeNoId":          packet(typeUnsubscribe, number(0), text(topic)),          // 2.3.1-1
		"unsubscribeNothing":       packet(typeUnsubscribe, id),                              // 3.10.3-2
		"disconnectBits":           packet(typeDisconnect | 1),                               // 3.14.1-1
		"disconnectLong":           packet(typeDisconnect, []byte{1}),                        // 3.14
	}
}

// ignored are packets after which the broker has to close the connection, too, but Mosquitto does not.
var ignored = map[string][]byte{
	"suback":      packet(typeSuback, number(strangerID), []byte{1}), // 2.2.1
	"unsuback":    packet(typeUnsuback, number(strangerID)),          // 2.2.1
	"pingresp":    packet(typePingresp),                              // 2.2.1
	"pubackBits":  packet(typePuback|1, number(strangerID)),          // 2.2.2-2
	"pubackLong":  packet(typePuback, number(strangerID), []byte{1}), // 3.4
	"pubcompBits": packet(typePubcomp|1, number(strangerID)),         // 2.2.2-2
}

// plain are the packets of inputs without values, right and wrong ones.
var plain = map[string][]byte{
	"release":    packet(typePubrel, number(exactlyID)),
	"puback":     packet(typePuback, number(strangerID)),
	"pubcomp":    packet(typePubcomp, number(strangerID)),
	"pubrel":     packet(typePubrel, number(strangerID)),
	"pubrec":     packet(typePubrec, number(strangerID)),
	"pubrecBits": packet(typePubrec|1, number(strangerID)), // 2.2.2-2
	"ping":       packet(typePingreq),
}
