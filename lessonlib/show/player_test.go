package show

import (
	"strings"
	"testing"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

func TestThePlayerIsAStillFigureAndAPlace(t *testing.T) {
	plan := oncall.Plan{}.At("09:29", oncall.Rollback())
	list := playerBundles(oncall.BadDeploy(), plan, []int64{1})
	if len(list) != 2 {
		t.Fatalf("%d outputs", len(list))
	}
	if _, drawn := list[0].Data["image/png"].(string); !drawn {
		t.Error("the first output is no picture")
	}
	// The spoken form is the post-mortem, whose figures are the specification's.
	if alt, _ := list[0].Data["text/plain"].(string); !strings.Contains(alt, "pressed roll back at 09:29") ||
		!strings.Contains(alt, "17.45 %") || !strings.Contains(alt, oncall.TeachingModel) {
		t.Errorf("the text alternative is %q", alt)
	}
	share, err := oncall.Share(oncall.BadDeploy(), 1, plan)
	if err != nil {
		t.Fatal(err)
	}
	place, _ := list[1].Data["text/html"].(string)
	if !strings.Contains(place, `data-queuebook-live="player"`) || !strings.Contains(place, `{"name":"player","options":{"share":"`+share+`"}}`) {
		t.Errorf("the place is %s", place)
	}
	if words := text(t, place); !strings.Contains(words, "the figure above shows how it goes") {
		t.Errorf("without a script it reads %q", words)
	}
	if plain := list[1].Data["text/plain"]; plain != "On-call player: bad deploy, seed 1, share string "+share {
		t.Errorf("plain text %q", plain)
	}
}

func TestAPlayerThatCannotPlayIsASentence(t *testing.T) {
	outside := oncall.Noon()
	outside.BootDelay = 0
	for what, list := range map[string][]Bundle{
		"minute 75 is outside the shift": playerBundles(oncall.Noon(), oncall.Plan{}.AtMinute(75, oncall.Warmup()), nil),
		"BootDelay (OC34) is 0":          playerBundles(outside, oncall.Plan{}, nil),
		"seed is -1":                     playerBundles(oncall.Noon(), oncall.Plan{}, []int64{-1}),
		"one seed, not 2":                playerBundles(oncall.Noon(), oncall.Plan{}, []int64{1, 2}),
	} {
		if len(list) != 1 || !strings.HasPrefix(list[0].Data["text/plain"].(string), "No player: ") ||
			!strings.Contains(list[0].Data["text/plain"].(string), what) {
			t.Errorf("%s: %v", what, list)
		}
	}
}

// Every cell that opens a player carries the figure and the place, and a notebook has to stay below 1 MB.
func TestThePlayersOutputIsSmall(t *testing.T) {
	for _, shift := range oncall.Shifts() {
		list := playerBundles(shift, oncall.Plan{}, nil)
		size := 0
		for _, data := range list[0].Data {
			size += len(data.(string))
		}
		if place := list[1].Data["text/html"].(string); size > 100_000 || len(place) > 3500 {
			t.Errorf("%s: an output carries a figure of %d bytes and a place of %d", shift.Name, size, len(place))
		}
	}
}
