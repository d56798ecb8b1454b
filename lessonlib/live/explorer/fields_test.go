package explorer_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuebook/queuebook/lessonlib/live/explorer"
)

// kind, loop and trial are assumptions of every kind that a model has.
type (
	kind int
	loop struct {
		Kind  kind
		Think time.Duration
	}
	trial struct {
		Rate float64
		N    int64
		Cold bool
		Seed uint32
		Loop loop
	}
)

func (k kind) String() string { return "a kind" }

var (
	normal  = trial{1000, 3, false, 7, loop{0, 20 * time.Millisecond}}
	changed = trial{0.1, 3, true, 4294967295, loop{1, 1500 * time.Microsecond}}
)

func TestFieldsAreWhatAPageCarries(t *testing.T) {
	want := map[string]string{"Rate": "0.1", "N": "3", "Cold": "true", "Seed": "4294967295", "Loop.Kind": "1",
		"Loop.Think": "1500000"}
	if diff := cmp.Diff(want, explorer.Fields(changed)); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	delete(want, "N") // does not differ
	if diff := cmp.Diff(want, explorer.Changed(changed, normal)); diff != "" {
		t.Errorf("changed fields (-want +got):\n%s", diff)
	}
}

// The page sends back the fields that it was started with.
func TestFieldsComeBackAsTheyWere(t *testing.T) {
	form := url.Values{"op": {"run"}}
	for name, text := range explorer.Changed(changed, normal) {
		form.Set(name, text)
	}
	var got trial
	explorer.Call([]byte(form.Encode()), normal, func(v trial) explorer.Model {
		got = v
		return still{}
	})
	if got != changed {
		t.Errorf("came back as %+v, went as %+v", got, changed)
	}
	for _, wrong := range []string{"N=1.5", "N=99999999999999999999", "Seed=-1", "Cold=maybe", "Rate=fast", "Loop=x"} {
		out := explorer.Call([]byte(wrong), normal, func(trial) explorer.Model { return still{} })
		if !strings.Contains(string(out), `{"wrong":"what the explorer opens on cannot be read: `) {
			t.Errorf("%s is answered %s", wrong, out)
		}
	}
}

func TestCodeAssignsWhatDiffersAndNothingElse(t *testing.T) {
	name := func(v any) string {
		if v == kind(1) {
			return "load.Closed"
		}
		return ""
	}
	want := `t.Rate = 0.1
t.Cold = true
t.Seed = 4294967295
t.Loop.Kind = load.Closed
t.Loop.Think = 1500 * time.Microsecond
`
	if got := explorer.Code("t", changed, normal, name); got != want {
		t.Errorf("the code is\n%s\nwant\n%s", got, want)
	}
	if got := explorer.Code("t", normal, normal, name); got != "" {
		t.Errorf("nothing differs, and the code is %s", got)
	}
}
