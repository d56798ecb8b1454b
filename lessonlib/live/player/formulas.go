package player

import (
	"fmt"

	"github.com/queuebook/queuebook/lessonlib/live/message"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// Formula is one relation of the model, as a reader of a figure wants it.
type Formula struct {
	Name    string
	Text    string          // with the names of the assumptions, not their values: these stand in the list below it
	Source  string          // or "assumption"
	Figures []oncall.Figure // that it drives
	Uses    []int           // assumptions by number: 5 for OC05
}

const assumption = "assumption"

// Formulas lists the model's relations in the order in which a minute evaluates them. Their meaning and their sources are
// those of the methods in package oncall that compute them.
func Formulas() []Formula {
	return []Formula{
		{"Arrivals",
			"rate = base × (1 + swing × sin(2π (hour − peak hour + 6)/24)) × wave; a minute counts 60 × rate requests, with " +
				"the chance of a Poisson count and some noise on top",
			assumption + " (normal approximation of Poisson)",
			[]oncall.Figure{oncall.Requests}, []int{1, 2, 3, 4, 45, 44}},
		{"Shedding", "dropped = low-priority share × shed; admitted = rate × (1 − dropped)", assumption,
			[]oncall.Figure{oncall.DroppedShare, oncall.Requests}, []int{10, 40}},
		{"Cache hits", "hits = warm × rT/(1 + rT), r = admitted/hot objects, T the TTL",
			"TTL cache under Poisson requests: Jung, Berger and Balakrishnan 2003",
			[]oncall.Figure{oncall.CacheHits}, []int{11, 39}},
		{"Age of answers", "mean age = T/2", "as the cache hits", []oncall.Figure{oncall.AnswerAge}, []int{39}},
		{"Filling the cache",
			"each minute, warm grows by (1 − warm)(1 − e^(−1/refill time)), slower when the database is overloaded, and by the " +
				"warm-up job's share while it runs; a flush sets it to 0",
			assumption, []oncall.Figure{oncall.CacheHits}, []int{12, 13, 14, 43}},
		{"Database load", "ρ = (admitted × queries × (1 − hits) + the warm-up job's queries)/capacity", assumption,
			[]oncall.Figure{oncall.DatabaseLoad}, []int{6, 8, 15, 16}},
		{"Query time", "query time/(1 − ρ), at most the slowest; the slowest at ρ ≥ 1",
			"M/M/1: Gross and Harris, section 2.2; the ceiling is an assumption",
			[]oncall.Figure{oncall.DatabaseLoad, oncall.P99Latency}, []int{17, 18}},
		{"Service time", "S = computing time × (1 + extra CPU × bad share) + (1 − hits) × queries × query time", assumption,
			[]oncall.Figure{oncall.FleetUse, oncall.P99Latency}, []int{5, 6, 7, 8, 25}},
		{"Utilisation", "offered load a = admitted × S; utilisation = min(1, a/N), N = workers × serving", "Little 1961",
			[]oncall.Figure{oncall.FleetUse, oncall.Serving}, []int{19}},
		{"Waiting", "C = B/(1 − (a/N)(1 − B)), B by Erlang's loss formula; 1 when a ≥ N",
			"Erlang 1917; Gross and Harris, section 2.3",
			[]oncall.Figure{oncall.P99Latency, oncall.TimeoutShare, oncall.ErrorRate}, []int{19}},
		{"p99", "S ln 100 + ln(C/0.01)/(N/S − admitted), at most the timeout; an approximation: the sum of two quantiles is " +
			"not the quantile of the sum", "M/M/N: Gross and Harris, section 2.3",
			[]oncall.Figure{oncall.P99Latency}, []int{9}},
		{"Timeouts", "C e^(−(N/S − admitted) × timeout); 1 − N/a when a ≥ N", "the wait in M/M/N: Gross and Harris, section 2.3",
			[]oncall.Figure{oncall.TimeoutShare, oncall.ErrorRate}, []int{9}},
		{"Error rate", "1 − (1 − timeouts)(1 − errors of the bad build × bad share)", assumption + " (the two are independent)",
			[]oncall.Figure{oncall.ErrorRate, oncall.BurnNow, oncall.BurnHour}, []int{24}},
		{"Burn", "burn = error rate/allowed errors; burn (1 h) is that of the mean error rate of the window; the page fires " +
			"when it reaches the threshold", "SRE workbook, chapter 5",
			[]oncall.Figure{oncall.BurnHour, oncall.BurnNow}, []int{28, 30, 31}},
		{"Error budget", "each minute takes burn/period from it", "SRE workbook, chapter 5",
			[]oncall.Figure{oncall.BudgetLeft}, []int{29, 35}},
		{"Autoscaler", "desired = ceil(serving × utilisation/target), at least the minimum, at most the most; it launches what " +
			"is missing unless something boots, and removes a share after quiet minutes. Utilisation never reads above 1, so a " +
			"saturated fleet grows by steps of 1/target", assumption + " (the proportional rule of common autoscalers)",
			[]oncall.Figure{oncall.Serving, oncall.Booting}, []int{21, 22, 23, 34, 36, 37, 38}},
		{"Cost", "(serving + booting + a rollback's second fleet) × price; an instance is billed from its launch", assumption,
			[]oncall.Figure{oncall.FleetCost, oncall.CostSoFar}, []int{20}},
		{"Bad build", "its share of the traffic grows by a step each minute; a rollback takes it away when the second fleet is " +
			"ready", assumption, []oncall.Figure{oncall.BadTraffic}, []int{24, 25, 26, 27, 42}},
		{"Recommendations", "on or off, for all; they add computing time and a query to each request", assumption,
			[]oncall.Figure{oncall.Recommendations}, []int{7, 8, 41}},
	}
}

// explain lists the formulas with the values of their assumptions in a shift.
func explain(shift oncall.Shift) []byte {
	assumptions := make(map[string]oncall.Assumption)
	for _, a := range shift.Assumptions() {
		assumptions[a.ID] = a
	}
	var w message.Writer
	w.Open('{')
	w.Key("formulas").Open('[')
	for _, f := range Formulas() {
		w.Open('{')
		w.Key("name").Text(f.Name)
		w.Key("text").Text(f.Text)
		w.Key("source").Text(f.Source)
		w.Key("figures").Open('[')
		for _, figure := range f.Figures {
			w.Text(figure.String())
		}
		w.Close(']')
		w.Key("uses").Open('[')
		for _, number := range f.Uses {
			a := assumptions[fmt.Sprintf("OC%02d", number)]
			w.Open('{')
			w.Key("id").Text(a.ID)
			w.Key("name").Text(fieldWords(a.Field))
			w.Key("value").Text(a.Text())
			w.Key("source").Text(a.Source)
			w.Close('}')
		}
		w.Close(']')
		w.Close('}')
	}
	w.Close(']')
	w.Close('}')
	return w.Bytes()
}

// fieldWords is the last part of a field's name in words: "Service.Cache.HotObjects" is "hot objects".
func fieldWords(field string) string {
	var words []byte
	start := 0
	for i := range len(field) {
		if field[i] == '.' {
			start = i + 1
		}
	}
	name := field[start:]
	for i := range len(name) {
		c := name[i]
		upper := c >= 'A' && c <= 'Z'
		acronym := upper && i+1 < len(name) && name[i+1] >= 'A' && name[i+1] <= 'Z' || upper && i > 0 && i+1 == len(name)
		if upper && i > 0 && !(name[i-1] >= 'A' && name[i-1] <= 'Z') {
			words = append(words, ' ')
		}
		if upper && !acronym {
			c += 'a' - 'A'
		}
		words = append(words, c)
	}
	return string(words)
}
