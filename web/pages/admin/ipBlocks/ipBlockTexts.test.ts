import { describe, expect, it } from 'vitest'
import { addressMistake, connectionOf, networkOf, parseExpiresIn, shownUsers } from './ipBlockTexts.ts'

describe('the address of a block', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '10.0.*.*', '2001:db8::*', '*.*.*.*', 'whatever the server says'])(
    '[ACC-5-033] may be %s as far as the page can tell',
    (address) => expect(addressMistake(address)).toBeNull(),
  )
  it.each(['10.*.0.1', '10.1*', '*.0.0.1', '**'])('[ACC-5-034] has a wildcard amiss in %s', (address) =>
    expect(addressMistake(address)).toBe('Invalid wildcard'),
  )
  it('is not empty', () => expect(addressMistake(' ')).toBe('Enter an address or range.'))
})

describe('the connection of an address', () => {
  it.each([
    ['2001:db8:2::1', '2001:db8:2::/64'],
    [' 2001:DB8:2:3:4:5:6:7 ', '2001:db8:2:3::/64'],
    ['2001:db8::1:2:3:4', '2001:db8::/64'],
    ['2001:db8:0:0:1::1/128', '2001:db8::/64'],
    ['fe80::1', 'fe80::/64'],
  ])('of %s is %s', (address, network) => expect(connectionOf(address)).toBe(network))
  it.each(['203.0.113.7', '2001:db8::/32', '2001:db8:*', '::ffff:203.0.113.7', '::1', 'no:address', ''])(
    'of %s is nothing else',
    (address) => expect(connectionOf(address)).toBeNull(),
  )
})

describe('the hours of a block', () => {
  it.each([
    ['', 0],
    [' ', 0],
    ['24', 24],
    [' 1.5 ', 1.5],
    ['1,5', 1.5],
  ])('[ACC-5-036] [ACC-5-038] "%s" is %d', (text, hours) => expect(parseExpiresIn(text)).toBe(hours))
  it.each(['soon', '2 days', '-1', '0', '1e9', 'NaN', 'Infinity'])(
    '[ACC-5-037] "%s" is not a number of hours',
    (text) => expect(parseExpiresIn(text)).toBeNull(),
  )
})

it('writes a range with its length and an address without', () => {
  expect(networkOf({ ip: '10.0.0.0', maskedBits: 8 })).toBe('10.0.0.0/8')
  expect(networkOf({ ip: '10.0.0.1', maskedBits: 0 })).toBe('10.0.0.1')
})

it('[ACC-9-002] [ACC-9-003] shows the first ten users in their order and counts the others', () => {
  const names = Array.from({ length: 12 }, (_, index) => `user_${12 - index}`)
  expect(shownUsers(names)).toEqual({ shown: names.slice(0, 10), more: 2 })
  expect(shownUsers(names.slice(0, 10))).toEqual({ shown: names.slice(0, 10), more: 0 })
})
