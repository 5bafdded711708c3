package testkit

import "fmt"

// Protocol returns the model of the protocol of Gerhold and Stoelinga (TAP 2017, figure 1): a request, work with a rate, and an answer of which
// one in ten is an error.
func Protocol(rate int) string {
	return fmt.Sprintf(`system Protocol
input send()
output ack()
output err()
initial idle
transfer: idle -> sent in send()
work: sent -> busy rate %d
reply: busy -> { 9/10: idle out ack(); 1/10: idle out err() }
`, rate)
}
