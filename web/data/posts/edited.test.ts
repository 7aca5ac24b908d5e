import { expect, it } from 'vitest'
import { isVisiblyEdited } from './edited.ts'

const createdAt = '2026-03-05T12:00:00.000Z'

// [CORE-2-111] the label of a post's card, [CORE-4-033] and that of a comment.
it.each([
  ['never edited', null, false],
  ['five minutes later', '2026-03-05T12:05:00.000Z', false],
  ['a moment more than five minutes later', '2026-03-05T12:05:00.001Z', true],
])('%s', (_case, editedAt, isVisible) => {
  expect(isVisiblyEdited({ createdAt, editedAt })).toBe(isVisible)
})
