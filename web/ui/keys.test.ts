import { describe, expect, it } from 'vitest'
import { shortcutOf } from './keys.ts'

const on = (key: string, code: string, shiftKey = false) => shortcutOf({ key, code, shiftKey })

describe('the character of a shortcut', () => {
  it.each<[string, string, boolean, string | null, string]>([
    ['j', 'KeyJ', false, 'j', 'QWERTY'],
    ['J', 'KeyJ', false, 'j', 'Caps Lock'],
    ['J', 'KeyJ', true, null, 'a capital letter'],
    ['j', 'KeyJ', true, null, 'Caps Lock with Shift'],
    ['?', 'Slash', true, '?', 'QWERTY'],
    ['?', 'Minus', true, '?', 'QWERTZ'],
    ['/', 'Digit7', true, '/', 'QWERTZ'],
    ['/', 'Period', true, '/', 'AZERTY'],
    ['a', 'KeyQ', false, 'a', 'AZERTY'],
    ['z', 'KeyW', false, 'z', 'AZERTY'],
    ['j', 'KeyC', false, 'j', 'Dvorak'],
    ['z', 'Slash', false, 'z', 'Dvorak'],
    ['о', 'KeyJ', false, 'j', 'Russian'],
    ['Л', 'KeyK', false, 'k', 'Russian with Caps Lock'],
    ['О', 'KeyJ', true, null, 'a capital letter in Russian'],
    ['?', 'Digit7', true, '?', 'Russian'],
    ['/', 'Backslash', true, '/', 'Russian'],
    ['ф', 'KeyA', false, 'a', 'Ukrainian'],
    ['ξ', 'KeyJ', false, 'j', 'Greek'],
    ['ח', 'KeyJ', false, 'j', 'Hebrew'],
    ['/', 'KeyQ', false, '/', 'Hebrew'],
    ['ت', 'KeyJ', false, 'j', 'Arabic'],
    ['ظ', 'Slash', false, '/', 'Arabic'],
    ['؟', 'Slash', true, '?', 'Arabic'],
    ['ㅓ', 'KeyJ', false, 'j', 'Korean'],
    ['ま', 'KeyJ', false, 'j', 'Japanese kana'],
    ['่', 'KeyJ', false, 'j', 'Thai, a mark without a letter'],
    ['ｊ', 'KeyJ', false, 'j', 'full width'],
    ['？', 'Slash', true, '?', 'full width'],
    ['é', 'KeyW', false, null, 'BÉPO, another Latin letter'],
    ['ı', 'KeyR', false, null, 'Turkish F, another Latin letter'],
    ['ö', 'Semicolon', false, null, 'QWERTZ'],
    ['Enter', 'Enter', false, null, 'not a character'],
    ['Dead', 'BracketLeft', false, null, 'an accent that waits for its letter'],
    ['Process', 'KeyJ', false, null, 'an input method'],
    ['Unidentified', '', false, null, 'an unknown key'],
  ])('of %s at %s, Shift %s, is %s: %s', (key, code, shiftKey, character, _layout) => {
    expect(on(key, code, shiftKey)).toBe(character)
  })

  it('is on every key that prints a Latin letter what it prints, wherever it is', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz')
      for (const place of ['KeyA', 'KeyZ', 'Semicolon', 'Digit1', 'Slash', ''])
        expect(on(letter, place)).toBe(letter)
  })
})
