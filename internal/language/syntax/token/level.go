package token

// The levels of binary operators, loosest first. An operand of a level is an expression of a higher one.
const (
	LevelIff = iota + 1
	LevelImplies
	LevelOr
	LevelAnd
	LevelNot
	LevelComparison
	LevelBitOr
	LevelBitXor
	LevelBitAnd
	LevelShift
	LevelSum
	LevelProduct
	LevelUnary
	LevelPostfix
)

// binaryLevel is the level of a binary operator, or 0.
var binaryLevel = [Count]int{
	Iff: LevelIff, Implies: LevelImplies, Or: LevelOr, And: LevelAnd,
	Equal: LevelComparison, NotEqual: LevelComparison, Less: LevelComparison,
	LessEqual: LevelComparison, Greater: LevelComparison, GreaterEqual: LevelComparison, In: LevelComparison,
	Bar: LevelBitOr, Caret: LevelBitXor, Ampersand: LevelBitAnd, ShiftLeft: LevelShift,
	ShiftRight: LevelShift, Plus: LevelSum, Minus: LevelSum, Star: LevelProduct,
	Slash: LevelProduct, Percent: LevelProduct,
}

// Level is the level of a binary operator; it is 0 for all other tokens.
func (k Kind) Level() int { return binaryLevel[k] }

// OperatorLevel is the level of the binary operator with the given text.
func OperatorLevel(operator string) int { return operatorLevel[operator] }

var operatorLevel = func() map[string]int {
	levels := map[string]int{}
	for kind := Stop; kind < Count; kind++ {
		if level := kind.Level(); level > 0 {
			levels[kind.String()] = level
		}
	}
	return levels
}()
