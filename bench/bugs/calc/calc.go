// Package calc is a calculator with a stack.
package calc

// Room is the number of numbers on the stack.
const Room = 6

// Problem is why something was not done.
type Problem string

// The problems.
const (
	Underflow Problem = "underflow"
	Full      Problem = "full"
	Range     Problem = "range"
)

// Most is the largest number, and -Most the smallest.
const Most = 1_000_000_000_000_000_000

// Calc is a calculator.
type Calc struct {
	fault  string
	stack  []int64
	memory int64
	errors int
}

// New returns a calculator with an empty stack and a fault.
func New(fault string) *Calc { return &Calc{fault: fault} }

// Push puts a number on the stack.
func (c *Calc) Push(n int64) Problem {
	if len(c.stack) >= Room {
		return Full
	}
	c.stack = append(c.stack, n)
	return ""
}

// Depth returns the number of numbers on the stack.
func (c *Calc) Depth() int { return len(c.stack) }

// Top returns the number on top, which is there.
func (c *Calc) Top() int64 { return c.stack[len(c.stack)-1] }

// Binary replaces the two numbers on top by a result.
func (c *Calc) Binary(op string) Problem {
	n := len(c.stack)
	if n < 2 {
		if c.fault == "underflow-pops" && n == 1 {
			c.stack = c.stack[:0]
		}
		if c.fault == "underflow-is-full" && n == 1 {
			return Full
		}
		return Underflow
	}
	result := c.compute(op, c.stack[n-2], c.stack[n-1])
	if result > Most || result < -Most {
		c.errors++
		if c.fault == "overflow-leaves-result" {
			c.stack[n-1] = result
		}
		return Range
	}
	c.stack = append(c.stack[:n-2], result)
	return ""
}

func (c *Calc) compute(op string, a, b int64) int64 {
	switch op {
	case "add":
		if c.fault == "add-float64" {
			return int64(float64(a) + float64(b))
		}
		if c.fault == "add-int32" && a >= 0 && b >= 0 && a <= 1<<31-1 && b <= 1<<31-1 {
			return int64(int32(a + b))
		}
		return a + b
	case "sub":
		if c.fault == "sub-backwards-when-negative" && a < b {
			return b - a
		}
		return a - b
	case "larger":
		if c.fault == "max-ignores-sign" && a < 0 && b < 0 {
			return min(a, b)
		}
		return max(a, b)
	}
	return c.compare(a, b)
}

func (c *Calc) compare(a, b int64) int64 {
	if c.fault == "compare-by-difference" {
		a, b = int64(int32(a-b)), 0
	}
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	if c.fault == "equal-is-greater" && a != 0 {
		return 1
	}
	return 0
}

// Swap exchanges the two numbers on top.
func (c *Calc) Swap() Problem {
	n := len(c.stack)
	if n < 2 {
		return Underflow
	}
	if c.fault == "swap-takes-the-bottom" {
		c.stack[0], c.stack[n-1] = c.stack[n-1], c.stack[0]
		return ""
	}
	c.stack[n-1], c.stack[n-2] = c.stack[n-2], c.stack[n-1]
	return ""
}

// Drop removes the number on top.
func (c *Calc) Drop() Problem {
	if len(c.stack) == 0 {
		return Underflow
	}
	c.stack = c.stack[:len(c.stack)-1]
	return ""
}

// Store keeps the number on top.
func (c *Calc) Store() Problem {
	if len(c.stack) == 0 {
		return Underflow
	}
	c.memory = c.Top()
	return ""
}

// Recall puts the number that was kept on the stack.
func (c *Calc) Recall() Problem { return c.Push(c.memory) }

// Clear forgets everything.
func (c *Calc) Clear() {
	c.stack = nil
	if c.fault != "clear-keeps-memory" {
		c.memory = 0
	}
}
