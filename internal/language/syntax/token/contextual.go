package token

import "strings"

// Words that are names in other contexts. Most of them are found by the parser (see acceptSoft); those that need a long look-ahead or
// look-back are marked here.

// markSoftWords gives names that are words in their context the kinds of those words.
func (s *scanner) markSoftWords() {
	s.markClocks()
	s.markClassify()
	s.markFeatures()
	s.markCases()
}

// markClocks makes the name "clock" a word where it begins a declaration: outside the brackets of types and expressions, where
// something can end before it, and a name comes after it that is not the name of a transition. A reserved word is such a name by
// mistake if nothing follows it on its line.
func (s *scanner) markClocks() {
	var last Token // the token before
	waiting := -1  // the index of a clock that may be the word
	var named bool // a name follows it
	depth := 0     // of open brackets, other than the braces of machines
	for i, t := range s.tokens {
		if t.Kind == Comment {
			continue
		}
		switch {
		case waiting >= 0 && !named && (t.Kind == Name || s.misusedAfter(waiting, i)):
			named = true
		case waiting >= 0:
			if named && t.Kind != Colon && t.Kind != OpenBrace {
				s.tokens[waiting].Kind = Clock
			}
			waiting, named = -1, false
		}
		depth = bracketDepth(depth, last.Kind, t.Kind)
		if waiting < 0 && depth == 0 && s.isName(t, Clock.String()) && s.mayBeginDeclaration(i) {
			waiting, named = i, false
		}
		last = t
	}
}

// misusedAfter reports whether the token of index i is a reserved word in place of a name after the word of another index: on the same line,
// with nothing but a comma after it.
func (s *scanner) misusedAfter(word, i int) bool {
	if !s.tokens[i].Kind.IsWord() || s.newLineAfter(word, s.tokens[i]) {
		return false
	}
	next := s.plainAfter(i, 1)[0]
	return next.Kind == Comma || next.Kind == End || s.newLineAfter(i, next)
}

// newLineAfter reports whether a later token is on another line than that of index i.
func (s *scanner) newLineAfter(i int, later Token) bool {
	end := s.tokens[i].End
	return strings.Contains(s.src.Text[end:max(end, later.Start)], "\n")
}

// markClassify makes the name "classify" a word before a name and a colon, where these do not begin a transition.
func (s *scanner) markClassify() {
	for i, t := range s.tokens {
		if s.isName(t, Classify.String()) && s.mayBeginDeclaration(i) {
			next := s.plainAfter(i, 4)
			if (next[0].Kind == Name || next[0].Kind.IsWord()) && next[1].Kind == Colon && !(next[2].Kind == Name && next[3].Kind == Arrow) {
				s.tokens[i].Kind = Classify
			}
		}
	}
}

// markFeatures makes the name "feature" a word before the names of features, and "features" before "valid when", where a declaration may
// begin.
func (s *scanner) markFeatures() {
	for i, t := range s.tokens {
		one, several := s.isName(t, Feature.String()), s.isName(t, Features.String())
		if !one && !several || !s.mayBeginDeclaration(i) {
			continue
		}
		next := s.plainAfter(i, 2)
		switch {
		case one && (next[0].Kind == Name || s.misusedAfter(i, i+1)) && next[1].Kind != Colon && next[1].Kind != OpenBrace:
			s.tokens[i].Kind = Feature
		case several && s.isName(next[0], "valid") && next[1].Kind == When:
			s.tokens[i].Kind = Features
		}
	}
}

// plainAfter returns tokens after that of index i, without comments; at the end of the file it repeats End.
func (s *scanner) plainAfter(i, count int) []Token {
	out := make([]Token, 0, count)
	for i++; len(out) < count; i++ {
		switch {
		case i >= len(s.tokens):
			out = append(out, Token{Kind: End})
		case s.tokens[i].Kind != Comment:
			out = append(out, s.tokens[i])
		}
	}
	return out
}

// plainBefore returns tokens before that of index i, without comments, the nearest first; before the beginning there are none of any kind.
func (s *scanner) plainBefore(i, count int) []Token {
	out := make([]Token, 0, count)
	for i--; i >= 0 && len(out) < count; i-- {
		if s.tokens[i].Kind != Comment {
			out = append(out, s.tokens[i])
		}
	}
	return append(out, make([]Token, count-len(out))...)
}

