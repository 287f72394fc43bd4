package render

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"voxtide/shaders"
)

// allowedCalls are the functions of OpenGL that render and the packages below it may call. Each exists in 4.1 core, works on
// drivers of macOS, and keeps our rules: draws are indexed, nothing is copied from buffer to buffer in play (a page that grows is, 127). Look a function up before
// you enter it here: the binding also knows newer functions, and a software driver has them.
const allowedCalls = `
	ActiveTexture AttachShader BindBuffer BindBufferBase BindFramebuffer BindRenderbuffer BindTexture
	BindVertexArray BlendFunc BlitFramebuffer BufferData CheckFramebufferStatus Clear ClearColor ClientWaitSync ColorMask CompileShader CopyBufferSubData
	CreateProgram CreateShader DeleteBuffers DeleteFramebuffers DeleteProgram DeleteRenderbuffers DeleteShader
	DeleteSync DeleteTextures DeleteVertexArrays DetachShader DepthFunc DepthMask DepthRange Disable
	DrawElementsBaseVertexWithOffset DrawElementsWithOffset Enable EnableVertexAttribArray FenceSync Finish Flush FramebufferRenderbuffer
	FramebufferTexture2D GenBuffers GenFramebuffers GenRenderbuffers GenTextures GenVertexArrays GetError GetFloatv GetIntegerv
	GetProgramInfoLog GetProgramiv GetShaderInfoLog GetShaderiv GetString GetStringi GetUniformBlockIndex
	GetUniformLocation LinkProgram MapBufferRange MultiDrawElements MultiDrawElementsBaseVertex PixelStorei ReadBuffer ReadPixels
	RenderbufferStorage RenderbufferStorageMultisample Scissor ShaderSource TexBuffer TexImage2D TexImage3D TexParameterf TexParameteri
	TexSubImage2D TexSubImage3D Uniform1i Uniform4fv UniformBlockBinding UniformMatrix3fv UniformMatrix4fv UnmapBuffer UseProgram
	VertexAttribIPointerWithOffset VertexAttribPointerWithOffset Viewport PolygonOffset
	BeginQuery DeleteQueries DrawBuffer EndQuery GenQueries GetQueryObjectui64v
`

// allowedNames are the constants that they may use.
const allowedNames = `
	COMPARE_REF_TO_TEXTURE DEPTH_CLAMP NONE QUERY_RESULT SAMPLES_PASSED TEXTURE_COMPARE_FUNC TEXTURE_COMPARE_MODE TIME_ELAPSED
	ALREADY_SIGNALED ARRAY_BUFFER BACK BLEND CLAMP_TO_EDGE COLOR_ATTACHMENT0 COLOR_BUFFER_BIT COMPILE_STATUS
	CONDITION_SATISFIED COPY_READ_BUFFER POLYGON_OFFSET_FILL CULL_FACE DEPTH_ATTACHMENT DEPTH_BUFFER_BIT DEPTH_COMPONENT DEPTH_COMPONENT24 DEPTH_TEST DRAW_FRAMEBUFFER
	ELEMENT_ARRAY_BUFFER EQUAL EXTENSIONS FALSE FLOAT FRAGMENT_SHADER FRAMEBUFFER FRAMEBUFFER_COMPLETE INFO_LOG_LENGTH INVALID_INDEX
	LEQUAL LESS LINEAR LINEAR_MIPMAP_LINEAR LINK_STATUS MAJOR_VERSION MAP_INVALIDATE_RANGE_BIT MAP_UNSYNCHRONIZED_BIT MAP_WRITE_BIT
	MAX_TEXTURE_BUFFER_SIZE MINOR_VERSION MAX_SAMPLES NEAREST NEAREST_MIPMAP_NEAREST NO_ERROR
	NUM_EXTENSIONS ONE ONE_MINUS_SRC_ALPHA PACK_ALIGNMENT R8 READ_FRAMEBUFFER RED RENDERBUFFER RENDERER REPEAT
	RG32UI RG_INTEGER RGBA RGBA32I RGBA8 SAMPLE_ALPHA_TO_COVERAGE SCISSOR_TEST SRC_ALPHA STATIC_DRAW STREAM_DRAW SYNC_GPU_COMMANDS_COMPLETE TEXTURE0
	TEXTURE_2D TEXTURE_2D_ARRAY TEXTURE_BUFFER TEXTURE_LOD_BIAS TEXTURE_MAG_FILTER TEXTURE_MAX_LEVEL TEXTURE_MIN_FILTER
	TEXTURE_WRAP_S TEXTURE_WRAP_T TIMEOUT_EXPIRED TRIANGLES TRUE UNIFORM_BUFFER UNPACK_ALIGNMENT UNSIGNED_BYTE UNSIGNED_INT UNSIGNED_SHORT VENDOR
	VERSION VERTEX_SHADER
`

