package explore

// Forgetting returns options with which every state is visited.
func Forgetting(o Options) Options {
	o.forgets = true
	return o
}
