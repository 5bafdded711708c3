package testkit

// QueueMachines have targets that take a message which never comes, so that every technique tries them where queues are empty
// or full.
var QueueMachines = map[string]string{
	"one machine": `
channel q(int) fifo 2
input go(x: 0..9)
var n: int = 0
initial s
put: s -> s in go(x) when n < 300 out q(x)
get: s -> s in q(y) when y < 5 do n := n + 1
big: s -> s in q(y) when y >= 5 and y != 7 do n := 0
never: s -> s in q(y) when y == 11
hopeless: s -> s in q(_) when n == 1000
crowded: s -> s in go(_) when n == 2000 out q(0), q(1)
`,
	"two machines": `
channel q(int) fifo 2
input go(x: 0..9)
machine S {
  initial s
  send: s -> s in go(x) out q(x + 1)
}
machine R {
  var last: int = 0
  initial r
  recv: r -> r in q(y) when y != 10 do last := y
  ten: r -> t in q(y) when y == 10
  never: r -> r in q(y) when y == 0
}
instance s = S()
instance r = R()
`,
}
