import { afterEach, describe, expect, it } from 'vitest'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Client, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { readHtml } from '../../../tests/support/html.ts'
import { ownPage, pageOf, type Sent, startPlainForms } from '../../../tests/support/plainForms.ts'
import { renderer } from '../../../web/entry-server.tsx'
import { createApp } from '../../app.ts'

const { admin, forum, member, open, send, sendAs, userOf } = await startPlainForms()

describe('the login', () => {
  const logIn = (fields: Record<string, string>, sent?: Sent, who: Client | null = null) =>
    send(who, 'login', { username: 'rowan', password: passwordOf('rowan'), ...fields }, sent)

  it('is a form of the page', async () => {
    const page = readHtml((await open(null, '/login')).body)
    const [form] = page.all('form', { method: 'post' })
    expect(form?.attribs.action).toBe('/-/login')
    expect(page.all('input', {}, form).map(({ attribs }) => attribs.name)).toEqual(['username', 'password'])
  })

  it.each([
    ['without a session', () => null],
    ['with one of a guest', () => forum.guest()],
  ])('logs in %s', async (_who, who) => {
    const answer = await logIn({}, {}, await who())
    expect([answer.statusCode, answer.headers.location, await userOf(answer)]).toEqual([303, '/', 'rowan'])
  })

  it.each([
    ['http://forum.example/login?next=%2Fmoss%3Fsort%3Dlatest', '/moss?sort=latest'],
    ['http://forum.example/moss?tab=about', '/moss?tab=about'],
    ['http://forum.example/login?next=%2F%2Felsewhere.example', '/'],
    ['https://elsewhere.example/moss', '/'],
    ['nonsense', '/'],
  ])('from %s leads to %s', async (referer, path) => {
    expect((await logIn({}, { headers: { referer } })).headers.location).toBe(path)
  })

  it('with a wrong password says so and keeps the name, but not the password', async () => {
    const referer = 'http://forum.example/moss'
    const answer = await logIn({ password: 'wrong one' }, { headers: { referer } })
    expect([answer.statusCode, await userOf(answer)]).toEqual([401, null])
    const { message, fields } = pageOf(answer)
    expect(message).toBe('Username and password do not match.')
    expect(fields).toEqual({ username: 'rowan', password: '', next: '/moss' })
  })

  it('has the rate limits of the call', async () => {
    const limited = await startForum({ RATE_LIMITS: 'on' })
    const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
    const strict = await createApp({ ...limited, pages: { renderer, assetsFor, filesFolder: null } })
    const statuses = new Set<number>()
    const attempt = () =>
      strict.inject({
        method: 'POST',
        url: '/-/login',
        headers: { ...ownPage, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'username=nobody&password=guessed',
      })
    for (let count = 0; count < 60 && !statuses.has(429); count += 1)
      statuses.add((await attempt()).statusCode)
    expect([...statuses]).toEqual([401, 429])
    const last = await attempt()
    expect(pageOf(last).fields.username).toBe('nobody')
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    await strict.close()
    await limited.close()
  })

  it('ends with a press', async () => {
    const leaving = await forum.member('leaving')
    expect(pageOf(await open(leaving, '/-/account')).buttons).toContain('Logout')
    const refused = await send(leaving, 'act', { logout: '1' })
    expect(refused.statusCode).toBe(401)
    expect((await leaving.get('/api/_user')).statusCode).toBe(200)
    const answer = await sendAs(leaving, 'act', { logout: '1', back: '/moss' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    expect((await leaving.get('/api/_user')).statusCode).toBe(401)
  })
})

describe('signing up', () => {
  afterEach(() => changeSettings(admin, { joining: 'open' }))

  it('creates an account and logs in to it', async () => {
    expect(pageOf(await open(null, '/-/signup')).buttons).toEqual(['Create account'])
    const answer = await send(null, 'signup', { username: 'fresh', email: '', password: 'a long enough one' })
    expect([answer.statusCode, await userOf(answer)]).toEqual([303, 'fresh'])
  })

  it('says what is wrong, and keeps name and address', async () => {
    const answer = await send(null, 'signup', {
      username: 'rowan',
      email: 'a@mail.example',
      password: 'long enough!',
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    const { message, fields } = pageOf(answer)
    expect(message).not.toBe('')
    expect(fields).toMatchObject({ username: 'rowan', email: 'a@mail.example', password: '' })
  })

  it.each([
    ['closed', 'Sign-ups'],
    ['approval', 'To apply, turn on JavaScript'],
    ['invitation', 'an invitation'],
  ])('where joining is %s, the page says why it has no form', async (joining, reason) => {
    await changeSettings(admin, { joining })
    const page = await open(null, '/-/signup')
    expect(page.body).toContain(reason)
    expect(pageOf(page).buttons).toEqual([])
  })
})

describe('what the site asks people to agree to', () => {
  afterEach(() => changeSettings(admin, { acceptTerms: null, minimumAge: null }))

  const ask = async () => {
    await changeSettings(admin, { acceptTerms: true, minimumAge: 16 })
    await expect.poll(async () => (await open(null, '/-/signup')).body).toContain('declaredAge')
    const { fields, linksTo } = pageOf(await open(null, '/-/signup'))
    expect(linksTo('Terms')).toEqual(['/terms'])
    return { declaredAge: fields.declaredAge ?? '', acceptedTerms: fields.acceptedTerms ?? '' }
  }

  it('has boxes in the sign-up, without which it is refused', async () => {
    const boxes = await ask()
    const account = { username: 'fresh_too', email: '', password: 'a long enough one' }
    const { declaredAge } = boxes
    for (const [sent, message] of [
      [{}, 'at least 16 years old'],
      [{ declaredAge: '12' }, 'at least 16 years old'],
      [{ declaredAge: 'x'.repeat(500) }, 'at least 16 years old'],
      [{ declaredAge }, 'accept the terms'],
    ] as const)
      expect(pageOf(await send(null, 'signup', { ...account, ...sent })).message).toContain(message)
    const answer = await send(null, 'signup', { ...account, ...boxes })
    expect([answer.statusCode, await userOf(answer)]).toEqual([303, 'fresh_too'])
  })

  it('is asked of members by a form that every page links to', async () => {
    const boxes = await ask()
    expect((await open(member, '/moss')).body).toMatch(/<noscript>.*href="\/-\/agree"/)
    const post = { title: 'A new post', community: 'moss', url: '', body: 'Hello.' }
    const refused = pageOf(await sendAs(member, 'post', post))
    expect(refused.message).toContain('/-/agree')
    expect(pageOf(await open(member, '/-/agree')).buttons).toEqual(['Continue', 'Log out'])
    expect(pageOf(await sendAs(member, 'agree', {})).message).toContain('at least 16')
    const answer = await sendAs(member, 'agree', boxes)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    expect((await open(member, '/moss')).body).not.toContain('/-/agree')
    expect(pageOf(await open(member, '/-/agree')).heading).toBe('All set')
    expect((await sendAs(member, 'post', post)).statusCode).toBe(303)
  })
})
