package smt

// New stacks the parts that the configuration names. Each worker has its own stack; they may share config.Cache and
// config.Log. No process is started before the first query.
func New(config Config) (Solver, error) {
	process := NewProcess(config)
	if err := process.findProgram(); err != nil {
		return nil, err
	}
	var s Solver = process
	if config.Log != nil {
		s = &logger{Solver: s, output: config.Log}
	}
	if len(config.CrossCheck) > 0 {
		cross := newCrossChecker(s, process.Name(), config)
		if err := cross.second.findProgram(); err != nil {
			return nil, err
		}
		s = cross
	}
	if !config.NoCache {
		cache := config.Cache
		if cache == nil {
			cache = NewCache(DefaultCacheEntries)
		}
		s = &cacher{Solver: s, cache: cache}
	}
	if !config.NoSlice {
		s = &slicer{s}
	}
	return s, nil
}
