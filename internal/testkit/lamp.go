package testkit

// TimedLamp is a model with a clock: the lamp goes off 50 to 60 units after it was pressed, by itself, or is made bright.
const TimedLamp = `input press()
output dim()
output bright()
output off()
clock x
initial idle
location lit while x <= 60
location answering urgent
first: idle -> lit in press() do x := 0 out dim()
second: lit -> answering in press() when x < 5
bright: answering -> on out bright()
expire: lit -> idle when x >= 50 out off()
leave: on -> idle in press() out off()
`
