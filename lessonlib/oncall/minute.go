package oncall

// Minute is one row of a shift's log: everything that the model computed for that minute.
type Minute struct {
	Minute          int     // of the shift, from 0
	Rate            float64 // observed requests/s
	Admitted        float64 // requests/s that were let in
	Serving         int     // instances, as they served in this minute
	Booting         int     // instances, launched and not serving yet
	Spare           int     // instances of a rollback's second fleet
	Hit             float64 // cache hit ratio
	Database        float64 // load rho, share of the capacity
	ServiceTime     float64 // s
	Load            float64 // offered load, busy workers
	Utilisation     float64 // share of the workers
	Waiting         float64 // Erlang C
	P99             float64 // s
	Timeouts        float64 // share of the admitted requests
	Errors          float64 // error rate, share of the admitted requests
	Burn            float64 // times the sustainable rate
	BurnHour        float64 // burn (1 h), times the sustainable rate
	Budget          float64 // share of the period's error budget that is left, may be below 0
	FleetCost       float64 // $/h
	Cost            float64 // $ since the start, this minute included
	Bad             float64 // share of the traffic on the bad build
	Warm            float64 // share of the cache that is filled, as it was in this minute
	Dropped         float64 // share of all requests that was shed
	Age             float64 // mean age of cached answers, s
	Recommendations float64 // 1 with the heavy feature on, 0 with it off
}
