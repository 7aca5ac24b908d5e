import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, startForum } from '../../../tests/support/forum.ts'
import { deleteSpentChallenges } from '../../core/accounts/captcha.ts'

const password = 'a fine password'
const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

describe('sign-up with proof of work', () => {
  let forum: Forum
  let guest: Client
  beforeAll(async () => {
    forum = await startForum({ CAPTCHA: 'pow' })
    guest = await forum.guest()
  })
  afterAll(() => forum.close())

  const getChallenge = async (): Promise<Challenge> =>
    JSON.parse((await guest.get('/api/_captcha')).json().challenge)
  const solve = async (challenge: Challenge) => ({
    challenge,
    solution: await solveChallenge({ challenge, deriveKey }),
  })
  const signUp = async (username: string, captchaToken?: unknown) =>
    (await forum.guest()).post('/api/_signup', { username, password, captchaToken })

  // [ACC-5-012] [ACC-5-013]
  it('takes a solved challenge, once', async () => {
    const token = encode(await solve(await getChallenge()))
    expect((await signUp('worker_1', token)).statusCode).toBe(201)
    expect((await signUp('worker_2', token)).json()).toEqual(errors.captchaRefused)
    expect((await guest.get('/api/users/worker_2')).statusCode).toBe(404)
  })

  it('accepts one of two concurrent sign-ups with the same solution', async () => {
    const token = encode(await solve(await getChallenge()))
    const responses = await Promise.all([signUp('twin_1', token), signUp('twin_2', token)])
    expect(responses.map((response) => response.statusCode).sort()).toEqual([201, 403])
  })

  it('allows another try with the same solution after a refused name', async () => {
    const token = encode(await solve(await getChallenge()))
    expect((await signUp('worker_1', token)).json().code).toBe('user_exists')
    expect((await signUp('x', token)).json()).toEqual(errors.usernameTooShort)
    expect((await signUp('worker_3', token)).statusCode).toBe(201)
  })

  it('states the maximum amount of work', async () => {
    const challenge = await getChallenge()
    const { solution } = await solve(challenge)
    const { mostTries } = challenge.parameters.data as { mostTries: number }
    expect(solution?.counter).toBeGreaterThanOrEqual(mostTries / 3)
    expect(solution?.counter).toBeLessThanOrEqual(mostTries)
  })

  it('is announced to the page', async () => {
    expect((await guest.get('/api/_initial')).json().captcha).toBe('pow')
  })

  it('refuses anything but a solution of one of our challenges', async () => {
    const { challenge, solution } = await solve(await getChallenge())
    const { parameters } = challenge
    const long = 'A'.repeat(5000)
    const cheats: unknown[] = [
      undefined,
      null,
      '',
      'x',
      long,
      '!!!!',
      encode(null),
      encode(7),
      encode([]),
      encode({ challenge: null }),
      encode({ challenge }),
      encode({ challenge, solution: null }),
      encode({ challenge, solution: { counter: 1, derivedKey: '00' } }),
      encode({ challenge, solution: { ...solution, derivedKey: 'ff'.repeat(32) } }),
      encode({ challenge: { parameters }, solution }),
      encode({ challenge: { parameters, signature: 'ff'.repeat(32) }, solution }),
      encode({ challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution }),
      encode({ challenge: { ...challenge, parameters: { ...parameters, expiresAt: 4e9 } }, solution }),
      encode({ challenge: { ...challenge, parameters: { ...parameters, expiresAt: undefined } }, solution }),
      encode({ challenge: { ...challenge, parameters: null }, solution }),
    ]
    for (const cheat of cheats)
      expect((await signUp('cheater_1', cheat)).json(), JSON.stringify(cheat)).toEqual(errors.captchaRefused)
    expect((await guest.get('/api/users/cheater_1')).statusCode).toBe(404)
  })

  it('forgets used challenges only once they have expired', async () => {
    await forum.db
      .insertInto('spent_challenges')
      .values({ signature: 'long ago', expires_at: sql<Date>`now() - interval '1 hour'` })
      .execute()
    const before = await forum.db.selectFrom('spent_challenges').select('signature').execute()
    expect(await deleteSpentChallenges(forum.db)).toBe(1)
    const after = await forum.db.selectFrom('spent_challenges').select('signature').execute()
    expect(after).toHaveLength(before.length - 1)
    expect(after).not.toContainEqual({ signature: 'long ago' })
  })
})

describe('sign-up with hCaptcha', () => {
  let forum: Forum
  let verifier: Server
  let verdict = '{"success":true}'
  const asked: URLSearchParams[] = []
  beforeAll(async () => {
    verifier = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      asked.push(new URLSearchParams(Buffer.concat(chunks).toString()))
      response.end(verdict)
    })
    await new Promise<void>((listening) => verifier.listen(0, '127.0.0.1', listening))
    const { port } = verifier.address() as AddressInfo
    forum = await startForum({
      CAPTCHA: 'hcaptcha',
      HCAPTCHA_SITE_KEY: 'site key',
      HCAPTCHA_SECRET: 'secret key',
      HCAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
    })
  })
  afterAll(async () => {
    await forum.close()
    verifier.close()
  })

  const signUp = async (username: string, captchaToken: string) =>
    (await forum.guest()).post('/api/_signup', { username, password, captchaToken })

  it('asks the verifier and accepts its confirmation', async () => {
    verdict = '{"success":true}'
    expect((await signUp('clicker_1', 'a token')).statusCode).toBe(201)
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
      secret: 'secret key',
      sitekey: 'site key',
      response: 'a token',
      remoteip: '127.0.0.1',
    })
    expect((await (await forum.guest()).get('/api/_initial')).json()).toMatchObject({
      captcha: 'hcaptcha',
      hcaptchaSiteKey: 'site key',
    })
  })

  it.each([
    ['is not convinced', '{"success":false}', errors.captchaRefused],
    ['answers something else', 'null', errors.captchaRefused],
    ['answers nonsense', '<html>', errors.captchaUnreachable],
  ])('refuses when the verifier %s', async (_case, answer, refusal) => {
    verdict = answer
    expect((await signUp('clicker_2', 'a token')).json()).toEqual(refusal)
  })

  it('refuses a missing token without asking', async () => {
    const before = asked.length
    expect((await signUp('clicker_3', '')).json()).toEqual(errors.captchaRefused)
    expect(asked).toHaveLength(before)
  })

  it('refuses when the verifier cannot be reached', async () => {
    await new Promise((closed) => {
      verifier.close(closed)
      verifier.closeAllConnections()
    })
    expect((await signUp('clicker_4', 'a token')).json()).toEqual(errors.captchaUnreachable)
  })
})
