package syntax

// markClocks makes the name "clock" a word where it begins a declaration, so that it may be a name everywhere else: where something
// can end before it, and a name comes after it that is not the name of a transition.
func (s *scanner) markClocks() {
	last, waiting := tokenStop, -1 // the kind of the last token; the index of a clock that may be the word
	var named bool                 // a name follows it
	for i, t := range s.tokens {
		if t.kind == tokenComment {
			continue
		}
		switch {
		case waiting >= 0 && !named && t.kind == tokenName:
			named = true
		case waiting >= 0:
			if named && t.kind != signColon {
				s.tokens[waiting].kind = wordClock
			}
			waiting, named = -1, false
		}
		if waiting < 0 && t.kind == tokenName && t.text(s.src) == kindText[wordClock] && mayEndDeclaration(last) {
			waiting, named = i, false
		}
		last = t.kind
	}
}

// mayEndDeclaration reports whether a declaration may begin after a token of this kind.
func mayEndDeclaration(kind tokenKind) bool {
	switch kind {
	case tokenStop, signOpenBrace, signStar, signSemicolon, wordElse:
		return true
	}
	return kind.endsOperand()
}
