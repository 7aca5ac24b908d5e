import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Initial } from '../../../contract/entities/initial.ts'
import { errors } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { wholeSeconds } from '../../../tests/support/wholeSeconds.ts'

const password = 'a fine password'
const passedAt = '2020-01-01T00:00Z'

let forum: Forum
let admin: Member
let oldMember: Member
beforeAll(async () => {
  forum = await startForum({ SITE_NAME: 'Moss' })
  admin = await forum.member('the_admin', { isAdmin: true })
  oldMember = await forum.member('old_member')
  await forum.community('birding', admin)
})
afterAll(() => forum.close())
afterEach(() =>
  changeSettings(admin, {
    acceptTerms: null,
    termsAskedAgainAt: null,
    minimumAge: null,
    joining: null,
    privateForum: null,
  }),
)

const asked = async (who: Client) => {
  const { termsToAccept, ageToDeclare } = (await who.get('/api/_initial')).json<Initial>()
  return { termsToAccept, ageToDeclare }
}
const nothing = { termsToAccept: '', ageToDeclare: 0 }
const ask = async (settings: object = {}) => {
  await changeSettings(admin, { acceptTerms: true, minimumAge: 16, ...settings })
  await expect.poll(async () => (await asked(await forum.guest())).termsToAccept).not.toBe('')
  return (await asked(await forum.guest())).termsToAccept
}
let made = 0
const signUp = async (fields: object, who?: Client) => {
  made += 1
  const username = `newcomer_${made}`
  const client = who ?? (await forum.guest())
  return { username, client, answer: await client.post('/api/_signup', { username, password, ...fields }) }
}
const recorded = async (username: string) =>
  forum.db
    .selectFrom('users')
    .leftJoin('terms_acceptances', 'terms_acceptances.user_id', 'users.id')
    .leftJoin('age_declarations', 'age_declarations.user_id', 'users.id')
    .where('username', '=', username)
    .select(['version', 'accepted_at', 'at_least', 'declared_at'])
    .orderBy('accepted_at')
    .execute()
const write = (who: Client) => who.post('/api/posts', { title: 'A new post', community: 'birding' })

describe('a site that asks nothing', () => {
  it('lets people join as before, whatever they send', async () => {
    expect(await asked(await forum.guest())).toEqual(nothing)
    for (const fields of [{}, { acceptedTerms: 'something', declaredAge: 3 }, { acceptedTerms: null }]) {
      const { answer, username } = await signUp(fields)
      expect(answer.statusCode).toBe(201)
      expect(await recorded(username)).toEqual([
        { version: null, accepted_at: null, at_least: null, declared_at: null },
      ])
    }
  })
})

