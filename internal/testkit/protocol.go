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

// Routes is a model that leaves it to the system which of two ways it takes, in a way that is not seen.
const Routes = `system Routes
input send()
output a()
output b()
output c()
initial idle
transfer: idle -> busy in send()
fast: busy -> { 1/2: idle out a(); 1/2: idle out b() }
slow: busy -> { 1/3: idle out a(); 2/3: idle out c() }
`
