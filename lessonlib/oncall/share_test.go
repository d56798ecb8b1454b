package oncall_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/oncall"
)

// urlSafe is what needs no escape in a web address (RFC 3986, unreserved characters).
var urlSafe = regexp.MustCompile(`^[A-Za-z0-9._~-]+$`)

// Version 1 is fixed: a string that somebody kept must be readable for good. The bytes of the second are worked out from
// the comment of Share: shift 2; seed 1; no changed field; two entries: kind 0, minute 552 = 0x228 (a8 04), one action,
// control 8; kind 2, 1 minute in a row, one threshold: figure 1, relation 1, 144 times 10^-1 (01, 2 x 144 = a0 02), one
// action, control 1, 12 times 10^0 (00, 2 x 12 = 18).
func TestShareVersion1(t *testing.T) {
	plan := oncall.Plan{}.At("09:12", oncall.Rollback()).When(oncall.BurnHour.AtLeast(14.4), oncall.Minimum(12))
	body := []byte{2, 1, 0, 2, 0, 0xa8, 4, 1, 8, 2, 1, 1, 1, 1, 1, 0xa0, 2, 1, 1, 0, 0x18}
	for _, c := range []struct {
		shift oncall.Shift
		seed  int64
		plan  oncall.Plan
		want  string
	}{
		{oncall.Noon(), 1, oncall.Plan{}, "oncall1.AQEAAE7SOpg"},
		{oncall.BadDeploy(), 1, plan, seal(body)},
		{oncall.FlashCrowd(), 42, oncall.Plan{}, "oncall1.AyoAAMSzKwY"},
	} {
		got, err := oncall.Share(c.shift, c.seed, c.plan)
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v; want %s", c.shift.Name, got, err, c.want)
		}
	}
}

// seal makes a share string of its body.
func seal(body []byte) string {
	sealed := binary.LittleEndian.AppendUint32(append([]byte{}, body...), crc32.ChecksumIEEE(body))
	return "oncall1." + base64.RawURLEncoding.EncodeToString(sealed)
}

// Whatever can be run can be shared, and read back it runs the same.
func TestShareRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := drawShift().Draw(t, "shift")
		shift.Service.App.Timeout = rapid.Float64Range(0.5, 4).Draw(t, "timeout")
		seed := int64(rapid.Uint32().Draw(t, "seed"))
		plan, _ := drawRules(t, drawPlan(shift.Minutes).Draw(t, "plan"))
		plan = plan.At(shift.Clock(shift.Minutes-1), oncall.TTL(rapid.Float64Range(0, 1e6).Draw(t, "ttl")))
		text, err := oncall.Share(shift, seed, plan)
		if err != nil {
			if plan.Check(shift) == nil {
				t.Fatal(err)
			}
			return // the drawn rules contradict each other
		}
		if !urlSafe.MatchString(text) {
			t.Fatalf("%s is not safe in a web address", text)
		}
		replay, err := oncall.ParseShare(text)
		if err != nil {
			t.Fatal(err)
		}
		if replay.Shift != shift || replay.Seed != seed || replay.Plan.String() != plan.String() {
			t.Fatalf("%+v, seed %d,\n%s\nreads back as %+v, seed %d,\n%s", shift, seed, plan, replay.Shift, replay.Seed, replay.Plan)
		}
		log, err := replay.Run()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := log.Share(); err != nil || again != text {
			t.Fatalf("shared again it is %s, %v; was %s", again, err, text)
		}
	})
}

// The ten reference runs fit on one line.
func TestShareIsShort(t *testing.T) {
	for _, golden := range goldenRuns(t) {
		text, err := golden.run(t).Share()
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 60 {
			t.Errorf("%s: %d characters: %s", golden.name(), len(text), text)
		}
	}
}

