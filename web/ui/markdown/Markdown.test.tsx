import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './Markdown.tsx'
import { MarkdownEditor } from './MarkdownEditor.tsx'

describe('rendered markdown', () => {
  it('is inserted unchanged from the server', () => {
    expect(renderToString(<Markdown html="<p>one <em>two</em></p>" />)).toBe(
      '<div dir="ltr" class="md"><p>one <em>two</em></p></div>',
    )
  })
})

describe('the markdown editor', () => {
  const editor = (value: string) =>
    renderToString(
      <MarkdownEditor
        label="Comment"
        value={value}
        onChange={() => {}}
        preview={async (source) => source}
        maxLength={20_000}
      />,
    )

  it('offers help with the syntax without leaving the editor', () => {
    expect(editor('')).toMatch(/<button[^>]*aria-expanded="false"[^>]*>Markdown help<\/button>/)
  })

  it('offers a preview as soon as there is a text', () => {
    expect(editor('  ')).toMatch(/disabled=""[^>]*>Preview</)
    expect(editor('text')).not.toContain('disabled')
  })

  it('shows the used and the maximum length', () => {
    expect(editor('text')).toContain('>4 / 20000<')
  })
})
