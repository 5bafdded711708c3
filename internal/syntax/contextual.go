package syntax

// Words that are names where they can be nothing else. Most of them are found by the parser (see acceptSoft); those that need to
// look far ahead or back are marked here.

// markSoftWords gives the names that are words at their places the kinds of those words.
func (s *scanner) markSoftWords() {
	s.markClocks()
	s.markCases()
}

// markClocks makes the name "clock" a word where it begins a declaration: outside the brackets of types and expressions, where
// something can end before it, and a name comes after it that is not the name of a transition.
func (s *scanner) markClocks() {
	var before, last token // the two tokens before
	waiting := -1          // the index of a clock that may be the word
	var named bool         // a name follows it
	depth := 0             // of open brackets, other than the braces of machines
	for i, t := range s.tokens {
		if t.kind == tokenComment {
			continue
		}
		switch {
		case waiting >= 0 && !named && t.kind == tokenName:
			named = true
		case waiting >= 0:
			if named && t.kind != signColon && t.kind != signOpenBrace {
				s.tokens[waiting].kind = wordClock
			}
			waiting, named = -1, false
		}
		depth = bracketDepth(depth, last.kind, t.kind)
		if waiting < 0 && depth == 0 && s.isName(t, kindText[wordClock]) && s.mayEndDeclaration(before, last) {
			waiting, named = i, false
		}
		before, last = last, t
	}
}

// bracketDepth is the number of open brackets after a token, if it was depth before it. The brace of a machine follows a name or
// parenthesis; it does not count. A new declaration closes what was left open by mistake.
func bracketDepth(depth int, last, kind tokenKind) int {
	switch {
	case kind == signOpenParen, kind == signOpenBracket, kind == signOpenBrace && (depth > 0 || !last.endsOperand()):
		return depth + 1
	case kind == signCloseParen, kind == signCloseBracket, kind == signCloseBrace:
		return max(0, depth-1)
	case kind.startsDeclaration() && kind != wordChannel:
		return 0
	}
	return depth
}

// isName reports whether a token is the given name.
func (s *scanner) isName(t token, name string) bool {
	return t.kind == tokenName && t.text(s.src) == name
}

// mayEndDeclaration reports whether a declaration may begin after the last of two tokens.
func (s *scanner) mayEndDeclaration(before, last token) bool {
	switch last.kind {
	case tokenStop, signSemicolon:
		return true
	case signOpenBrace: // of a machine
		return before.kind.endsOperand()
	case signStar: // of a purpose
		return before.kind == signComma || s.isName(before, "sequence")
	case wordElse: // of a guard
		return before.kind == wordWhen
	}
	operator := s.isName(last, "is") && before.kind.endsOperand()
	return last.kind.endsOperand() && !operator && !s.isName(last, "while")
}

// markCases makes the names "case" and "of" words where they belong together: an operand may begin with the first, and the second
// is behind an operand, before a brace, and inside the same brackets.
func (s *scanner) markCases() {
	open := [][]int{nil} // by open bracket, the indices of the names "case" that have no "of" yet
	last := -1           // the index of the token before
	for i, t := range s.tokens {
		innermost := len(open) - 1
		switch t.kind {
		case tokenComment:
			continue
		case signOpenParen, signOpenBracket, signOpenBrace:
			open = append(open, nil)
		case signCloseParen, signCloseBracket, signCloseBrace:
			open = open[:max(1, innermost)]
		case tokenName:
			switch {
			case s.isName(t, kindText[wordCase]) && s.mayBeginOperand(last):
				open[innermost] = append(open[innermost], i)
			case s.isName(t, kindText[wordOf]) && s.follows(i) == signOpenBrace:
				open[innermost] = s.pairCase(open[innermost], last, i)
			}
		}
		last = i
	}
}

// mayBeginOperand reports whether an operand may begin after the token of the given index.
func (s *scanner) mayBeginOperand(last int) bool {
	return last < 0 || !s.tokens[last].kind.endsOperand() || s.isName(s.tokens[last], "while")
}

// follows is the kind of the token after that of index i.
func (s *scanner) follows(i int) tokenKind {
	for i++; s.tokens[i].kind == tokenComment; i++ {
	}
	return s.tokens[i].kind
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
	s.tokens[open[len(open)-1]].kind, s.tokens[i].kind = wordCase, wordOf
	return open[:len(open)-1]
}
