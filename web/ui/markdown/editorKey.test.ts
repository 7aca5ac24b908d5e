import { expect, it } from 'vitest'
import { editorKey } from './editorKey.ts'

const plain = { ctrlKey: false, metaKey: false }

it.each([
  ['Ctrl+Enter', { ...plain, key: 'Enter', ctrlKey: true }, 'text', 'submit'],
  ['⌘+Enter', { ...plain, key: 'Enter', metaKey: true }, 'text', 'submit'],
  ['Enter', { ...plain, key: 'Enter' }, 'text', null],
  ['Escape in an empty editor', { ...plain, key: 'Escape' }, '', 'cancel'],
  ['Escape with something written', { ...plain, key: 'Escape' }, 'text', null],
  ['a letter', { ...plain, key: 'a' }, '', null],
])('%s', (_case, press, text, meaning) => {
  expect(editorKey(press, text)).toBe(meaning)
})