// bracketDepth is the number of open brackets after a token, if it was depth before it. The brace of a machine follows a name or parenthesis;
// it does not count. A new declaration closes brackets that were left open by mistake.
func bracketDepth(depth int, last, kind Kind) int {
	switch {
	case kind == OpenParen, kind == OpenBracket, kind == OpenBrace && (depth > 0 || !last.EndsOperand()):
		return depth + 1
	case kind == CloseParen, kind == CloseBracket, kind == CloseBrace:
		return max(0, depth-1)
	case kind.StartsDeclaration() && kind != Channel:
		return 0
	}
	return depth
}

// isName reports whether a token is the given name.
func (s *scanner) isName(t Token, name string) bool {
	return t.Kind == Name && t.Text(s.src) == name
}

// mayBeginDeclaration reports whether a declaration may begin with the token of index i, by those before it.
func (s *scanner) mayBeginDeclaration(i int) bool {
	near := s.plainBefore(i, 3)
	last, before := near[0], near[1]
	switch last.Kind {
	case Stop, Semicolon:
		return true
	case Colon: // of an event without clauses
		return near[2].Kind == Event && before.Kind == Name
	case OpenBrace: // of a machine
		return before.Kind.EndsOperand()
	case Star: // of a purpose
		return before.Kind == Comma || s.isName(before, "sequence")
	case Else: // of a guard
		return before.Kind == When
	}
	operator := s.isName(last, "is") && before.Kind.EndsOperand() && !s.isName(before, "set") // or a type that is called so
	return last.Kind.EndsOperand() && !operator && !s.isName(last, "while")
}

// markCases makes the names "case" and "of" words where they belong together: an operand may begin with the first, and the second
// is behind an operand, before a brace, and inside the same brackets.
func (s *scanner) markCases() {
	open := [][]int{nil} // by open bracket, the indices of the names "case" that have no "of" yet
	last := -1           // the index of the token before
	for i, t := range s.tokens {
		innermost := len(open) - 1
		switch t.Kind {
		case Comment:
			continue
		case OpenParen, OpenBracket, OpenBrace:
			open = append(open, nil)
		case CloseParen, CloseBracket, CloseBrace:
			open = open[:max(1, innermost)]
		case Name:
			switch {
			case s.isName(t, Case.String()) && s.mayBeginOperand(last):
				open[innermost] = append(open[innermost], i)
			case s.isName(t, Of.String()) && s.follows(i) == OpenBrace:
				open[innermost] = s.pairCase(open[innermost], last, i)
			}
		}
		last = i
	}
}

// mayBeginOperand reports whether an operand may begin after the token of the given index.
func (s *scanner) mayBeginOperand(last int) bool {
	return last < 0 || !s.tokens[last].Kind.EndsOperand() || s.isName(s.tokens[last], "while") || s.isName(s.tokens[last], "rate")
}

// follows is the kind of the token after that of index i.
func (s *scanner) follows(i int) Kind {
	for i++; s.tokens[i].Kind == Comment; i++ {
	}
	return s.tokens[i].Kind
}

// pairCase marks the "of" of index i and the last open "case" that something stands between; last is the index of the token before
// i. It returns those that are still open.
func (s *scanner) pairCase(open []int, last, i int) []int {
	if len(open) > 0 && open[len(open)-1] == last {
		open = open[:len(open)-1] // a name: its operand would be missing
	}
	if len(open) == 0 || open[len(open)-1] == last || s.mayBeginOperand(last) {
		return open
	}
	s.tokens[open[len(open)-1]].Kind, s.tokens[i].Kind = Case, Of
	return open[:len(open)-1]
}

// BeginsDeclaration reports whether a declaration begins with the token of index i: with its word, or with the name of
// a transition. The last token is End.
func BeginsDeclaration(tokens []Token, i int) bool {
	before := Stop
	if i > 0 {
		before = tokens[i-1].Kind
	}
	switch kind := tokens[i].Kind; kind {
	case Channel:
		return before != Colon
	case Location:
		return before != Equals
	case Name:
		return i+3 < len(tokens) && tokens[i+1].Kind == Colon && tokens[i+2].Kind == Name &&
			tokens[i+3].Kind == Arrow
	default:
		return kind.StartsDeclaration()
	}
}
