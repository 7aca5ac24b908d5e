import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MemberHistory, MemberNote } from '../../../contract/entities/memberHistory.ts'
import { limits } from '../../../contract/limits.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let moderator: Member
let elsewhere: Member
let author: Member
let birding: string
beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  birding = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
})
let authors = 0
beforeEach(async () => {
  authors += 1
  author = await forum.member(`wren_${authors}`)
})
afterAll(() => forum.close())

const ofAuthor = (path: string) => `/api/communities/${birding}/members/${author.username}/${path}`
const history = async (query = '') => (await moderator.get(ofAuthor(`history${query}`))).json<MemberHistory>()

it('has actions on the member and their posts and comments, in this community only', async () => {
  const post = await forum.post(author, 'birding', { title: 'A rare warbler' })
  const { id } = await forum.comment(author, post)
  await moderator.put(`/api/posts/${post.publicId}/comments/${id}?action=lock&lockAs=mods`)
  await moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods&reason=Off%20topic.`)
  await moderator.post(`/api/communities/${birding}/banned`, { username: author.username })
  const other = await forum.post(author, 'elsewhere')
  await elsewhere.delete(`/api/posts/${other.publicId}?deleteAs=mods`)
  const found = await history()
  expect(found).toMatchObject({
    username: author.username,
    isBanned: true,
    noRemovals: 1,
    noLocks: 1,
    noBans: 1,
    noApprovals: 0,
    next: null,
  })
  expect(found.entries.map(({ action }) => action)).toEqual([
    'ban_from_community',
    'remove_post',
    'lock_comment',
  ])
  expect(found.entries[1]).toMatchObject({
    moderator: 'moderator_m',
    post: { publicId: post.publicId, title: 'A rare warbler' },
    reason: 'Off topic.',
  })
})

it('counts reports that were closed without doing anything as approvals', async () => {
  const post = await forum.post(author, 'birding')
  const report = await elsewhere.post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })
  await moderator.delete(`/api/communities/${birding}/reports/${report.json<{ id: number }>().id}`)
  expect(await history()).toMatchObject({ noApprovals: 1, entries: [{ action: 'ignore_report' }] })
})

it('comes page by page', async () => {
  const post = await forum.post(author, 'birding')
  for (let n = 0; n < limits.memberHistoryPerPage + 1; n += 1)
    await moderator.put(`/api/posts/${post.publicId}?action=${n % 2 ? 'unlock' : 'lock'}&lockAs=mods`)
  const first = await history()
  expect(first.entries).toHaveLength(limits.memberHistoryPerPage)
  const rest = await history(`?next=${first.next}`)
  expect(rest.entries).toHaveLength(1)
  expect(rest.next).toBeNull()
})

it('has notes, which are deleted with the account of the member', async () => {
  const note = (await moderator.post(ofAuthor('notes'), { text: '\nWarned by mail. ' })).json<MemberNote>()
  expect(note).toMatchObject({ author: 'moderator_m', text: 'Warned by mail.' })
  expect((await history()).notes).toEqual([note])
  await author.delete(`/api/users/${author.username}`, { password: `password of ${author.username}` })
  const left = await forum.db
    .selectFrom('member_notes')
    .where('member_id', '=', author.id)
    .selectAll()
    .execute()
  expect(left).toEqual([])
})

it('limits the notes even if two moderators add the last one concurrently', async () => {
  await Promise.all(
    Array.from({ length: limits.memberNotesMax - 1 }, () =>
      moderator.post(ofAuthor('notes'), { text: 'Careful.' }),
    ),
  )
  const colleague = await forum.moderator(`colleague_${authors}`, 'birding')
  const answers = await Promise.all(
    [moderator, colleague].map((who) => who.post(ofAuthor('notes'), { text: 'The last one.' })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await history()).notes).toHaveLength(limits.memberNotesMax)
})

it('lets nobody see, delete or write notes about themselves', async () => {
  const other = await forum.moderator('moderator_o', 'birding')
  const ofOther = `/api/communities/${birding}/members/${other.username}`
  const { id } = (await moderator.post(`${ofOther}/notes`, { text: 'Is away often.' })).json<MemberNote>()
  const notesFor = async (who: Member) =>
    (await who.get(`${ofOther}/history`)).json<MemberHistory>().notes.map((note) => note.id)
  expect(await notesFor(other)).toEqual([])
  expect((await other.delete(`/api/communities/${birding}/member_notes/${id}`)).statusCode).toBe(404)
  expect((await other.post(`${ofOther}/notes`, { text: 'A fine person.' })).statusCode).toBe(403)
  expect(await notesFor(moderator)).toEqual([id])
})
