package http1

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// maxHead is how many bytes of status line and header the client reads.
const maxHead = 64 << 10

// readResponse reads one answer to a GET or a POST to its end (RFC 9112) and throws its body away. Reusable says whether
// the connection can carry another request.
func readResponse(r *bufio.Reader) (status int, reusable bool, err error) {
	budget := maxHead
	for {
		head, err := readHead(r, &budget)
		if err != nil {
			return 0, false, err
		}
		switch {
		case head.status == 101:
			return 101, false, fmt.Errorf("%w: it switches protocols unasked", ErrMalformed)
		case head.status < 200: // an interim answer; the final one follows
			continue
		case head.status == 204 || head.status == 304:
			return head.status, head.persistent, nil
		case head.chunked:
			err = discardChunks(r, &budget)
		case head.length >= 0:
			err = discard(r, head.length, MaxBody)
		default: // the body ends with the connection
			var n int64
			if n, err = io.Copy(io.Discard, io.LimitReader(r, MaxBody+1)); err == nil && n > MaxBody {
				err = tooLarge()
			}
			head.persistent = false
		}
		if err != nil {
			return head.status, false, asBroken(err)
		}
		return head.status, head.persistent, nil
	}
}

// head is what the client needs to know of a status line and a header.
type head struct {
	status     int
	length     int64 // of the body; -1 if the header does not say
	chunked    bool
	persistent bool // the server keeps the connection
}

func readHead(r *bufio.Reader, budget *int) (head, error) {
	line, err := readLine(r, budget)
	if err != nil {
		return head{}, err
	}
	version, rest, _ := bytes.Cut(line, []byte(" "))
	code, _, _ := bytes.Cut(rest, []byte(" "))
	status, ok := digits(code, 3)
	if !bytes.HasPrefix(version, []byte("HTTP/1.")) || len(version) != 8 || !ok || status < 100 {
		return head{}, fmt.Errorf("%w: it starts with %.40q", ErrMalformed, line)
	}
	h := head{status: int(status), length: -1, persistent: version[7] >= '1'}
	for {
		line, err := readLine(r, budget)
		if err != nil {
			return head{}, err
		}
		if len(line) == 0 {
			return h, nil
		}
		name, value, found := bytes.Cut(line, []byte(":"))
		if !found || len(name) == 0 || bytes.ContainsAny(name, " \t") {
			return head{}, fmt.Errorf("%w: it has the header line %.40q", ErrMalformed, line)
		}
		if err := h.field(name, bytes.Trim(value, " \t")); err != nil {
			return head{}, err
		}
	}
}

// field takes a header field into account. What could be read in two ways, such as two lengths, is an error.
func (h *head) field(name, value []byte) error {
	switch {
	case bytes.EqualFold(name, []byte("Content-Length")):
		n, ok := digits(value, 18)
		if !ok || h.length >= 0 && h.length != n || h.chunked {
			return fmt.Errorf("%w: its length is %.40q", ErrMalformed, value)
		}
		h.length = n
	case bytes.EqualFold(name, []byte("Transfer-Encoding")):
		if !bytes.EqualFold(value, []byte("chunked")) || h.chunked || h.length >= 0 {
			return fmt.Errorf("%w: its transfer encoding is %.40q", ErrMalformed, value)
		}
		h.chunked = true
	case bytes.EqualFold(name, []byte("Connection")):
		for option := range bytes.SplitSeq(value, []byte(",")) {
			switch option = bytes.Trim(option, " \t"); {
			case bytes.EqualFold(option, []byte("close")):
				h.persistent = false
			case bytes.EqualFold(option, []byte("keep-alive")) && len(bytes.TrimSpace(value)) == len(option):
				h.persistent = true // how an HTTP/1.0 server says so
			}
		}
	}
	return nil
}

// discardChunks reads a chunked body and its trailer. What frames the chunks counts as body, so that a body of many tiny
// ones is bounded too.
func discardChunks(r *bufio.Reader, budget *int) error {
	room := MaxBody
	for {
		line, err := readLine(r, &room)
		if err != nil {
			return err
		}
		size, _, _ := bytes.Cut(line, []byte(";"))
		n, err := strconv.ParseUint(string(bytes.TrimRight(size, " \t")), 16, 62)
		if err != nil {
			return fmt.Errorf("%w: a chunk's size is %.40q", ErrMalformed, line)
		}
		if n == 0 {
			break
		}
		if err := discard(r, int64(n), int64(room)); err != nil {
			return err
		}
		room -= int(n)
		if line, err = readLine(r, &room); err != nil {
			return err
		}
		if len(line) > 0 {
			return fmt.Errorf("%w: a chunk is longer than its size", ErrMalformed)
		}
	}
	for {
		if line, err := readLine(r, budget); err != nil || len(line) == 0 {
			return err
		}
	}
}

// discard reads n bytes, at most room.
func discard(r *bufio.Reader, n, room int64) error {
	if n > room {
		return tooLarge()
	}
	_, err := r.Discard(int(n))
	return asBroken(err)
}

func tooLarge() error {
	return fmt.Errorf("%w: at most %d bytes of head and %d of body are read", ErrTooLarge, maxHead, MaxBody)
}

// readLine reads a line without its end, at most budget bytes, which it counts down.
func readLine(r *bufio.Reader, budget *int) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	for errors.Is(err, bufio.ErrBufferFull) && len(line) <= *budget {
		var more []byte
		line = bytes.Clone(line)
		more, err = r.ReadSlice('\n')
		line = append(line, more...)
	}
	if *budget -= len(line); *budget < 0 {
		return nil, tooLarge()
	}
	if err != nil {
		return nil, asBroken(err)
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r")), nil
}

// asBroken says of an error of the connection that it broke off.
func asBroken(err error) error {
	if err == nil || errors.Is(err, ErrMalformed) || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrBroken) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}

// digits reads a number of one to most digits; sign and blanks are not allowed.
func digits(text []byte, most int) (int64, bool) {
	if len(text) == 0 || len(text) > most {
		return 0, false
	}
	var n int64
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}
