package oncall

// Objective is the promise to the users, 99.9 % of the requests succeed in 30 days, and when to wake somebody.
type Objective struct {
	// OC28. AllowedErrors is what the objective leaves for errors: 0.001 of the requests, an objective of 99.9 %.
	// Source: assumption.
	AllowedErrors float64
	// OC29. PeriodMinutes is how long the objective's period is: 43200 minutes, 30 days. Source: SRE workbook, ch. 5.
	PeriodMinutes float64
	// OC30. PageBurn is the burn (1 h) at which the page fires: 14.4 times the sustainable rate, which would use 2 % of the
	// period's budget in an hour. Source: SRE workbook, ch. 5.
	PageBurn float64
	// OC31. Window is how many minutes burn (1 h) looks back: 60 minutes. Source: SRE workbook, ch. 5.
	Window int
}

// Burn is how many times faster than sustainable an error rate uses up the error budget:
//
//	errorRate / 0.1 %
//
// At 1 the budget lasts exactly for the period. Burn (1 h) is the Burn of the mean error rate of the last 60 minutes.
// Source: SRE workbook, ch. 5.
func (o Objective) Burn(errorRate float64) float64 {
	return errorRate / o.AllowedErrors
}

// Spent is the share of the period's error budget that one minute of a burn uses up:
//
//	burn / 43,200
//
// Source: SRE workbook, ch. 5.
func (o Objective) Spent(burn float64) float64 {
	return burn / o.PeriodMinutes
}

// Pages tells whether the page fires: burn (1 h) is at or above 14.4. Source: SRE workbook, ch. 5.
func (o Objective) Pages(burnHour float64) bool {
	return burnHour >= o.PageBurn
}

// burnWindow holds the error rates of the last minutes.
type burnWindow struct {
	rates []float64
	next  int
}

// fill starts the window as if every minute before had been like the first.
func (w *burnWindow) fill(rate float64) {
	for i := range w.rates {
		w.rates[i] = rate
	}
}

func (w *burnWindow) add(rate float64) {
	w.rates[w.next] = rate
	w.next++
	if w.next == len(w.rates) {
		w.next = 0
	}
}

// mean adds the window up anew each time: a running sum would keep a remainder of errors long past.
func (w *burnWindow) mean() float64 {
	sum := 0.0
	for _, rate := range w.rates {
		sum += rate
	}
	return sum / float64(len(w.rates))
}
