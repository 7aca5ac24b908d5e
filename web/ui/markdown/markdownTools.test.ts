import { describe, expect, it } from 'vitest'
import { editOf, type MarkdownTool, nextLine, type Selected, type TextEdit } from './markdownTools.ts'

/** Texts with their selection between bars; `|` alone is the cursor. */
function edited(marked: string, change: (selected: Selected) => TextEdit | null): string | null {
  const start = marked.indexOf('|')
  const last = marked.lastIndexOf('|')
  const text = marked.replaceAll('|', '')
  const edit = change({ text, start, end: last === start ? start : last - 1 })
  if (!edit) return null
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const cursor = edit.start === edit.end ? '|' : `|${next.slice(edit.start, edit.end)}|`
  return next.slice(0, edit.start) + cursor + next.slice(edit.end)
}

describe('the tools of the editor', () => {
  it.each<[MarkdownTool, string, string]>([
    ['bold', 'a |fern| b', 'a **|fern|** b'],
    ['bold', 'a **|fern|** b', 'a |fern| b'],
    ['bold', 'a | fern |b', 'a  **|fern|** b'],
    ['bold', 'a fe|rn b', 'a **|fern|** b'],
    ['bold', 'a | b', 'a **|** b'],
    ['bold', '*|fern|*', '***|fern|***'],
    ['bold', '|one\n\n two |', '|**one**\n\n **two**| '],
    ['italic', 'a |fern| b', 'a *|fern|* b'],
    ['italic', 'a *|fern|* b', 'a |fern| b'],
    ['italic', '**|fern|**', '***|fern|***'],
    ['italic', '***|fern|***', '**|fern|**'],
    ['spoiler', 'it is |Bob|', 'it is >!|Bob|!<'],
    ['spoiler', 'it is >!|Bob|!<', 'it is |Bob|'],
    ['spoiler', '|a\nb|', '|>!a!<\n>!b!<|'],
    ['code', 'run |x$1|', 'run `|x$1|`'],
    ['code', 'run |a`b|', 'run ``|a`b|``'],
    ['code', '|a\nb|', '```\n|a\nb|\n```'],
    ['code', 'x |a\nb| y', 'x \n```\n|a\nb|\n```\n y'],
    ['link', 'see |this|', 'see [this](|url|)'],
    ['link', 'see |', 'see [|](url)'],
    ['link', 'see |https://a.example/b|', 'see [|](https://a.example/b)'],
    ['link', 'see [this](|url|)', 'see |this|'],
    ['link', 'see [th|is](https://a.example)', 'see |this|'],
    ['link', 'see [|](https://a.example)', 'see |https://a.example|'],
    ['link', '[a](b)|', '[a](b)[|](url)'],
    ['quote', 'on|e', '> on|e'],
    ['quote', '> on|e', 'on|e'],
    ['quote', 'a\n|b\nc|\nd', 'a\n|> b\n> c|\nd'],
    ['quote', '|> b\n> c|', '|b\nc|'],
    ['list', '|', '- |'],
    ['list', '|a\nb\n|c', '|- a\n- b|\nc'],
    ['list', '|\n\n|a', '|- \n- |\na'],
    ['bold', '|- one\n- two|', '- |**one**\n- **two**|'],
    ['bold', '- |**one**\n- **two**|', '- |one\n- two|'],
    ['bold', '|> 1. [x] one|', '> 1. [x] **|one|**'],
    ['bold', '|## one|', '## **|one|**'],
    ['bold', '|one\n\n---\n```\ncode\n```|', '**|one|**\n\n---\n```\ncode\n```'],
    ['bold', 'x |**bold**| y', 'x |bold| y'],
    ['italic', 'x |***both***| y', 'x |**both**| y'],
    ['italic', 'x |**bold**| y', 'x *|**bold**|* y'],
    ['bold', '|**a** b **c**|', '**|a b c|**'],
    ['bold', 'a **two |words|**', 'a two |words|'],
    ['bold', '`a |b| c`', '**|`a b c`|**'],
    ['bold', '```\n|a|\n```', '```\n|a|\n```'],
    ['italic', '* |a|', '* *|a|*'],
    ['spoiler', '|>!Bob!<|', '|Bob|'],
    ['spoiler', '|- a\n- b|', '- |>!a!<\n- >!b!<|'],
    ['code', '|`a`|', '|a|'],
    ['code', '`|a|`', '|a|'],
    ['code', '|- one|', '- `|one|`'],
    ['code', '|```\na\nb\n```|', '|a\nb|'],
    ['code', '```\n|a\nb|\n```', '|a\nb|'],
    ['code', '|> a\n> b|', '> ```\n|> a\n> b|\n> ```'],
    ['link', '|- one\n- two|', '- [one](|url|)\n- two'],
    ['link', '`a |b|`', '[`a b`](|url|)'],
    ['quote', '|a\n\nb|', '|> a\n>\n> b|'],
    ['quote', '|> a\n>\n> b|', '|a\n\nb|'],
    ['list', '|one\ntwo\n\nthree|', '|- one\n- two\n\n- three|'],
    ['list', '|- one\n\n* two|', '|one\n\ntwo|'],
    ['list', '|1. one\n2. two|', '|- one\n- two|'],
    ['list', '|> one\n> two|', '|> - one\n> - two|'],
    ['mention', 'hello|', 'hello @|'],
    ['mention', 'hello |', 'hello @|'],
  ])('%s makes of %j: %j', (tool, before, after) => {
    expect(edited(before, (selected) => editOf(tool, selected))).toBe(after)
  })

  it.each([
    ['- one|', '- one\n- |'],
    ['a\n  * one|\nb', 'a\n  * one\n  * |\nb'],
    ['9. nine|', '9. nine\n10. |'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['> words|', '> words\n> |'],
    ['- one\n- |', '- one\n|'],
    ['- [ ] |', '|'],
    ['- o|ne', null],
    ['words|', null],
    ['-|', null],
    ['- |one|', null],
  ])('Enter makes of %j: %j', (before, after) => {
    expect(edited(before, nextLine)).toBe(after)
  })
})
