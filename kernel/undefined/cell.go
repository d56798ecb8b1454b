package undefined

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/queuebook/queuebook/kernel/notebook"
)

// solution is the tag of a cell that answers an exercise. It is not cited.
const solution = "solution"

// cell is what a code cell of the notebook offers to others.
type cell struct {
	heading string // above it in the text; empty before the first
	begins  string // its first line of Go
	// declares are the names above its %%, those of packages among them; uses are the names that these declarations
	// mention.
	declares, uses map[string]bool
	// imports are the paths of the packages by their names.
	imports map[string]string
	// sets has the names that its program sets for itself, below the %%, each with the statement's first line.
	sets map[string]string
}

// place says where the cell stands.
func (c *cell) place() string {
	if c.heading == "" {
		return "above the first heading"
	}
	return fmt.Sprintf("below “%s”", html.EscapeString(c.heading))
}

// readCells reads the notebook's code cells. What is no Go declares nothing.
func readCells(nb notebook.Notebook) []*cell {
	var cells []*cell
	heading := ""
	for _, c := range nb.Cells {
		switch {
		case c.Type == notebook.Markdown:
			if last := lastHeading(c.Source); last != "" {
				heading = last
			}
		case c.Type == notebook.Code && !c.Tagged(solution):
			cells = append(cells, readCell(c.Source, heading))
		}
	}
	return cells
}

var (
	fenced     = regexp.MustCompile("(?ms)^```.*?^```")
	headingRow = regexp.MustCompile(`(?m)^#{1,6}\s+(.*?)\s*#*\s*$`)
)

// lastHeading is the last heading of a cell of text, or empty.
func lastHeading(source string) string {
	rows := headingRow.FindAllStringSubmatch(fenced.ReplaceAllString(source, ""), -1)
	if len(rows) == 0 {
		return ""
	}
	return rows[len(rows)-1][1]
}

func readCell(source, heading string) *cell {
	c := &cell{heading: heading, declares: map[string]bool{}, uses: map[string]bool{}, sets: map[string]string{}}
	above, below := parts(source)
	c.begins, _, _ = strings.Cut(strings.TrimSpace(above), "\n")
	// A part that does not parse gives what the parser made of it, perhaps nothing.
	files := token.NewFileSet()
	if file, _ := parser.ParseFile(files, "", "package cell\n"+above, parser.SkipObjectResolution); file != nil {
		c.readDeclarations(file)
	}
	program := "package cell\nfunc main() {\n" + below + "\n}"
	if file, _ := parser.ParseFile(files, "", program, parser.SkipObjectResolution); file != nil && len(file.Decls) > 0 {
		if f, ok := file.Decls[0].(*ast.FuncDecl); ok && f.Body != nil {
			for _, statement := range f.Body.List {
				text, _, _ := strings.Cut(program[files.Position(statement.Pos()).Offset:], "\n")
				for _, name := range setBy(statement) {
					c.sets[name.Name] = text
				}
			}
		}
	}
	return c
}

// parts are what a cell declares and what it runs. GoNB's own commands are no Go; %% and %main begin what runs.
func parts(source string) (above, below string) {
	var both [2]strings.Builder
	part := 0
	for line := range strings.Lines(source) {
		switch word := strings.TrimSpace(line); {
		case word == "%%" || word == "%main":
			part = 1
		case strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!"):
		default:
			both[part].WriteString(line)
		}
	}
	return both[0].String(), both[1].String()
}

func (c *cell) readDeclarations(file *ast.File) {
	c.imports = imports(file)
	for name := range c.imports {
		c.declares[name] = true
	}
	for _, name := range topLevel(file) {
		c.declares[name.Name] = true
	}
	for _, d := range file.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok {
				c.uses[name.Name] = true
			}
			return true
		})
	}
}

// imports are the paths of the packages that a file imports, by the names that it knows them by.
func imports(file *ast.File) map[string]string {
	list := map[string]string{}
	for _, spec := range file.Imports {
		at, err := strconv.Unquote(spec.Path.Value)
		switch {
		case err != nil:
		case spec.Name != nil:
			list[spec.Name.Name] = at
		default:
			list[path.Base(at)] = at
		}
	}
	return list
}

// topLevel are the names that a file declares, without imports and methods.
func topLevel(file *ast.File) []*ast.Ident {
	var list []*ast.Ident
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				list = append(list, d.Name)
			}
		case *ast.GenDecl:
			list = append(list, declaredIn(d)...)
		}
	}
	return list
}

func declaredIn(d *ast.GenDecl) []*ast.Ident {
	var list []*ast.Ident
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			list = append(list, spec.Names...)
		case *ast.TypeSpec:
			list = append(list, spec.Name)
		}
	}
	return list
}

// setBy are the names that a statement of a program sets: by := or by a declaration.
func setBy(statement ast.Stmt) []*ast.Ident {
	var list []*ast.Ident
	switch s := statement.(type) {
	case *ast.AssignStmt:
		for _, left := range s.Lhs {
			if name, ok := left.(*ast.Ident); ok && s.Tok == token.DEFINE {
				list = append(list, name)
			}
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			list = declaredIn(d)
		}
	}
	return list
}

// declared are the names that a whole program declares, and the packages that it imports.
func declared(program string) (known map[string]bool, imported map[string]string) {
	known = map[string]bool{}
	if file, _ := parser.ParseFile(token.NewFileSet(), "", program, parser.SkipObjectResolution); file != nil {
		imported = imports(file)
		for _, name := range topLevel(file) {
			known[name.Name] = true
		}
	}
	return known, imported
}
