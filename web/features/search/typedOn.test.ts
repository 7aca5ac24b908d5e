import { expect, it } from 'vitest'
import { searchSent, takeTypedOn, typedOn } from './typedOn.ts'

it('what is typed after a search was sent belongs to the page of its results, once', () => {
  typedOn('ow')
  searchSent('owl')
  expect(takeTypedOn('owl')).toBe('owl')
  searchSent('owl')
  typedOn('owls')
  typedOn('owls at night')
  expect(takeTypedOn('owl')).toBe('owls at night')
  expect(takeTypedOn('owl')).toBeNull()
})

it('the page of another search does not show it, nor does a later one', () => {
  searchSent('owl')
  typedOn('owls')
  expect(takeTypedOn('heron')).toBeNull()
  expect(takeTypedOn('owl')).toBeNull()
})
