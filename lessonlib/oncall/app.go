package oncall

// App is the code that runs on the instances.
type App struct {
	// OC05. Time is what a request computes, without the heavy feature: 0.050 s. Source: assumption.
	Time float64
	// OC06. Queries is what a request reads, without the heavy feature: 2 queries. Source: assumption.
	Queries float64
	// OC07. FeatureTime is what the heavy feature, recommendations, adds to Time: 0.020 s. Source: assumption.
	FeatureTime float64
	// OC08. FeatureQueries is what the heavy feature adds to Queries: 1 query. Source: assumption.
	FeatureQueries float64
	// OC09. Timeout is how long a client waits in the queue before it gives up: 2 s. Source: assumption.
	Timeout float64
	// OC10. LowPriority is how much of the traffic is prefetch, batch and bots: 0.30 of the requests.
	// Source: assumption.
	LowPriority float64
}

// Work is what one request needs: seconds of computing, and database queries on a cache miss. The heavy feature adds
// to both; switching it off is graceful degradation. Source: assumption.
func (a App) Work(feature bool) (time, queries float64) {
	if feature {
		return a.Time + a.FeatureTime, a.Queries + a.FeatureQueries
	}
	return a.Time, a.Queries
}

// Admitted is the rate that is let in, requests/s, when shed of the low-priority traffic (0 to 1) is turned away:
//
//	rate (1 - 0.30 shed)
//
// Source: assumption.
func (a App) Admitted(rate, shed float64) float64 {
	return float64(rate * (1 - a.Dropped(shed)))
}

// Dropped is the share of all requests that is told "retry later" and counted as dropped, not as an error:
//
//	0.30 shed
//
// Source: assumption.
func (a App) Dropped(shed float64) float64 {
	return float64(a.LowPriority * shed)
}

// ServiceTime is how long a request keeps a worker busy, in seconds, given its computing time and queries (see
// [App.Work]), the factor of the bad build on computing (see [Deploy.CPU]), the hit ratio, and the database's query time:
//
//	time cpu + (1 - hit) queries queryTime
//
// Source: assumption.
func ServiceTime(time, cpu, hit, queries, queryTime float64) float64 {
	return float64(time*cpu) + float64(float64((1-hit)*queries)*queryTime)
}
