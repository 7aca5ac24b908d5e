import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { storedId } from '../../../contract/ids.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
let member: Member
let trusted: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  member = await forum.member('member_m')
  trusted = await forum.member('trusted_t')
  await sql`update users set trust_level = 2 where id = ${storedId('user', trusted.id)}`.execute(forum.db)
  await forum.community('birding', admin)
})
afterAll(() => forum.close())

const needed = ['trustForLinks', 'trustForImages', 'trustForMentions'] as const
const raise = (setting: string, level = '2') =>
  changeSettings(admin, {
    ...Object.fromEntries(needed.map((name) => [name, '0'])),
    [setting]: level,
  })
const post = (who: Member, fields: object) =>
  who.post('/api/posts', {
    type: 'text',
    title: 'A new post',
    community: 'birding',
    userGroup: 'normal',
    ...fields,
  })
const withImage = async (who: Member) => {
  const { id } = await forum.upload(who)
  return { type: 'image', images: [{ imageId: id }], imageId: id }
}

type Fields = object | ((who: Member) => Promise<object>)
const cases: [(typeof needed)[number], string, Fields][] = [
  ['trustForLinks', 'a link post', { type: 'link', url: 'https://elsewhere.example/one' }],
  ['trustForLinks', 'a link in a text', { body: 'See https://elsewhere.example' }],
  ['trustForImages', 'an image post', withImage],
  [
    'trustForImages',
    'an image below a text',
    async (who: Member) => ({ body: 'See below', attachments: [{ imageId: (await forum.upload(who)).id }] }),
  ],
  ['trustForMentions', 'a mention', { body: 'Thanks @the_admin' }],
]
const fieldsFor = async (fields: Fields, who: Member) =>
  typeof fields === 'function' ? (fields as (who: Member) => Promise<object>)(who) : fields

describe.each(cases)('where %s is 2, %s', (setting, _case, fields) => {
  it('is refused below level 2, and stored from level 2 on', async () => {
    await raise(setting)
    const refused = await post(member, await fieldsFor(fields, member))
    expect(refused.json()).toMatchObject({
      code: errors.trustTooLow.code,
      message: expect.stringMatching(/level 2/),
    })
    expect((await post(trusted, await fieldsFor(fields, trusted))).statusCode).toBe(200)
    expect((await post(admin, await fieldsFor(fields, admin))).statusCode).toBe(200)
  })

  it('is stored for everyone by default', async () => {
    await raise(setting, '0')
    expect((await post(member, await fieldsFor(fields, member))).statusCode).toBe(200)
  })
})

it('refuses in comments and edits only what they add', async () => {
  await raise('trustForLinks', '0')
  const { publicId } = (await post(member, { body: 'https://elsewhere.example/one' })).json<{
    publicId: string
  }>()
  const comment = (await member.post(`/api/posts/${publicId}/comments`, { body: 'No link' })).json<{
    id: string
  }>()
  await raise('trustForLinks')
  const edit = (body: string) => member.put(`/api/posts/${publicId}`, { body })
  const editComment = (body: string) => member.put(`/api/posts/${publicId}/comments/${comment.id}`, { body })
  expect((await edit('Once more: https://elsewhere.example/one')).statusCode).toBe(200)
  expect((await edit('https://elsewhere.example/two')).json()).toMatchObject({
    code: errors.trustTooLow.code,
  })
  expect((await editComment('https://elsewhere.example/two')).statusCode).toBe(403)
  expect((await editComment('Links to [this site](/birding) are fine')).statusCode).toBe(200)
  expect(
    (await member.post(`/api/posts/${publicId}/comments`, { body: 'https://elsewhere.example' })).statusCode,
  ).toBe(403)
})
