package oncall

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
)

// Replay is what a share string holds: all that is needed to play a shift again.
type Replay struct {
	Shift Shift
	Seed  int64
	Plan  Plan
}

// Run plays the shift again.
func (r Replay) Run() (Log, error) {
	return Run(r.Shift, r.Seed, r.Plan)
}

const (
	sharePrefix = "oncall1." // 1 is the version of the format
	maxShare    = 16 << 10   // bytes
)

// Share writes a shift, a seed and a plan as one string that can stand in a web address, such as
// "oncall1.AgEAAQCoBAEIVs8fVw". The same three always give the same string. It is an error to share what cannot be run.
//
// Version 1 is the prefix "oncall1." and, in base64url without padding, numbers as in [encoding/binary.AppendUvarint]:
// the shift (1 to 4, in the order of [Shifts]); the seed; how many fields differ from the shift's own, and for each its
// number (5 for OC05) and value; how many entries the plan has, and each of them; and the CRC-32 (IEEE) of all that in
// four bytes, low byte first. A value is its shortest decimal form, digits times a power of ten: the power in zigzag
// coding, then twice the digits, plus one for a negative value. An entry is its kind (0 a time of day, 1 a minute of
// the shift, 2 when, 3 whenever), then the minutes after midnight, the minute, or the condition; then how many actions,
// and for each its control and, unless it is pressed, its value. A condition is the minutes in a row; how many
// thresholds; and for each its figure, its relation (0 above, 1 at least, 2 below, 3 at most) and its value.
func Share(shift Shift, seed int64, plan Plan) (string, error) {
	if seed < 0 || seed > MaxSeed {
		return "", seedError(seed)
	}
	if _, err := Prepare(shift, plan); err != nil {
		return "", err
	}
	var data []byte
	for i, original := range Shifts() {
		if original.Name == shift.Name {
			data = binary.AppendUvarint(data, uint64(i+1))
			data = binary.AppendUvarint(data, uint64(seed))
			data = appendChanges(data, &original, &shift)
		}
	}
	data = appendPlan(data, plan)
	data = binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
	text := sharePrefix + base64.RawURLEncoding.EncodeToString(data)
	if len(text) > maxShare {
		return "", fmt.Errorf("oncall: the plan is too long to share: %d characters; use at most %d", len(text), maxShare)
	}
	return text, nil
}

// Share writes the log's shift, seed and plan as one string; see [Share].
func (l Log) Share() (string, error) {
	return Share(l.Shift, l.Seed, l.Plan)
}

func appendChanges(data []byte, original, shift *Shift) []byte {
	var changes []byte
	count := uint64(0)
	for i := range fields {
		f := &fields[i]
		if value := f.get(shift); value != f.get(original) {
			count++
			changes = binary.AppendUvarint(changes, f.number)
			changes = appendValue(changes, value)
		}
	}
	return append(binary.AppendUvarint(data, count), changes...)
}

func appendPlan(data []byte, plan Plan) []byte {
	entries := plan.entries()
	data = binary.AppendUvarint(data, uint64(len(entries)))
	for _, e := range entries {
		data = binary.AppendUvarint(data, uint64(e.kind))
		switch e.kind {
		case atClock, atMinute:
			data = binary.AppendUvarint(data, uint64(e.minute))
		case when, whenever:
			data = binary.AppendUvarint(data, uint64(e.condition.minutes()))
			data = binary.AppendUvarint(data, uint64(len(e.condition.terms)))
			for _, t := range e.condition.terms {
				data = binary.AppendUvarint(data, uint64(t.figure))
				data = binary.AppendUvarint(data, uint64(t.relation))
				data = appendValue(data, t.threshold)
			}
		}
		data = binary.AppendUvarint(data, uint64(len(e.actions)))
		for _, a := range e.actions {
			data = binary.AppendUvarint(data, uint64(a.control))
			if controls[a.control].kind != button {
				data = appendValue(data, a.value)
			}
		}
	}
	return data
}

// appendValue writes a finite number as its shortest decimal form.
func appendValue(data []byte, value float64) []byte {
	text := strconv.FormatFloat(value, 'e', -1, 64) // "-1.44e+01"
	mantissa, exponent, _ := strings.Cut(text, "e")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	power, _ := strconv.Atoi(exponent)
	digits, _ := strconv.ParseUint(whole+fraction, 10, 64)
	sign := uint64(0)
	if mantissa[0] == '-' {
		sign = 1
	}
	data = binary.AppendVarint(data, int64(power-len(fraction)))
	return binary.AppendUvarint(data, 2*digits+sign)
}