// bindingCalls are functions of the binding itself.
const bindingCalls = "GoStr Init Ptr Str Strs"

const binding = "github.com/go-gl/gl/v4.1-core/gl"

// glNamesUsed returns a position at which a file uses each name of the binding.
func glNamesUsed(fset *token.FileSet, f *ast.File) map[string]token.Pos {
	local := ""
	for _, i := range f.Imports {
		if p, _ := strconv.Unquote(i.Path.Value); p == binding {
			local = "gl"
			if i.Name != nil {
				local = i.Name.Name
			}
		}
	}
	out := map[string]token.Pos{}
	if local == "" {
		return out
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == local {
				out[s.Sel.Name] = s.Pos()
			}
		}
		return true
	})
	return out
}

// glNamesNotAllowed returns the names that a file uses and no list has.
func glNamesNotAllowed(fset *token.FileSet, f *ast.File) (out []string) {
	allowed := strings.Fields(allowedCalls + allowedNames + bindingCalls)
	for name, at := range glNamesUsed(fset, f) {
		if !slices.Contains(allowed, name) {
			out = append(out, fset.Position(at).String()+": gl."+name)
		}
	}
	slices.Sort(out)
	return out
}

func TestOnlyOpenGL41(t *testing.T) {
	files, used := 0, map[string]bool{}
	fset := token.NewFileSet()
	folders := []string{"."}
	below, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range below {
		if e.IsDir() {
			folders = append(folders, e.Name())
		}
	}
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, filepath.Join(folder, e.Name()), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files++
			for name := range glNamesUsed(fset, f) {
				used[name] = true
			}
			for _, bad := range glNamesNotAllowed(fset, f) {
				t.Errorf("%s is not in the list: does OpenGL 4.1 have it, and do Macs do it?", bad)
			}
		}
	}
	if files < 10 {
		t.Errorf("only %d files were looked at", files)
	}
	for _, name := range strings.Fields(allowedCalls + allowedNames) {
		if !used[name] {
			t.Errorf("gl.%s is allowed and not used", name)
		}
	}
}

func TestAllowListRefuses(t *testing.T) {
	for _, call := range []string{"gl.CopyImageSubData()", "gl.DrawArrays()", "gl.TexStorage3D()", "_ = gl.SHADER_STORAGE_BUFFER", "gl.MultiDrawElementsIndirect()"} {
		for _, as := range []string{"", "gl "} {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, "x.go", "package x\nimport "+as+strconv.Quote(binding)+"\nfunc f() { "+call+" }", 0)
			if err != nil {
				t.Fatal(err)
			}
			if len(glNamesNotAllowed(fset, f)) != 1 {
				t.Errorf("%s passes", call)
			}
		}
	}
}

func TestShadersKeepTo410(t *testing.T) {
	for _, name := range shaders.Names() {
		v, f, err := shaders.Source(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{v, f} {
			if !strings.HasPrefix(text, "#version 410 core\n") {
				t.Errorf("%s does not begin with its version", name)
			}
			for _, bad := range []string{"gl_VertexID", "gl_DrawID", "binding", "#extension", "buffer "} {
				if strings.Contains(text, bad) {
					t.Errorf("%s uses %q", name, bad)
				}
			}
		}
	}
}