describe('a sign-up, where the site asks for the terms and an age', () => {
  it('records the version of the terms, the age that was asked for, and when', async () => {
    const termsToAccept = await ask()
    const { answer, username, client } = await signUp({ acceptedTerms: termsToAccept, declaredAge: 44 })
    expect(answer.statusCode).toBe(201)
    const [row] = await recorded(username)
    expect(row).toEqual({
      version: termsToAccept,
      accepted_at: expect.any(Date),
      // Not 44: what is not asked is not kept.
      at_least: 16,
      declared_at: expect.any(Date),
    })
    expect(await asked(client)).toEqual(nothing)
    expect((await write(client)).statusCode).toBe(200)
  })

  it.each([
    ['no word about the age', {}, 'age'],
    ['an age below it', { declaredAge: 15 }, 'age'],
    ['the age only', { declaredAge: 16 }, 'terms'],
    ['terms that are no longer shown', { declaredAge: 16, acceptedTerms: 'older' }, 'terms'],
  ])('is refused with %s', async (_what, fields, which) => {
    await ask()
    const { answer, username } = await signUp(fields)
    expect(answer.json()).toMatchObject({
      code: which === 'age' ? errors.ageNotDeclared.code : errors.termsNotAccepted.code,
    })
    if (which === 'age') expect(answer.json().message).toContain('at least 16 years old')
    expect(await recorded(username)).toEqual([])
  })

  it('asks with an invitation, too', async () => {
    const termsToAccept = await ask({ joining: 'invitation' })
    const { code } = (await admin.post('/api/invitations', { uses: 2, days: 1 })).json()
    expect((await signUp({ invitation: code })).answer.json()).toMatchObject({
      code: errors.ageNotDeclared.code,
    })
    const { answer, username } = await signUp({
      invitation: code,
      acceptedTerms: termsToAccept,
      declaredAge: 16,
    })
    expect(answer.statusCode).toBe(201)
    expect(await recorded(username)).toMatchObject([{ version: termsToAccept, at_least: 16 }])
  })

  it('asks applicants, and gives the account what they said, with the time of the application', async () => {
    const termsToAccept = await ask({ joining: 'approval' })
    const who = await forum.guest()
    const apply = (fields: object) =>
      who.post('/api/_application', { username: 'applicant_1', password, ...fields })
    expect((await apply({})).json()).toMatchObject({ code: errors.ageNotDeclared.code })
    expect((await apply({ declaredAge: 16 })).json()).toEqual(errors.termsNotAccepted)
    const application = await apply({ declaredAge: 16, acceptedTerms: termsToAccept })
    expect(application.statusCode).toBe(201)
    const { items } = (await admin.get('/api/applications')).json()
    expect((await admin.put(`/api/applications/${items[0].id}`, { action: 'approve' })).statusCode).toBe(200)
    const facts = await recorded('applicant_1')
    expect(facts).toMatchObject([{ version: termsToAccept, at_least: 16 }])
    const times = [facts[0]?.accepted_at, facts[0]?.declared_at].map((time) =>
      new Date(time ?? 0).toISOString(),
    )
    expect(times.map(wholeSeconds)).toEqual(Array(2).fill(application.json().createdAt))
  })

  it('shows the terms to guests of a private forum', async () => {
    const termsToAccept = await ask({ privateForum: true })
    const guest = await forum.guest()
    expect((await guest.get('/api/_pages/terms')).statusCode).toBe(200)
    const { answer } = await signUp({ acceptedTerms: termsToAccept, declaredAge: 16 }, guest)
    expect(answer.statusCode).toBe(201)
  })
})

describe('a member who has not answered', () => {
  it('reads and reports, but does not write or vote before they agree', async () => {
    const post = await forum.post(admin, 'birding')
    const termsToAccept = await ask()
    expect(await asked(oldMember)).toEqual({ termsToAccept, ageToDeclare: 16 })
    expect((await oldMember.get(`/api/posts/${post.publicId}`)).statusCode).toBe(200)
    const report = { type: 'post', targetId: post.id, reason: 1 }
    expect((await oldMember.post('/api/_report', report)).statusCode).toBe(200)
    const refused = [
      await write(oldMember),
      await oldMember.post(`/api/posts/${post.publicId}/comments`, { body: 'Hello.' }),
      await oldMember.post('/api/_postVote', { postId: post.id, up: true }),
      await oldMember.post('/api/community_requests', { name: 'wanted', note: '' }),
    ]
    expect(refused.map((answer) => answer.json())).toEqual(refused.map(() => errors.agreementNeeded))
    expect((await oldMember.post('/api/_agreement', { declaredAge: 16 })).json()).toEqual(
      errors.termsNotAccepted,
    )
    const agree = { declaredAge: 16, acceptedTerms: termsToAccept }
    for (const _repeated of [1, 2])
      expect((await oldMember.post('/api/_agreement', agree)).statusCode).toBe(200)
    expect(await asked(oldMember)).toEqual(nothing)
    expect(await recorded('old_member')).toHaveLength(1)
    expect((await write(oldMember)).statusCode).toBe(200)
  })

  it('is asked again when the minimum age rises, and not when it falls', async () => {
    await ask({ minimumAge: 14 })
    expect(await asked(oldMember)).toEqual(nothing)
    await changeSettings(admin, { minimumAge: 18 })
    await expect.poll(() => asked(oldMember)).toEqual({ termsToAccept: '', ageToDeclare: 18 })
    expect((await oldMember.post('/api/_agreement', { declaredAge: 18 })).statusCode).toBe(200)
    expect(await asked(oldMember)).toEqual(nothing)
    expect(await recorded('old_member')).toMatchObject([{ at_least: 18 }])
  })

  it('may write as an admin, who helps others', async () => {
    await ask()
    expect((await asked(admin)).ageToDeclare).toBe(16)
    expect((await write(admin)).statusCode).toBe(200)
  })
})

