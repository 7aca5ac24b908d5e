import { expect, it } from 'vitest'
import { forbiddenIn } from '../../../tests/support/allowedHtml.ts'
import { renderMarkdown } from './render.ts'

const fence = (language: string, code: string) => renderMarkdown(`\`\`\`${language}\n${code}\n\`\`\``)

it('colours code of a language that it knows, by classes', () => {
  expect(fence('js', `const a = "<b>" // it's`)).toBe(
    '<pre tabindex="0"><code class="language-js"><span class="md-keyword">const</span> a = ' +
      '<span class="md-string">&quot;&lt;b&gt;&quot;</span> <span class="md-comment">// it\'s</span>\n</code></pre>\n',
  )
})

it.each([
  'bash',
  'c',
  'c++',
  'cs',
  'css',
  'diff',
  'go',
  'html',
  'ini',
  'java',
  'json',
  'kotlin',
  'lua',
  'php',
  'python',
  'ruby',
  'rust',
  'sql',
  'swift',
  'ts',
  'yaml',
])('knows %s, and writes nothing but its own elements', (language) => {
  const html = fence(language, `<a href="x" style='y'>&amp; "\${b}" 'c' 1 # d\n@e { f: url(g) }\n+h\n-i`)
  expect(html).toContain('<span class="md-')
  expect(forbiddenIn(html)).toEqual([])
})

it('leaves other code plain', () => {
  expect(fence('', 'const a = 1')).not.toContain('<span')
  expect(fence('brainfuck', 'const a = 1')).not.toContain('<span')
  expect(fence('js', 'const a = 1\n'.repeat(170))).not.toContain('<span')
  expect(fence('js', `const a = ${'1'.repeat(129)}`)).not.toContain('<span')
  expect(renderMarkdown('`const`')).not.toContain('<span')
})

it('colours only a limited amount of code per text', () => {
  const code = `\`\`\`js\n${'const a = 1\n'.repeat(160)}\`\`\`\n\n`
  const blocks = renderMarkdown(code.repeat(4)).split('<pre')
  expect(blocks.map((block) => block.includes('<span'))).toEqual([false, true, true, false, false])
})