// ParseShare reads what [Share] wrote. A string that is cut, mistyped or from a newer version is an error that says
// so, and so is one that holds a value out of range.
func ParseShare(text string) (Replay, error) {
	text = strings.Join(strings.Fields(text), "") // mail programs wrap and indent
	if len(text) > maxShare {
		return Replay{}, fmt.Errorf("oncall: a share string of %d characters; none has more than %d", len(text), maxShare)
	}
	encoded, ok := strings.CutPrefix(text, sharePrefix)
	if !ok {
		if version, _, dotted := strings.Cut(strings.TrimPrefix(text, "oncall"), "."); dotted && strings.HasPrefix(text, "oncall") {
			return Replay{}, fmt.Errorf("oncall: this share string has version %.10q of the format, and this program reads version 1; "+
				"update the program", version)
		}
		return Replay{}, fmt.Errorf("oncall: %.20q is no share string; one starts with %q", text, sharePrefix)
	}
	data, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil {
		return Replay{}, damaged("it has characters that none has, or an end is missing")
	}
	const sumSize = 4
	if len(data) < sumSize {
		return Replay{}, damaged("its end is missing")
	}
	body, sum := data[:len(data)-sumSize], data[len(data)-sumSize:]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(sum) {
		return Replay{}, damaged("its checksum does not fit")
	}
	r := shareReader{rest: body}
	replay := r.replay()
	if r.err == nil && len(r.rest) > 0 {
		r.fail("it goes on after its end")
	}
	if r.err != nil {
		return Replay{}, r.err
	}
	again, err := Share(replay.Shift, replay.Seed, replay.Plan)
	if err != nil {
		return Replay{}, fmt.Errorf("%w (in a share string)", err)
	}
	if again != text {
		return Replay{}, damaged("it is not written as Share writes it")
	}
	return replay, nil
}

func damaged(how string) error {
	return fmt.Errorf("oncall: the share string is damaged: %s; copy it again, from its first to its last character", how)
}

// shareReader reads the numbers of a share string; after an error it reads zeros.
type shareReader struct {
	rest []byte
	err  error
}

func (r *shareReader) fail(how string) {
	if r.err == nil {
		r.err = damaged(how)
		r.rest = nil
	}
}

func (r *shareReader) uvarint() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail("a number is missing")
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// integer reads a number from 0 to most.
func (r *shareReader) integer(what string, most uint64) uint64 {
	x := r.uvarint()
	if r.err == nil && x > most {
		r.err = fmt.Errorf("oncall: the share string has %s %d; the most is %d", what, x, most)
		r.rest = nil
		return 0
	}
	return x
}

func (r *shareReader) value() float64 {
	power, n := binary.Varint(r.rest)
	if n <= 0 {
		r.fail("a number is missing")
		return 0
	}
	r.rest = r.rest[n:]
	digits := r.uvarint()
	text := fmt.Sprintf("%de%d", digits/2, power)
	value, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		r.fail("a number cannot be read")
		return 0
	}
	if digits%2 == 1 {
		value = -value
	}
	return value // an infinite one is refused with its field
}

func (r *shareReader) replay() Replay {
	shifts := Shifts()
	which := r.integer("a shift numbered", uint64(len(shifts)))
	if which == 0 {
		r.fail("it names no shift")
		return Replay{}
	}
	replay := Replay{Shift: shifts[which-1], Seed: int64(r.integer("seed", MaxSeed))}
	for range r.integer("changed fields", uint64(len(fields))) {
		number, value := r.integer("a field numbered", uint64(len(fields))), r.value()
		if r.err != nil {
			return Replay{}
		}
		if number == 0 {
			r.fail("it names no field")
			return Replay{}
		}
		if err := fields[number-1].set(&replay.Shift, value); err != nil {
			r.err = fmt.Errorf("%w (in a share string)", err)
			return Replay{}
		}
	}
	for range r.integer("plan entries", maxShare) {
		if r.err != nil {
			return Replay{}
		}
		replay.Plan = r.entry(replay.Plan)
	}
	return replay
}

func (r *shareReader) entry(plan Plan) Plan {
	e := entry{kind: entryKind(r.integer("an entry of kind", uint64(whenever)))}
	switch e.kind {
	case atClock:
		e.minute = int(r.integer("a time of day in minutes", minutesPerDay-1))
		e.clock = clockTime(e.minute)
	case atMinute:
		e.minute = int(r.integer("minute", minutesPerDay-1))
	case when, whenever:
		e.condition.hold = int(r.integer("minutes in a row", minutesPerDay))
		for range r.integer("thresholds", maxTerms) {
			t := term{figure: Figure(r.integer("a figure numbered", uint64(len(figures)-1)))}
			t.relation = relation(r.integer("a relation numbered", uint64(atMost)))
			t.threshold = r.value()
			e.condition.terms = append(e.condition.terms, t)
		}
	}
	var actions []Action
	for range r.integer("actions", MaxActions) {
		a := Action{control: Control(r.integer("a control numbered", uint64(len(controls)-1)))}
		if controls[a.control].kind != button {
			a.value = r.value()
		}
		actions = append(actions, a)
	}
	return plan.with(e, actions)
}
