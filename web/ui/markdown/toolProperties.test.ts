import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../../server/platform/markdown/render.ts'
import { editOf, type MarkdownTool, type Selected } from './markdownTools.ts'
import { linesOf } from './structure.ts'

/** Lines of all kinds; each `_` becomes a word that is nowhere else. */
const lines = ['_ _ _', '_', '', '- _ _', '  - _', '3. _ _', '- [ ] _ _', '> _ _', '> - _', '## _ _', '  _  ']
const marked = [
  '**_ _** _',
  '_ *_*',
  '***_*** _',
  '`_ _` _',
  '[_](https://a.example) _',
  '>!_!<',
  '\\*_\\*',
  '| _ | _ |',
  '```',
  '---',
]

const textOf = (kinds: readonly string[]): string => {
  let word = 0
  const next = () => {
    word += 1
    return `w${word}x`
  }
  return kinds.map((kind) => kind.replaceAll('_', next)).join('\n')
}
const selectedIn = (kinds: readonly string[]) =>
  fc
    .tuple(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 }), fc.nat(80), fc.nat(80))
    .map(([chosen, one, other]): Selected => {
      const text = textOf(chosen)
      const [start, end] = [Math.min(one, other, text.length), Math.min(Math.max(one, other), text.length)]
      return { text, start, end }
    })

const use = (tool: MarkdownTool, selected: Selected): Selected => {
  const { from, to, insert, start, end } = editOf(tool, selected)
  return { text: selected.text.slice(0, from) + insert + selected.text.slice(to), start, end }
}

const marks = ['bold', 'italic', 'spoiler'] as const
const undone = [...marks, 'quote', 'list', 'code'] as const

/** The words in elements of this kind, and all words. */
function wordsIn(html: string, isMark: (name: string, attributes: Record<string, string>) => boolean) {
  const open: boolean[] = []
  const found: string[] = []
  const all: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => void open.push(isMark(name, attributes)),
    onclosetag: () => void open.pop(),
    ontext: (text) => {
      const words = text.match(/w\d+x/g) ?? []
      all.push(...words)
      if (open.includes(true)) found.push(...words)
    },
  })
  parser.end(html)
  return { found, all }
}

describe('whatever is selected, a tool of the editor', () => {
  it.each(undone)('%s is undone when it is used again', (tool) => {
    fc.assert(
      fc.property(selectedIn(lines), (selected) => {
        // A list of a numbered one, or of a part of one, is another list.
        fc.pre(tool !== 'list' || !/^[ >]*(?:[-*] |\d\. )/m.test(selected.text))
        fc.pre(tool !== 'quote' || !selected.text.includes('>'))
        // A part of a line has to become one of its own between fences.
        fc.pre(tool !== 'code' || !selected.text.slice(selected.start, selected.end).includes('\n'))
        expect(use(tool, use(tool, selected)).text).toBe(selected.text)
      }),
    )
  })

  it.each([...marks, 'quote', 'list', 'link'] as const)('%s changes no line that is not selected', (tool) => {
    fc.assert(
      fc.property(selectedIn([...lines, ...marked]), (selected) => {
        const { from, to } = editOf(tool, selected)
        const own = linesOf(selected.text, selected)
        expect(from).toBeGreaterThanOrEqual(own[0]?.start ?? 0)
        expect(to).toBeLessThanOrEqual(own.at(-1)?.end ?? selected.text.length)
      }),
    )
  })

  it.each([
    ['bold', (name: string) => name === 'strong'],
    ['italic', (name: string) => name === 'em'],
  ] as const)('%s marks the selected words and no others', (tool, isMark) => {
    fc.assert(
      fc.property(
        // Headings are bold anyway.
        fc.array(fc.constantFrom(...lines.filter((kind) => !kind.startsWith('#'))), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.nat(12),
        fc.nat(12),
        (kinds, one, other) => {
          const text = textOf(kinds)
          const words = [...text.matchAll(/w\d+x/g)]
          fc.pre(words.length > 0)
          const [first, last] = [Math.min(one, other), Math.max(one, other)]
            .map((at) => at % words.length)
            .sort((a, b) => a - b)
          const chosen = words.slice(first, (last ?? 0) + 1)
          const start = chosen[0]?.index ?? 0
          const end = (chosen.at(-1)?.index ?? 0) + (chosen.at(-1)?.[0].length ?? 0)
          const { found, all } = wordsIn(renderMarkdown(use(tool, { text, start, end }).text), isMark)
          expect(found).toEqual(chosen.map(([word]) => word))
          expect(all).toEqual(wordsIn(renderMarkdown(text), isMark).all)
        },
      ),
    )
  })
})
