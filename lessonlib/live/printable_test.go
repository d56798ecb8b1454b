package live

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

// printed undoes printable as boot.js does.
func printed(text []byte, size int) []byte {
	value := map[byte]uint32{}
	for i, c := range alphabet {
		value[c] = uint32(i)
	}
	var out []byte
	var bits, count uint32
	for i := 0; i < len(text); i += 2 {
		bits |= (value[text[i]] + uint32(len(alphabet))*value[text[i+1]]) << count
		for count += 13; count >= 8; count -= 8 {
			out = append(out, byte(bits))
			bits >>= 8
		}
	}
	return out[:size]
}

func TestPrintableComesBack(t *testing.T) {
	if len(alphabet) != 92 {
		t.Fatalf("%d signs, want 92", len(alphabet))
	}
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOf(rapid.Byte()).Draw(t, "data")
		text := printable(data)
		if got := printed(text, len(data)); !bytes.Equal(got, data) {
			t.Fatalf("%v came back as %v from %q", data, got, text)
		}
		if bytes.ContainsAny(text, "\"\\<\n") {
			t.Errorf("a sign that a script cannot hold in %q", text)
		}
		if len(text) > len(data)*16/13+4 {
			t.Errorf("%d bytes became %d signs", len(data), len(text))
		}
	})
}
