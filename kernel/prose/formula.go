package prose

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// formulas teaches goldmark the formulas that Jupyter's Markdown has, $…$ and $$…$$, as far as the check needs: what is
// in one is neither emphasis nor a list nor a number.
type formulas struct{}

func (formulas) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		// After code spans, in which a dollar sign is a dollar sign, and before links and emphasis.
		parser.WithInlineParsers(util.Prioritized(formulas{}, 150)),
		// Before lists and underlined headings, which a line of a formula can look like.
		parser.WithBlockParsers(util.Prioritized(displayed{}, 50)),
	)
}

// formula is a formula in a line of text.
type formula struct {
	ast.BaseInline
	source []byte
}

var kindFormula = ast.NewNodeKind("Formula")

func (*formula) Kind() ast.NodeKind              { return kindFormula }
func (n *formula) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

func (formulas) Trigger() []byte { return []byte{'$'} }

// Parse reads a formula that starts at the dollar sign under the reader, or gives nil.
func (formulas) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, position := block.Position()
	first, segment := block.PeekLine()
	fence := []byte("$")
	if bytes.HasPrefix(first, []byte("$$")) {
		fence = []byte("$$")
	}
	from := len(fence)
	if from == 1 && (len(first) < 2 || isBlank(first[1])) {
		return nil
	}
	node := &formula{}
	node.SetPos(segment.Start)
	for rest := first; rest != nil; rest, _ = block.PeekLine() {
		if end := closing(rest, from, fence); end >= 0 {
			node.source = append(node.source, rest[:end]...)
			block.Advance(end)
			return node
		}
		node.source = append(node.source, rest...)
		block.AdvanceLine()
		from = 0
	}
	block.SetPosition(line, position)
	return nil
}

// closing finds the end of the formula in a line, looking from a place on; -1 if it does not end there.
func closing(line []byte, from int, fence []byte) int {
	for i := from; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case !bytes.HasPrefix(line[i:], fence):
		case len(fence) == 2:
			return i + 2
		case i > 0 && !isBlank(line[i-1]) && (i+1 == len(line) || line[i+1] < '0' || line[i+1] > '9'):
			return i + 1
		}
	}
	return -1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// formulaBlock is a displayed formula that takes whole lines.
type formulaBlock struct{ ast.BaseBlock }

var kindFormulaBlock = ast.NewNodeKind("FormulaBlock")

func (*formulaBlock) Kind() ast.NodeKind              { return kindFormulaBlock }
func (*formulaBlock) IsRaw() bool                     { return true }
func (n *formulaBlock) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// displayed parses formula blocks: a line that starts with $$, and all up to the next line that ends with $$.
type displayed struct{}

func (displayed) Trigger() []byte             { return []byte{'$'} }
func (displayed) CanInterruptParagraph() bool { return true }
func (displayed) CanAcceptIndentedLine() bool { return false }

func (displayed) Close(ast.Node, text.Reader, parser.Context) {}

func (displayed) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	open := bytes.TrimLeft(line, " ")
	if !bytes.HasPrefix(open, []byte("$$")) || bytes.Contains(open[2:], []byte("$$")) {
		return nil, parser.NoChildren // in one line it is a formula of the paragraph
	}
	// An opening without an end is no formula, so look ahead: as in Jupyter a blank line ends the search.
	for later := range bytes.Lines(reader.Source()[segment.Stop:]) {
		if len(bytes.TrimSpace(later)) == 0 {
			break
		}
		if _, behind, found := bytes.Cut(later, []byte("$$")); found {
			if len(bytes.TrimSpace(behind)) > 0 {
				break
			}
			reader.Advance(segment.Len() - 1)
			return &formulaBlock{}, parser.NoChildren
		}
	}
	return nil, parser.NoChildren
}

func (displayed) Continue(_ ast.Node, reader text.Reader, _ parser.Context) parser.State {
	line, segment := reader.PeekLine()
	if bytes.Contains(line, []byte("$$")) {
		reader.Advance(segment.Len())
		return parser.Close
	}
	reader.Advance(segment.Len() - 1)
	return parser.Continue | parser.NoChildren
}
