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
  it('is refused with Retry-After when too many wait, and continues afterwards', async () => {
    const member = await forum.member('rowan')
    const guest = await forum.guest()
    const newcomer = await forum.guest()
    const credentials = { username: 'rowan', password: passwordOf('rowan') }
    const calls = [
      () => guest.post('/api/_login', credentials),
      () => guest.post('/api/_login', { ...credentials, username: 'nobody_at_all' }),
      () => newcomer.post('/api/_signup', { ...credentials, username: 'newcomer', password: 'seven oaks' }),
      () =>
        member.post('/api/_settings?action=changePassword', {
          password: passwordOf('rowan'),
          newPassword: 'seven oaks',
          repeatPassword: 'seven oaks',
        }),
      () => member.delete('/api/users/rowan', { password: passwordOf('rowan') }),
    ]

    let isHashing = true
    const hashing = async () => {
      while (isHashing) await hashPassword('a password')
    }
    // As many as the queue holds, each repeated at once, so that the queue is full whenever one of the calls arrives.
    const others = Array.from({ length: hashesTaken }, hashing)
    for (const call of calls) {
      const response = await call()
      expect(response.json()).toEqual(errors.tooBusy)
      expect(response.headers['retry-after']).toBe('2')
    }
    isHashing = false
    await Promise.all(others)

    expect((await guest.post('/api/_login', credentials)).statusCode).toBe(200)
    expect((await member.get('/api/_user')).statusCode).toBe(200)
  })
})