// Every single wrong, missing or added character is noticed. White space is not one: mail programs wrap lines.
func TestDamagedShare(t *testing.T) {
	text, err := oncall.Share(oncall.BadDeploy(), 1, oncall.Plan{}.At("09:12", oncall.Rollback(), oncall.Minimum(12)))
	if err != nil {
		t.Fatal(err)
	}
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~ü"
	broken := map[string]bool{"": true, strings.ToUpper(text): true, strings.ToLower(text): true, text + text: true}
	for i := range text {
		broken[text[:i]] = true
		broken[text[:i]+text[i+1:]] = true
		for _, letter := range alphabet {
			broken[text[:i]+string(letter)+text[i+1:]] = true
			broken[text[:i]+string(letter)+text[i:]] = true
		}
	}
	delete(broken, text)
	for damaged := range broken {
		replay, err := oncall.ParseShare(damaged)
		if err == nil {
			t.Errorf("%q is read", damaged)
		} else if !strings.HasPrefix(err.Error(), "oncall: ") || len(err.Error()) > 300 {
			t.Errorf("%q: %v", damaged, err)
		}
		if replay != (oncall.Replay{}) {
			t.Errorf("%q: an error and a shift", damaged)
		}
	}
	if len(broken) < 4000 {
		t.Errorf("only %d damaged strings were tried", len(broken))
	}
	for _, fine := range []string{text, " " + text + "\n", text[:15] + "\r\n  " + text[15:]} {
		if _, err := oncall.ParseShare(fine); err != nil {
			t.Errorf("%q: %v", fine, err)
		}
	}
}

// Strings that are whole, and hold what cannot be: made by hand, with a checksum that fits.
func TestShareOutOfRange(t *testing.T) {
	seed := binary.AppendUvarint([]byte{1}, 1<<32)
	for _, c := range []struct{ text, want string }{
		{"oncall2.AQEAAE7SOpg", "version \"2\""},
		{"oncall10.AQEAAE7SOpg", "version \"10\""},
		{"AQEAAE7SOpg", "is no share string; one starts with \"oncall1.\""},
		{"https://example.org/#oncall1.AQEAAE7SOpg", "is no share string"},
		{"oncall1.", "its end is missing"},
		{"oncall1.AQEAAE7SOpk", "damaged"}, // the last character has bits beyond the last byte
		{"oncall1.AQEAAE7SOpg=", "characters that none has"},
		{"oncall1." + strings.Repeat("A", 1<<20), "a share string of 1048584 characters"},
		{seal(nil), "a number is missing"},
		{seal([]byte{0, 1, 0, 0}), "it names no shift"},
		{seal([]byte{5, 1, 0, 0}), "a shift numbered 5; the most is 4"},
		{seal(append(seed, 0, 0)), "seed 4294967296; the most is 4294967295"},
		{seal([]byte{1, 1, 1, 0, 0, 2, 0}), "it names no field"},
		{seal([]byte{1, 1, 1, 54, 0, 2, 0}), "a field numbered 54; the most is 53"},
		{seal([]byte{1, 1, 1, 33, 0, 0, 0}), "Minutes (OC33) is 0 minutes; use a whole number, from 1 to 1440"},
		{seal([]byte{1, 1, 1, 33, 1, 2 * 5, 0}), "Minutes (OC33) is 0.5 minutes"},
		{seal([]byte{1, 1, 1, 39, 0x90, 0x7f, 2, 0}), "Settings.TTL (OC39) is +Inf s"},
		{seal([]byte{1, 1, 1, 39, 0, 3, 0}), "Settings.TTL (OC39) is -1 s"},
		{seal([]byte{1, 1, 0, 1, 4, 0, 1, 8}), "an entry of kind 4"},
		{seal([]byte{1, 1, 0, 1, 0, 0xa0, 0x0b, 1, 8}), "a time of day in minutes 1440"},
		{seal([]byte{1, 1, 0, 1, 1, 60, 1, 8}), "minute 60 is outside the shift"},
		{seal([]byte{1, 1, 0, 1, 1, 6, 0}), "no action"},
		{seal([]byte{1, 1, 0, 1, 1, 6, 1, 9}), "a control numbered 9; the most is 8"},
		{seal([]byte{1, 1, 0, 1, 1, 6, 1, 0, 0, 0}), "there is no control 0"},
		{seal([]byte{1, 1, 0, 1, 1, 6, 1, 1, 0, 0}), "minimum is 0 instances"},
		{seal([]byte{1, 1, 0, 1, 1, 6, 65, 8}), "actions 65; the most is 64"},
		{seal([]byte{1, 1, 0, 1, 2, 1, 0, 1, 8}), "watches nothing"},
		{seal([]byte{1, 1, 0, 1, 2, 1, 1, 19, 0, 0, 2, 1, 8}), "a figure numbered 19; the most is 18"},
		{seal([]byte{1, 1, 0, 1, 2, 1, 1, 1, 4, 0, 2, 1, 8}), "a relation numbered 4; the most is 3"},
		{seal([]byte{1, 1, 0, 1, 2, 1, 9, 1, 0, 0, 2, 1, 8}), "thresholds 9; the most is 8"},
		{seal([]byte{1, 1, 0, 1, 2, 1, 1, 13, 0, 0, 4, 1, 8}), "error rate is 2"},
		{seal([]byte{1, 1, 0, 2, 2, 1, 1, 1, 0, 0, 2, 1, 6, 0, 2, 2, 1, 1, 1, 0, 0, 2, 1, 6, 0, 0}), "contradicts"},
		{seal([]byte{1, 1, 0, 0, 0}), "goes on after its end"},
		{seal([]byte{1, 1, 1, 39, 0, 2 * 60, 0}), "not written as Share writes it"}, // 60 s are noon's own
		{seal([]byte{1, 0x81, 0, 0, 0}), "not written as Share writes it"},          // seed 1 in two bytes
		{seal([]byte{1, 1, 0, 1, 2, 0, 1, 1, 0, 0, 2, 1, 8}), "not written as Share writes it"},
		{seal([]byte{1, 1, 0, 0xff, 0xff, 0xff, 0xff, 0x0f}), "plan entries 4294967295"},
	} {
		replay, err := oncall.ParseShare(c.text)
		if err == nil || !contains(err.Error(), c.want) {
			t.Errorf("%.60s: error %v; want one with %q", c.text, err, c.want)
		}
		if replay != (oncall.Replay{}) {
			t.Errorf("%.60s: an error and a shift", c.text)
		}
	}
}

