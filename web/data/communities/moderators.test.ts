import { expect, it } from 'vitest'
import { mayRemove } from './moderators.ts'

const mods = [{ id: 'first' }, { id: 'second' }, { id: 'third' }]

// [ACC-4-020] [ACC-4-021]
it.each([
  ['one below', 'second', false, 'third', true],
  ['oneself', 'second', false, 'second', true],
  ['one above', 'second', false, 'first', false],
  ['anyone as an admin', 'nobody', true, 'first', true],
  ['nobody as one who moderates nothing', 'nobody', false, 'third', false],
])('may remove %s', (_whom, id, isAdmin, target, may) => {
  expect(mayRemove({ id, isAdmin }, mods, { id: target })).toBe(may)
})
