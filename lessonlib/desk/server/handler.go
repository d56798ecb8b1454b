package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Limits of a request that the desk takes. Whatever is longer is refused before it is looked at.
const (
	maxURL    = 2048     // bytes
	maxHeader = 16 << 10 // bytes of names and values
	maxBody   = 1024     // bytes; the desk reads no body
)

// handler routes requests to the worker. Every answer but /metrics is JSON, refusals as {"error": "..."}.
type handler struct{ worker *worker }

// refusal is an answer that is not 200.
type refusal struct {
	status int
	allow  string // the methods, for 405
	err    error
}

func (r *refusal) Error() string { return r.err.Error() }

func refuse(status int, format string, args ...any) *refusal {
	return &refusal{status: status, err: fmt.Errorf(format, args...)}
}

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, err := h.answer(r)
	if err == nil {
		if text, ok := answer.(string); ok {
			w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
			_, _ = w.Write([]byte(text)) // a client that has left needs no answer
			return
		}
		writeJSON(w, http.StatusOK, answer)
		return
	}
	var no *refusal
	if !errors.As(err, &no) {
		no = refuse(statusOf(err), "%w", err)
	}
	if no.allow != "" {
		w.Header().Set("Allow", no.allow)
	}
	writeJSON(w, no.status, map[string]string{"error": no.Error()})
}

// statusOf is the status for an error of the worker.
func statusOf(err error) int {
	switch {
	case errors.Is(err, errQueueFull), errors.Is(err, errClosing), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	case errors.Is(err, errNoRoom):
		return http.StatusInsufficientStorage
	}
	return http.StatusInternalServerError
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":"the answer has no JSON form"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // a client that has left needs no answer
}

func (h handler) answer(r *http.Request) (any, error) {
	switch size := headerSize(r.Header); {
	case len(r.RequestURI) > maxURL:
		return nil, refuse(http.StatusRequestURITooLong, "the URL has %d bytes; at most %d", len(r.RequestURI), maxURL)
	case size > maxHeader:
		return nil, refuse(http.StatusRequestHeaderFieldsTooLarge, "the header has %d bytes; at most %d", size, maxHeader)
	case r.ContentLength > maxBody:
		return nil, refuse(http.StatusRequestEntityTooLarge, "the body has %d bytes; the desk needs none",
			r.ContentLength)
	}
	switch r.URL.Path {
	case "/search":
		book, err := parameter(r, "book", "K-", http.MethodGet)
		if err != nil {
			return nil, err
		}
		reply := h.worker.do(r.Context(), job{book: book})
		return map[string]any{"book": book, "loans": reply.loans}, reply.err
	case "/loan":
		member, err := parameter(r, "member", "U-", http.MethodPost, http.MethodGet)
		if err != nil {
			return nil, err
		}
		reply := h.worker.do(r.Context(), job{member: member})
		return map[string]any{"member": member, "before": reply.before}, reply.err
	case "/counters":
		return *h.worker.counters.Load(), allow(r, http.MethodGet)
	case "/metrics":
		return h.worker.metrics(), allow(r, http.MethodGet)
	case "/healthz":
		return map[string]string{"status": "ok"}, allow(r, http.MethodGet)
	}
	return nil, refuse(http.StatusNotFound, "no path %q; there are /search, /loan, /counters, /metrics and /healthz",
		r.URL.Path)
}

func headerSize(h http.Header) int {
	size := 0
	for name, values := range h {
		for _, v := range values {
			size += len(name) + len(v)
		}
	}
	return size
}

func allow(r *http.Request, methods ...string) error {
	if slices.Contains(methods, r.Method) {
		return nil
	}
	list := strings.Join(methods, ", ")
	no := refuse(http.StatusMethodNotAllowed, "%s does not take %q; use %s", r.URL.Path, r.Method, list)
	no.allow = list
	return no
}

// parameter gives the one parameter of the request, which is the prefix and one to nine digits.
func parameter(r *http.Request, name, prefix string, methods ...string) (string, error) {
	if err := allow(r, methods...); err != nil {
		return "", err
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return "", refuse(http.StatusBadRequest, "the query cannot be read: %v", err)
	}
	if len(query) != 1 || len(query[name]) != 1 {
		return "", refuse(http.StatusBadRequest, "%s takes one parameter, such as %s=%s1", r.URL.Path, name, prefix)
	}
	value := query[name][0]
	digits, ok := strings.CutPrefix(value, prefix)
	if !ok || len(digits) < 1 || len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return "", refuse(http.StatusBadRequest, "%s is %q; it must be %s and one to nine digits, such as %s1", name, value,
			prefix, prefix)
	}
	return value, nil
}
