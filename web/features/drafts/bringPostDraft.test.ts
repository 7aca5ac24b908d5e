import { beforeEach, expect, it, vi } from 'vitest'
import { listPostDrafts, replacePostDraft, savePostDraft, textsOf } from '../../device/postDrafts.ts'
import { bringPostDraft } from './bringPostDraft.ts'

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})

const texts = (title: string) => ({ type: 'text' as const, title, body: '', url: '', community: 'moss' })
const here = (id: string, title: string) => ({
  ...texts(title),
  ...{
    id,
    revision: null,
    isOnServer: false,
    sent: [],
    images: [],
    userGroup: 'normal' as const,
    isMadeWithAi: false,
    savedAt: Date.now(),
  },
})
const stored = (id: string, title: string) => ({
  ...texts(title),
  ...{ place: `post:${id}`, revision: '7', savedAt: new Date().toISOString() },
})
const kept = () => listPostDrafts('1').map(({ title, revision }) => [title, revision])

it.each([
  ['the same', 'Moss', [['Moss', '7']]],
  [
    'another',
    'Mosses',
    [
      ['Mosses', '7'],
      ['Moss', null],
    ],
  ],
])(
  'a draft that was not known to be on the server is kept beside it only if it has another text: %s',
  (_, title, left) => {
    savePostDraft('1', here('a', 'Moss'))
    bringPostDraft('1', stored('a', title))
    expect(kept()).toEqual(left)
  },
)

it('a draft whose last save was not answered is continued: the text on the server is its own', () => {
  savePostDraft('1', {
    ...here('a', 'Moss and fern'),
    sent: [textsOf(stored('a', 'Moss')), textsOf(stored('a', 'Moss and'))],
  })
  expect(bringPostDraft('1', stored('a', 'Moss'))).toMatchObject({ title: 'Moss and fern', sent: [] })
  expect(kept()).toEqual([['Moss and fern', '7']])
})

it('a draft that turns out to be on the server keeps its position', () => {
  const first = here('a', 'Moss')
  savePostDraft('1', first)
  savePostDraft('1', here('b', 'Fern'))
  expect(textsOf(first)).toBe(textsOf(stored('a', 'Moss')))
  replacePostDraft('1', { ...first, revision: '7', isOnServer: true })
  expect(kept()).toEqual([
    ['Fern', null],
    ['Moss', '7'],
  ])
})

it.each([
  ['marked', true, false, true],
  ['not marked', false, true, false],
  ['without a word about it', undefined, true, true],
])('a draft of the server that is %s is brought so', (_how, isMadeWithAi, isMarkedHere, isMarked) => {
  savePostDraft('1', { ...here('a', 'Moss'), revision: '6', isOnServer: true, isMadeWithAi: isMarkedHere })
  const draft = { ...stored('a', 'Mosses'), ...(isMadeWithAi !== undefined && { isMadeWithAi }) }
  expect(bringPostDraft('1', draft).isMadeWithAi).toBe(isMarked)
})
