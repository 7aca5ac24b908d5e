import { describe, expect, it } from 'vitest'
import { mistakeOfRefusal, postMistakes } from './postMistakes.ts'

const community = { id: '7', name: 'birding' }

describe('submitting a post', () => {
  it('works with a title of three characters and a community', () => {
    expect(postMistakes({ title: 'Owl', community }, ['8'])).toEqual({})
  })

  it('[CORE-5-001] needs a title', () => {
    expect(postMistakes({ title: '  ', community }, [])).toEqual({ title: 'Your post needs a title' })
  })

  it('[CORE-5-002] needs three characters of title, an emoji being one', () => {
    expect(postMistakes({ title: ' ab ', community }, [])).toEqual({ title: 'Title is too short' })
    expect(postMistakes({ title: '🦉🦉', community }, [])).toEqual({ title: 'Title is too short' })
    expect(postMistakes({ title: '🦉🦉🦉', community }, [])).toEqual({})
  })

  it('[CORE-5-004] needs a community', () => {
    expect(postMistakes({ title: 'Owls', community: null }, [])).toEqual({
      community: 'Select a community first',
    })
  })

  it('[CORE-5-006] is not offered where one is banned', () => {
    expect(postMistakes({ title: 'Owls', community }, ['7'])).toEqual({
      community: "You've been banned from birding.",
    })
  })
})

it.each([
  ['post/title-too-short', { title: 'Title is too short' }],
  ['banned_from_community', { community: 'You are banned from community' }],
  ['posting-restricted', { community: 'Only approved members of this community can post.' }],
  ['something_else', null],
])('a refusal with %s', (code, mistake) => {
  expect(mistakeOfRefusal(code)).toEqual(mistake)
})
