import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { given } from '../../../tests/support/notices.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await startScene({ RATE_LIMITS: 'on' })
})
afterAll(() => scene.forum.close())

async function solved({ guest }: Pick<Scene, 'guest'> = scene): Promise<string> {
  const challenge: Challenge = JSON.parse((await guest.get('/api/_captcha')).json().challenge)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

describe('notices of guests from one address', () => {
  it('are few a day without proof of work, and a minute with it; a proof is spent', async () => {
    const post = await scene.post()
    const send = (more: object = {}) => scene.guest.post('/api/notices', given(post, more))
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await send()).statusCode)
    expect(statuses).toEqual([200, 200, 200])
    expect((await send()).statusCode).toBe(429)
    const captchaToken = await solved()
    expect((await send({ captchaToken })).statusCode).toBe(200)
    await scene.forum.db.deleteFrom('rate_limits').execute()
    expect((await send({ captchaToken })).json()).toEqual(errors.captchaRefused)
    expect((await send({ captchaToken: `${captchaToken.slice(0, -8)}AAAAAAAA` })).json()).toEqual(
      errors.captchaRefused,
    )
  })
})

describe('a notice with a proof of work', () => {
  it('needs no second connection to the database while it holds the last one', async () => {
    const small = await startScene({ DATABASE_CONNECTIONS: '2' })
    try {
      const post = await small.post()
      const body = given(post, { captchaToken: await solved(small) })
      const status = await small.forum.database.db
        .connection()
        .execute(async () => (await small.guest.post('/api/notices', body)).statusCode)
      expect(status).toBe(200)
    } finally {
      await small.forum.close()
    }
  })
})
