import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
const fetched = (url: string) => forum.app.inject({ url })

beforeAll(async () => {
  forum = await startForum({ CONTACT_EMAIL: 'help@talk.example', SITE_URL: 'https://talk.example' })
})
afterAll(() => forum.close())

describe('/.well-known/security.txt', () => {
  it('has the fields that RFC 9116 requires, and expires within a year', async () => {
    const { statusCode, headers, body } = await fetched('/.well-known/security.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(headers['set-cookie']).toBeUndefined()
    const fields = body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': '))
    const { Contact, Expires = '', Canonical } = Object.fromEntries(fields)
    expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
    expect(Contact).toBe('mailto:help@talk.example')
    expect(Canonical).toBe('https://talk.example/.well-known/security.txt')
    const days = (Date.parse(Expires) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })

  it('is not there without a contact, and makes no session', async () => {
    const other = await startForum({ CONTACT_EMAIL: '' })
    const { statusCode, headers } = await other.app.inject({ url: '/.well-known/security.txt' })
    expect([statusCode, headers['set-cookie']]).toEqual([404, undefined])
    await other.close()
  })
})

describe('/.well-known/change-password', () => {
  it('leads to the settings', async () => {
    const { statusCode, headers } = await fetched('/.well-known/change-password')
    expect([statusCode, headers.location, headers['set-cookie']]).toEqual([
      302,
      '/settings#password',
      undefined,
    ])
  })

  it('can be trusted: what does not exist is 404', async () => {
    const probe = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
    expect((await fetched(probe)).statusCode).toBe(404)
  })
})
