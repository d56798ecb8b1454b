// Package timeline draws a shift of package oncall over the time of day: a panel for each figure, one below the other, and
// through all of them what the operator did and what happened.
//
//	timeline.Show(log)                                        // the usual six figures
//	timeline.Show(log, oncall.ErrorRate, oncall.BudgetLeft)   // these two
//	timeline.Compare(timeline.Figures{oncall.BudgetLeft},     // one line a plan
//		timeline.Named("nothing", idle), timeline.Named("roll back", acted))
//
// Each figure carries [oncall.TeachingModel] as its caption. The package is its own so that cells which only show tables
// and charts do not link the model.
package timeline
