import { expect, it } from 'vitest'
import { acceptText, textLength } from './acceptText.ts'

it.each([
  ['Rowan_42', 'Rowan_42'],
  ['ro wan-42!', 'rowan42'],
  ['ünïcödé', 'ncd'],
  ['кот', ''],
  ['a🌳b', 'ab'],
])('[CORE-5-029] a field for limited text makes of %j %j', (typed, accepted) => {
  expect(acceptText(typed, { limitedText: true })).toBe(accepted)
})

it('[CORE-5-029] other fields take every character', () => {
  expect(acceptText('ünï cödé, кот 🌳', {})).toBe('ünï cödé, кот 🌳')
})

it.each([
  ['abcdef', 5, 'abcde'],
  ['abcde', 5, 'abcde'],
  ['🌳🌳🌳', 2, '🌳🌳'],
  ['anything', 0, ''],
])('[CORE-5-031] %j with room for %i characters becomes %j', (typed, maxLength, accepted) => {
  expect(acceptText(typed, { maxLength })).toBe(accepted)
})

it('drops forbidden characters before it cuts', () => {
  expect(acceptText('a-b-c-d', { limitedText: true, maxLength: 3 })).toBe('abc')
})

it('counts characters, not code units', () => {
  expect(textLength('a🌳')).toBe(2)
})
