package message_test

import (
	"encoding/json"
	"errors"
	"math"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/queuebook/queuebook/lessonlib/live/message"
)

// net/url writes forms by the same standard as URLSearchParams (WHATWG URL, section 5).
func TestAFormIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "form")
		values := url.Values{}
		for name, value := range want {
			values.Set(name, value)
		}
		got, err := message.ParseForm(values.Encode())
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range want {
			if name != "" && got[name] != value {
				t.Errorf("%q is %q, want %q", name, got[name], value)
			}
		}
	})
}

func TestADamagedFormIsAnError(t *testing.T) {
	for _, text := range []string{"a=%", "a=%4", "a=%zz", "%=1"} {
		if form, err := message.ParseForm(text); err == nil || !strings.Contains(err.Error(), "URLSearchParams") {
			t.Errorf("%q: %v, %v", text, form, err)
		}
	}
}

func TestNumbersOfAForm(t *testing.T) {
	form, err := message.ParseForm("share=0.5&minute=12&worst=1e999&nan=NaN&none=&seed=4294967295")
	if err != nil {
		t.Fatal(err)
	}
	if x, err := form.Number("share"); x != 0.5 || err != nil {
		t.Errorf("share is %v, %v", x, err)
	}
	if n, err := form.Whole("seed", 0, math.MaxUint32); n != math.MaxUint32 || err != nil {
		t.Errorf("seed is %v, %v", n, err)
	}
	for _, name := range []string{"worst", "nan", "none", "missing"} {
		if _, err := form.Number(name); err == nil || !strings.HasPrefix(err.Error(), name+" is") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := form.Whole("minute", 0, 11); err == nil || err.Error() != `minute is "12"; write a whole number from 0 to 11` {
		t.Errorf("a minute too late: error %v", err)
	}
}

// encoding/json reads back whatever is written.
func TestAReplyIsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.String()).Draw(t, "texts")
		numbers := rapid.SliceOf(rapid.Float64Range(-1e6, 1e6)).Draw(t, "numbers")
		var w message.Writer
		w.Open('{')
		w.Key("texts").Texts(texts)
		w.Key("numbers").Numbers(numbers)
		w.Key("list").Open('[')
		w.Bool(true)
		w.Open('{')
		w.Close('}')
		w.Whole(-3)
		w.Close(']')
		w.Close('}')
		var got struct {
			Texts   []string
			Numbers []float64
			List    []any
		}
		if err := json.Unmarshal(w.Bytes(), &got); err != nil {
			t.Fatalf("%v: %s", err, w.Bytes())
		}
		if len(got.Texts) != len(texts) || len(got.Numbers) != len(numbers) || len(got.List) != 3 {
			t.Fatalf("%s", w.Bytes())
		}
		for i := range texts {
			if got.Texts[i] != strings.ToValidUTF8(texts[i], "\uFFFD") {
				t.Errorf("%q came back as %q", texts[i], got.Texts[i])
			}
		}
		for i := range numbers {
			// Ten digits: a relative 5e-10 at most.
			if math.Abs(got.Numbers[i]-numbers[i]) > 5e-10*math.Abs(numbers[i]) {
				t.Errorf("%v came back as %v", numbers[i], got.Numbers[i])
			}
		}
	})
}

func TestNumbersAreShortAndNeverBreakTheText(t *testing.T) {
	var w message.Writer
	w.Numbers([]float64{1, 0.1, 1.0 / 3, 1158.5833333333333, 6.326142849297917e-13, math.Inf(1), math.NaN(), 67500})
	want := `[1,0.1,0.3333333333,1158.583333,6.326142849e-13,null,null,67500]`
	if got := string(w.Bytes()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestAnErrorIsAReply(t *testing.T) {
	got := string(message.Error(errors.New("a \"quoted\"\tword\n")))
	if want := `{"error":"a \"quoted\"\u0009word\n"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
