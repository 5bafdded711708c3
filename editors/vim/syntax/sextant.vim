" Syntax of models of Sextant (.sxt).
if exists("b:current_syntax")
  finish
endif

syntax keyword sextantDeclaration import const type input output channel fifo extern function assume invariant predicates purpose
syntax keyword sextantDeclaration machine instance var initial final location event table run contract behavior requires ensures system
syntax keyword sextantClause any where when in do out
syntax keyword sextantConditional if then else
syntax keyword sextantOperator not and or exists forall
syntax keyword sextantStructure enum record
syntax keyword sextantBoolean true false
syntax keyword sextantType bool int nat real string int8 int16 int32 int64 uint8 uint16 uint32 uint64

syntax match sextantTransition "\<\K\k*\ze\s*:\s*\K\k*\s*->"
syntax match sextantNumber "\<\%(0x[0-9a-fA-F_]\+\|0b[01_]\+\|\d[0-9_]*\%(\.\d[0-9_]*\)\?\)\>"
syntax match sextantSign ":=\|::\|->\|<=>\|=>\|==\|!=\|<=\|>=\|\.\."
syntax match sextantEscape contained "\\\%(["\\ntr]\|u{\x\{1,6}}\)"
syntax region sextantString start=+"+ skip=+\\"+ end=+"+ oneline contains=sextantEscape
syntax match sextantComment "#.*$" contains=@Spell

highlight default link sextantDeclaration Keyword
highlight default link sextantClause Statement
highlight default link sextantConditional Conditional
highlight default link sextantOperator Operator
highlight default link sextantStructure Structure
highlight default link sextantBoolean Boolean
highlight default link sextantType Type
highlight default link sextantTransition Function
highlight default link sextantNumber Number
highlight default link sextantSign Operator
highlight default link sextantEscape SpecialChar
highlight default link sextantString String
highlight default link sextantComment Comment

let b:current_syntax = "sextant"
