package ioco

// Fork is a tracker that goes on from here on its own.
func (t *Tracker) Fork() *Tracker {
	fork := *t
	return &fork
}
