module github.com/sextant-mbt/sextant/examples/lru/cache

go 1.26.0

require (
	github.com/hashicorp/golang-lru/v2 v2.0.7
	github.com/sextant-mbt/sextant v0.0.0
)

replace github.com/sextant-mbt/sextant => ../../..
