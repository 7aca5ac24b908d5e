import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listPostDrafts, type PostDraft, removePostDraft, savePostDraft } from './postDrafts.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const draft = (id: string, part: Partial<PostDraft> = {}): PostDraft => ({
  id,
  savedAt: 1,
  type: 'text',
  title: `Draft ${id}`,
  body: '',
  url: '',
  community: 'moss',
  userGroup: 'normal',
  isMadeWithAi: false,
  images: [],
  revision: null,
  isOnServer: false,
  sent: [],
  ...part,
})

describe('drafts on a device', () => {
  it('are found again, the latest first, each in its latest state', () => {
    savePostDraft('rowan', draft('a'))
    savePostDraft('rowan', draft('b'))
    savePostDraft('rowan', draft('a', { title: 'Second thoughts' }))
    expect(listPostDrafts('rowan').map(({ title }) => title)).toEqual(['Second thoughts', 'Draft b'])
  })

  it('belong to one member', () => {
    savePostDraft('rowan', draft('a'))
    expect(listPostDrafts('fern')).toEqual([])
  })

  it('are limited in number: the oldest are deleted', () => {
    for (const id of 'abcdefg') savePostDraft('rowan', draft(id))
    expect(listPostDrafts('rowan').map(({ id }) => id)).toEqual(['g', 'f', 'e', 'd', 'c'])
  })

  it('leave nothing behind when the last one is removed', () => {
    savePostDraft('rowan', draft('a'))
    removePostDraft('rowan', 'b')
    expect(listPostDrafts('rowan')).toHaveLength(1)
    removePostDraft('rowan', 'a')
    expect(stored.size).toBe(0)
  })

  it('may be stored in any form, but only our own images are shown', () => {
    stored.set('postDrafts:rowan', '{')
    expect(listPostDrafts('rowan')).toEqual([])
    const images = [
      { imageId: '1', url: 'https://elsewhere.example/a.png', uploadedAt: 1 },
      { imageId: '2', url: '/images/2.jpeg', uploadedAt: 1 },
      null,
    ]
    stored.set(
      'postDrafts:rowan',
      JSON.stringify([null, 7, { id: 'a', savedAt: 1, type: 'poem', title: 5, images }]),
    )
    expect(listPostDrafts('rowan')).toEqual([
      draft('a', {
        title: '',
        community: '',
        images: [{ imageId: '2', url: '/images/2.jpeg', name: '', altText: '', uploadedAt: 1 }],
      }),
    ])
  })

  it('are not kept if storage is switched off', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied')
      },
    })
    expect(savePostDraft('rowan', draft('a'))).toBe(false)
    expect(listPostDrafts('rowan')).toEqual([])
  })
})
