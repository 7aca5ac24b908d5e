import { describe, expect, it } from 'vitest'
import { comboboxKey } from './comboboxKey.ts'

describe('keys in a field with suggestions', () => {
  const closed = { isOpen: false, count: 3, active: -1 }
  const open = { isOpen: true, count: 3, active: 1 }
  it.each([
    ['ArrowDown opens the list', 'ArrowDown', closed, { do: 'open' }],
    ['Enter in a closed list submits', 'Enter', closed, null],
    ['Tab goes on from a closed list', 'Tab', closed, null],
    ['ArrowDown goes down', 'ArrowDown', open, { do: 'highlight', index: 2 }],
    ['and from the last to the first', 'ArrowDown', { ...open, active: 2 }, { do: 'highlight', index: 0 }],
    ['ArrowUp goes up', 'ArrowUp', open, { do: 'highlight', index: 0 }],
    ['and from the first to the last', 'ArrowUp', { ...open, active: 0 }, { do: 'highlight', index: 2 }],
    ['and from nothing to the last', 'ArrowUp', { ...open, active: -1 }, { do: 'highlight', index: 2 }],
    ['Enter takes what is highlighted', 'Enter', open, { do: 'choose', index: 1, staysInField: true }],
    ['Enter takes nothing when nothing is', 'Enter', { ...open, active: -1 }, null],
    ['Tab takes it and goes on', 'Tab', open, { do: 'choose', index: 1, staysInField: false }],
    ['Tab closes the list when nothing is highlighted', 'Tab', { ...open, active: -1 }, { do: 'close' }],
    ['Escape closes the list', 'Escape', open, { do: 'close' }],
    ['arrows do nothing in an empty list', 'ArrowDown', { isOpen: true, count: 0, active: -1 }, null],
    ['letters are typed', 'a', open, null],
  ])('%s', (_case, key, list, step) => {
    expect(comboboxKey(key, list)).toEqual(step)
  })
})