// What cannot be run is not shared.
func TestShareErrors(t *testing.T) {
	long := oncall.Plan{}
	for m := range 240 {
		long = long.AtMinute(m, actions(64)...)
	}
	renamed := oncall.Noon()
	renamed.Name = "midnight"
	for _, c := range []struct {
		shift oncall.Shift
		seed  int64
		plan  oncall.Plan
		want  string
	}{
		{oncall.Noon(), -1, oncall.Plan{}, "seed is -1"},
		{oncall.Noon(), 1, oncall.Plan{}.At("13:00", oncall.Rollback()), "13:00 is outside the shift"},
		{renamed, 1, oncall.Plan{}, `no shift "midnight"; use one of noon, bad-deploy, flash-crowd, cache-flush`},
		{oncall.FlashCrowd(), 1, long, "too long to share"},
	} {
		if text, err := oncall.Share(c.shift, c.seed, c.plan); err == nil || text != "" || !contains(err.Error(), c.want) {
			t.Errorf("%q, %v; want an error with %q", text, err, c.want)
		}
	}
}

// Whatever string comes, it is an error or a shift that runs and is shared as the same string.
func FuzzParseShare(f *testing.F) {
	for _, shift := range oncall.Shifts() {
		text, err := oncall.Share(shift, 42, oncall.Plan{}.AtMinute(5, oncall.Shed(0.5), oncall.Rollback()).
			Whenever(oncall.BurnHour.AtLeast(14.4).And(oncall.FleetUse.Below(1)).For(2), oncall.Minimum(20)))
		if err != nil {
			f.Fatal(err)
		}
		data, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(text, "oncall1."))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, data[:len(data)-4])
	}
	f.Fuzz(func(t *testing.T, text string, body []byte) {
		for _, text := range []string{text, seal(body)} {
			replay, err := oncall.ParseShare(text)
			if err != nil {
				if replay != (oncall.Replay{}) {
					t.Fatalf("%q: an error and a shift", text)
				}
				continue
			}
			log, err := replay.Run()
			if err != nil {
				t.Fatalf("%q is read, and does not run: %v", text, err)
			}
			if again, err := log.Share(); err != nil || again != strings.Join(strings.Fields(text), "") {
				t.Fatalf("%q is shared again as %q, %v", text, again, err)
			}
			if fmt.Sprint(log.Outcome()) == "" || log.PostMortem() == "" {
				t.Fatalf("%q has no outcome", text)
			}
		}
	})
}
