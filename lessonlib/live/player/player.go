// Package player is the engine of the on-call player, which runs inside a page: it answers requests in the form of package
// message with what package oncall computes. It remembers nothing; a page's whole state is a share string and the minute
// at which the operator stands.
//
// The requests, by their field "op":
//
//	facts                                  the four shifts, the controls, the figures
//	open      shift, seed                  a shift without a plan
//	open      share                        what a share string holds
//	plan      share, text                  the same shift and seed with a plan in words
//	act       share, minute, control, value  the plan after the operator acts, see [oncall.Plan.Act]
//	takeBack  share, minute, control       the plan without it, see [oncall.Plan.TakeBack]
//	report    share                        the outcome beside those of two other plans with the same traffic
//	explain   share                        the formulas with their sources and assumptions
//
// Open, plan, act and takeBack reply with the run: every minute, what was done and what happened. A reply with a field
// "error" says in a sentence what is wrong.
package player

import (
	"errors"
	"fmt"
	"strings"

	"github.com/queuebook/queuebook/lessonlib/live/message"
	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// Call answers one request. It never panics on a request, however damaged.
func Call(request []byte) []byte {
	form, err := message.ParseForm(string(request))
	if err != nil {
		return message.Error(err)
	}
	reply, err := answer(form)
	if err != nil {
		// The page's reader did not call package oncall.
		return message.Error(errors.New(strings.TrimPrefix(err.Error(), "oncall: ")))
	}
	return reply
}

func answer(form message.Form) ([]byte, error) {
	switch op := form["op"]; op {
	case "facts":
		return facts(), nil
	case "open":
		replay, err := opened(form)
		return run(replay, err)
	case "plan":
		return run(planned(form))
	case "act":
		return run(acted(form))
	case "takeBack":
		return run(takenBack(form))
	case "report":
		replay, err := oncall.ParseShare(form["share"])
		if err != nil {
			return nil, err
		}
		return newReport(replay)
	case "explain":
		replay, err := oncall.ParseShare(form["share"])
		if err != nil {
			return nil, err
		}
		return explain(replay.Shift), nil
	default:
		return nil, fmt.Errorf("there is no request %.40q; use facts, open, plan, act, takeBack, report or explain", op)
	}
}

// opened is what a request to open asks for.
func opened(form message.Form) (oncall.Replay, error) {
	if form["share"] != "" {
		return oncall.ParseShare(form["share"])
	}
	shift, err := oncall.ShiftNamed(form["shift"])
	if err != nil {
		return oncall.Replay{}, err
	}
	seed, err := form.Whole("seed", 0, oncall.MaxSeed)
	return oncall.Replay{Shift: shift, Seed: seed}, err
}

func planned(form message.Form) (oncall.Replay, error) {
	replay, err := oncall.ParseShare(form["share"])
	if err != nil {
		return replay, err
	}
	replay.Plan, err = oncall.ParsePlan(form["text"])
	return replay, err
}

// decision is a share string with the minute and the control that a request names.
func decision(form message.Form) (oncall.Replay, int, oncall.Control, error) {
	replay, err := oncall.ParseShare(form["share"])
	if err != nil {
		return replay, 0, 0, err
	}
	minute, err := form.Whole("minute", 0, int64(replay.Shift.Minutes-1))
	if err != nil {
		return replay, 0, 0, err
	}
	control, err := form.Whole("control", 1, int64(len(oncall.Controls())))
	return replay, int(minute), oncall.Control(control), err
}

func acted(form message.Form) (oncall.Replay, error) {
	replay, minute, control, err := decision(form)
	if err != nil {
		return replay, err
	}
	value, err := form.Number("value")
	if err != nil {
		return replay, fmt.Errorf("%s: %w", control, err)
	}
	action, err := oncall.NewAction(control, value)
	if err != nil {
		return replay, err
	}
	without := replay.Plan.TakeBack(replay.Shift, minute, control)
	replay.Plan = replay.Plan.Act(replay.Shift, minute, action)
	log, err := replay.Run()
	if err != nil {
		return replay, err
	}
	// What stands as it stood before needs no line in the plan.
	if stands, has := position(log, control, minute); has && stands == value {
		replay.Plan = without
	}
	return replay, nil
}

func takenBack(form message.Form) (oncall.Replay, error) {
	replay, minute, control, err := decision(form)
	if err == nil {
		replay.Plan = replay.Plan.TakeBack(replay.Shift, minute, control)
	}
	return replay, err
}

// position is where a control stands before the operator acts in a minute, and whether it has a position. Rules that act in
// that minute have done so.
func position(log oncall.Log, control oncall.Control, minute int) (value float64, has bool) {
	s := log.Shift.Settings
	switch control {
	case oncall.MinimumControl:
		value = float64(s.Minimum)
	case oncall.AutoscalerControl:
		value = switched(s.Autoscaler)
	case oncall.TargetControl:
		value = s.Target
	case oncall.TTLControl:
		value = s.TTL
	case oncall.ShedControl:
		value = s.Shed
	case oncall.FeatureControl:
		value = switched(s.Feature)
	default:
		return 0, false
	}
	for _, t := range log.Taken {
		before := t.Minute < minute || t.Minute == minute && log.Plan.IsRule(t.Entry)
		if before && t.Action.Control() == control {
			value = t.Action.Value()
		}
	}
	return value, true
}

func switched(on bool) float64 {
	if on {
		return 1
	}
	return 0
}
