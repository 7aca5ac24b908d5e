import { describe, expect, it } from 'vitest'
import { pathOfDraft } from './draftPlace.ts'

describe('the form of a draft', () => {
  it.each([
    ['post:a1', '/new'],
    ['reply:aB3', '/birding/post/aB3'],
    ['reply:aB3:42', '/birding/post/aB3/42'],
    ['edit:aB3:42', '/birding/post/aB3/42'],
    ['edit:aB3', '/new?edit=aB3'],
  ])('of %s is on %s', (place, path) => {
    expect(pathOfDraft(place, 'birding')).toBe(path)
  })
})
