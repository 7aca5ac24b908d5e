import { describe, expect, it } from 'vitest'
import { toolOfKey } from './toolKeys.ts'

describe('the keys of the tools', () => {
  it.each([
    ['b', {}, 'bold'],
    ['B', {}, 'bold'],
    ['i', {}, 'italic'],
    ['k', {}, 'link'],
    ['e', {}, 'code'],
    ['>', { shiftKey: true, code: 'Period' }, 'quote'],
    ['*', { shiftKey: true, code: 'Digit8' }, 'list'],
    ['и', { code: 'KeyB' }, 'bold'],
    ['ш', { code: 'KeyI' }, 'italic'],
    ['κ', { code: 'KeyK' }, 'link'],
    [':', { shiftKey: true, code: 'Period' }, 'quote'],
    ['>', { shiftKey: true, code: 'KeyE' }, 'quote'],
    ['>', { shiftKey: true, code: 'IntlBackslash' }, 'quote'],
    ['Ю', { shiftKey: true, code: 'Period' }, 'quote'],
    ['(', { shiftKey: true, code: 'Digit8' }, 'list'],
    ['*', { shiftKey: true, code: 'BracketRight' }, 'list'],
    // Dvorak: pastes plain text.
    ['V', { shiftKey: true, code: 'Period' }, null],
    ['B', { shiftKey: true, code: 'KeyB' }, null],
    ['z', {}, null],
    ['b', { altKey: true }, null],
    ['b', { ctrlKey: false }, null],
  ])('the key %s with %j means %s', (key, how, tool) => {
    const press = { key, code: '', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
    expect(toolOfKey({ ...press, ...how })).toBe(tool)
  })

  it('belong to ⌘ as to Ctrl', () => {
    const press = { key: 'b', code: '', ctrlKey: false, metaKey: true, altKey: false, shiftKey: false }
    expect(toolOfKey(press)).toBe('bold')
  })
})
