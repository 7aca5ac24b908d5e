import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { endpoints } from '../contract/endpoints/index.ts'
import { errors } from '../contract/errors.ts'
import { errorText } from '../contract/errorTexts.ts'

it('has texts for messages that the API has', () => {
  const messages = new Set<string>(Object.values(errors).map(({ message }) => message))
  const source = readFileSync(new URL('../contract/errorTexts.ts', import.meta.url), 'utf8')
  const keys = [...source.matchAll(/\[\s*(['"])(.+)\1,\s*\(\) =>/g)].map(([, , key]) => key ?? '')
  expect(keys.length).toBeGreaterThan(90)
  expect(keys.filter((key) => !messages.has(key))).toEqual([])
  expect(errorText(errors.usernameEmpty.message)).toBe('Enter a username.')
  expect(errorText(errors.invalidCursor.message)).toBeNull()
})

it.each(['votePost', 'voteComment', 'limitComments', 'limitCommentsInCommunity'] as const)(
  'has a text for each refusal of %s that its sender may read, with and without scripts',
  (call) => {
    const refusals = endpoints[call].errors.map((name) => errors[name])
    const read = refusals.filter(({ status }) => [403, 409, 429].includes(status))
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter(({ message }) => errorText(message) === null)).toEqual([])
  },
)
