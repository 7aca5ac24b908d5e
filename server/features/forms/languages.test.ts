import { catalogs } from 'virtual:catalogs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormName } from '../../../contract/plainForms.ts'
import { parseMessage } from '../../../contract/texts/parse.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { readHtml, textOf } from '../../../tests/support/html.ts'
import { startPlainForms } from '../../../tests/support/plainForms.ts'

const { admin, forum, member, newPost, open, send, sendAs } = await startPlainForms()

const { ar } = catalogs
/** Marks all texts that are translated. */
const marking = new Proxy({}, { get: (_, message) => parseMessage(`⟦${String(message)}⟧`) })
beforeAll(async () => {
  Reflect.set(catalogs, 'ar', marking)
  await sql`update users set language = 'ar' where id = ${member.id}`.execute(forum.db)
})
afterAll(() => void Reflect.set(catalogs, 'ar', ar))

const post = await newPost()
const ownPost = await forum.post(member, 'moss', { title: '⟦Own⟧', body: 'Mine.' })
const commented = await member.post(`/api/posts/${post.publicId}/comments`, { body: 'Also mine.' })
const { id: comment } = commented.json<{ id: string }>()

/** What the page of each form is about. */
const subjects: Record<FormName, string> = {
  language: '',
  login: '',
  signup: '',
  agree: '',
  account: '',
  notice: '',
  complaint: '?number=1',
  post: '',
  comment: `?post=${post.publicId}`,
  more: `?of=${ownPost.publicId}`,
  'edit-post': `?post=${ownPost.publicId}`,
  'delete-post': `?post=${ownPost.publicId}`,
  'edit-comment': `?comment=${comment}`,
  'delete-comment': `?comment=${comment}`,
}

/** Headings, labels, buttons and links that are not translated. */
function untranslated(body: string): string[] {
  const page = readHtml(body)
  const main = page.all('main')[0]
  const texts = ['h1', 'label', 'button', 'a'].flatMap((name) => page.all(name, {}, main).map(textOf))
  expect(texts.length).toBeGreaterThan(1)
  return texts.filter((text) => !text.includes('⟦'))
}

it.each(Object.entries(subjects))('the form %s is in the language of a member', async (name, subject) => {
  const { body, statusCode } = await open(member, `/-/${name}${subject}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('<html lang="ar" dir="rtl"')
  // Names of languages and members are not translated.
  const names = name === 'language' ? ['English', 'Deutsch', 'العربية'] : name === 'account' ? ['@rowan'] : []
  expect(untranslated(body)).toEqual(names.map((text) => expect.stringContaining(text)))
})

it.each(['login', 'signup', 'notice'])('the form %s is in that of a guest’s browser', async (name) => {
  const { body } = await open(null, `/-/${name}`, { 'accept-language': 'ar' })
  expect(untranslated(body)).toEqual([])
  expect((await open(null, `/-/${name}`)).body).not.toContain('⟦')
})

it('a refused form is, too, and others at the same time are in theirs', async () => {
  const [refused, english] = await Promise.all([
    send(member, 'comment', { token: 'wrong', post: post.publicId, body: 'Hi.' }),
    open(admin, `/-/comment?post=${post.publicId}`),
  ])
  expect(refused.statusCode).toBe(401)
  expect(untranslated(refused.body)).toEqual([])
  expect(english.body).not.toContain('⟦')
})

it('a browser without the language of its member gets it with the next page', async () => {
  const opened = await open(member, '/')
  expect(opened.cookies).toContainEqual(expect.objectContaining({ name: 'language', value: 'ar' }))
  const { cookie } = member.headers()
  expect((await open(null, '/', { cookie: `${cookie}; language=ar` })).cookies).not.toContainEqual(
    expect.objectContaining({ name: 'language' }),
  )
})

it('on a read-only site, a member can still choose a language for this browser', async () => {
  await changeSettings(admin, { readOnly: true })
  const chosen = await sendAs(member, 'act', { language: 'de', back: '/all' })
  await changeSettings(admin, { readOnly: false })
  expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/all'])
  expect(chosen.cookies).toContainEqual(
    expect.objectContaining({ name: 'language', value: 'de', maxAge: 365 * 86_400 }),
  )
})

it('refusals are, too, and those in English say so', async () => {
  const taken = await send(null, 'signup', { username: 'r', password: 'a long password' })
  expect(untranslated(taken.body)).not.toEqual([])
  const refused = await send(
    null,
    'signup',
    { username: 'r', password: 'a long password' },
    { headers: { 'accept-language': 'ar' } },
  )
  expect(refused.body).toContain('⟦This username is too short.⟧')
})

it('so are plain pages', async () => {
  const answer = await open(null, `/${'long'.repeat(300)}`, { 'accept-language': 'ar' })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('<html lang="ar" dir="rtl">')
  expect(answer.body).toContain('⟦This page doesn')
})

it('so is the manifest', async () => {
  const answer = await open(null, '/manifest.json', { 'accept-language': 'ar' })
  expect(answer.json()).toMatchObject({ lang: 'ar', dir: 'rtl' })
  expect(answer.json().shortcuts[0].name).toMatch(/^⟦/)
})

it('so are notifications on own pages, and in English for other programs', async () => {
  await admin.post(`/api/posts/${ownPost.publicId}/comments`, { body: 'A reply.' })
  const titles = async (render: string) =>
    (await member.get(`/api/notifications?render=${render}`))
      .json()
      .items.map((one: { title: string }) => one.title)
  expect(await titles('page')).toEqual([expect.stringMatching(/^⟦.*keeper.* commented on your post/)])
  expect(await titles('true')).toEqual(['keeper commented on your post ⟦Own⟧'])
})
