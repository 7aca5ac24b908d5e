import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { hashPassword } from './password.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

/** Two are hashed concurrently, and this many wait. */
const hashesTaken = 2 + 32

describe('hashing passwords', () => {
  it('is refused with Retry-After when too many wait, except where an account was before, and continues afterwards', async () => {
    const member = await forum.member('rowan')
    const guest = await forum.guest()
    const newcomer = await forum.guest()
    const credentials = { username: 'rowan', password: passwordOf('rowan') }
    const logIn = () => guest.post('/api/_login', credentials)
    const calls = [
      () => guest.post('/api/_login', { ...credentials, username: 'nobody_at_all' }),
      () => newcomer.post('/api/_signup', { ...credentials, username: 'newcomer', password: 'seven oaks' }),
    ]

    let isHashing = true
    const hashing = async () => {
      while (isHashing)
        await hashPassword('a password').catch(async (refused) => {
          // The login takes the place of one of these, which tries again.
          expect(refused.error).toEqual(errors.tooBusy)
          await setImmediate()
        })
    }
    // As many as the queue holds, each repeated at once, so that the queue is full whenever one of the calls arrives.
    const others = Array.from({ length: hashesTaken }, hashing)
    for (const call of calls) {
      const response = await call()
      expect(response.json()).toEqual(errors.tooBusy)
      expect(response.headers['retry-after']).toBe('2')
    }
    // Where the account has been before.
    expect((await logIn()).statusCode).toBe(200)
    isHashing = false
    await Promise.all(others)

    expect((await logIn()).statusCode).toBe(200)
    expect((await member.get('/api/_user')).statusCode).toBe(200)
  })
})
