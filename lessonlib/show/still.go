package show

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
	"strings"
)

// stillBundle is the output of a still figure, or of the words that stand in its place.
func stillBundle(p plan) Bundle {
	if !p.drawable() {
		return excuse(p)
	}
	p = p.legible()
	f := layOut(p)
	return pictureBundle(f.draw().Image(), f.height, p)
}

// pictureBundle is the output of a picture, with the plan's text alternative. It comes twice: as an image, which every
// reader of notebooks shows, trusted or not, and as a page's element, since JupyterLab gives the image no alternative and
// prefers the page where there is one.
func pictureBundle(img image.Image, height float64, p plan) Bundle {
	picture, err := encodePNG(img)
	if err != nil {
		p.leftOut = append(p.leftOut, "The picture cannot be encoded: "+err.Error()+".")
		return excuse(p)
	}
	encoded := base64.StdEncoding.EncodeToString(picture)
	return Bundle{
		Data: map[string]any{
			"image/png": encoded,
			"text/html": fmt.Sprintf(`<img class="queuebook-figure" src="data:image/png;base64,%s" width="%d" height="%d" `+
				`style="max-width: 100%%; height: auto" alt="%s">`, encoded, figureWidth, int(height), html.EscapeString(p.alt)),
			"text/plain": p.alt,
		},
		Metadata: map[string]any{
			"image/png": map[string]any{"width": figureWidth, "height": int(height), "alt": p.alt},
		},
	}
}

// excuse says in place of the figure why there is none.
func excuse(p plan) Bundle {
	head := "No figure"
	if p.title != "" {
		head += ": " + p.title
	}
	var items strings.Builder
	for _, sentence := range p.leftOut {
		fmt.Fprintf(&items, "<li>%s</li>", html.EscapeString(sentence))
	}
	return Bundle{Data: map[string]any{
		"text/plain": head + ".\n" + strings.Join(p.leftOut, "\n"),
		"text/html": fmt.Sprintf(`<div class="queuebook-no-figure" style="border-left:4px solid %s;padding:0 1em">`+
			`<p><strong>%s</strong></p><ul>%s</ul></div>`, seriesColors[1], html.EscapeString(head), items.String()),
	}}
}

// encodePNG writes an opaque picture with few colours, which makes the file small: a figure has few besides the soft
// edges of its lines. Kept are the theme's own and then the most frequent, 16 in all, or 32 where the theme's own are
// many; the others become the nearest of those. The same picture gives the same bytes.
func encodePNG(img image.Image) ([]byte, error) {
	pixels, ok := img.(*image.RGBA)
	if !ok {
		return nil, fmt.Errorf("canvas holds %T, not *image.RGBA", img)
	}
	// Most pixels equal their left neighbour, so runs are counted and not pixels.
	counts := map[color.RGBA]int{}
	eachRun(pixels.Pix, func(c color.RGBA, from, to int) { counts[c] += to - from })
	var palette color.Palette
	for _, c := range themeColors() {
		if counts[c] > 0 {
			palette = append(palette, c)
			delete(counts, c)
		}
	}
	most := 16
	if len(palette) > 10 {
		most = 32
	}
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	for _, c := range colours[:min(most-len(palette), len(colours))] {
		palette = append(palette, c)
	}
	nearest := make(map[color.RGBA]uint8, len(counts))
	for c := range counts {
		nearest[c] = uint8(palette.Index(c))
	}
	for i, c := range palette {
		nearest[c.(color.RGBA)] = uint8(i)
	}
	out := image.NewPaletted(pixels.Bounds(), palette)
	eachRun(pixels.Pix, func(c color.RGBA, from, to int) {
		index := nearest[c]
		for i := from; i < to; i++ {
			out.Pix[i] = index
		}
	})
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.DefaultCompression}).Encode(&b, out)
	return b.Bytes(), err
}

// eachRun calls f for each run of equal pixels, counted from the first.
func eachRun(pix []uint8, f func(c color.RGBA, from, to int)) {
	for from := 0; from < len(pix); {
		c, to := binary.LittleEndian.Uint32(pix[from:]), from+4
		for to < len(pix) && binary.LittleEndian.Uint32(pix[to:]) == c {
			to += 4
		}
		f(color.RGBA{pix[from], pix[from+1], pix[from+2], pix[from+3]}, from/4, to/4)
		from = to
	}
}