describe('changed terms', () => {
  it('are accepted by new members, and by everyone once an admin asks again', async () => {
    const before = await ask({ minimumAge: 0 })
    const early = await signUp({ acceptedTerms: before })
    expect(early.answer.statusCode).toBe(201)
    const saved = await admin.put('/api/_admin/pages/terms', { text: '# Terms\n\nBe kind.', basedOn: null })
    expect(saved.statusCode).toBe(200)
    const after = (await asked(await forum.guest())).termsToAccept
    expect(after).not.toBe(before)
    expect(await asked(early.client)).toEqual(nothing)

    // In the future, nobody is asked yet.
    await changeSettings(admin, { termsAskedAgainAt: '2099-01-01T00:00Z' })
    await expect.poll(() => forum.settings.termsAskedAgainAt).not.toBe('')
    expect(await asked(early.client)).toEqual(nothing)

    await forum.db
      .updateTable('terms_acceptances')
      .set({ accepted_at: new Date(0) })
      .execute()
    await changeSettings(admin, { termsAskedAgainAt: passedAt })
    await expect.poll(() => asked(early.client)).toEqual({ termsToAccept: after, ageToDeclare: 0 })
    expect((await write(early.client)).json()).toEqual(errors.agreementNeeded)
    expect((await early.client.post('/api/_agreement', { acceptedTerms: before })).json()).toEqual(
      errors.termsNotAccepted,
    )
    expect((await early.client.post('/api/_agreement', { acceptedTerms: after })).statusCode).toBe(200)
    expect(await recorded(early.username)).toMatchObject([{ version: before }, { version: after }])
    expect((await write(early.client)).statusCode).toBe(200)

    // Each text stays readable for admins.
    const { current, versions } = (await admin.get('/api/_admin/terms_versions')).json()
    expect(current).toBe(after)
    expect(versions[0]).toMatchObject({ version: after, text: '# Terms\n\nBe kind.', acceptedBy: 1 })
    expect(versions[1]).toMatchObject({ version: before, text: expect.stringContaining('Moss') })
    expect(versions[1].acceptedBy).toBe(1)
    for (const { length, page } of [
      { length: 15, page: 200 },
      { length: 18, page: 200 },
      { length: 40, page: 400 },
    ])
      expect((await admin.get(`/api/_admin/terms_versions?next=${'9'.repeat(length)}`)).statusCode).toBe(page)
  })
})

describe('what members agreed to', () => {
  it('is in the list of admins, and goes with the account', async () => {
    const termsToAccept = await ask()
    const { username, client } = await signUp({ acceptedTerms: termsToAccept, declaredAge: 16 })
    const { members } = (await admin.get(`/api/_admin/members?q=${username}`)).json()
    expect(members).toMatchObject([{ ageDeclared: { atLeast: 16, declaredAt: expect.stringMatching(/Z$/) } }])
    const left = await client.delete(`/api/users/${username}`, { password })
    expect(left.statusCode, left.body).toBe(200)
    for (const table of ['terms_acceptances', 'age_declarations'] as const)
      expect(
        await forum.db
          .selectFrom(table)
          .innerJoin('users', 'users.id', 'user_id')
          .where('username', '=', username)
          .select('user_id')
          .execute(),
      ).toEqual([])
  })
})
