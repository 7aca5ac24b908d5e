import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import type { Appeal } from '../../contract/entities/appeal.ts'
import { type Forum, type Member, type PostFacts, startForum } from './forum.ts'

export let forum: Forum
export let admin: Member
export let moderator: Member
export let colleague: Member
export let lone: Member
export let author: Member
export let birding: string
export let post: PostFacts
export let comment: string

export let authors = 0

/** Starts a forum for tests of appeals. */
export function startAppealing(): void {
  beforeAll(async () => {
    forum = await startForum()
    admin = await forum.member('the_admin', { isAdmin: true })
    moderator = await forum.moderator('moderator_m', 'birding')
    colleague = await forum.moderator('moderator_c', 'birding')
    lone = await forum.moderator('lone_l', 'mosses')
    // Created by other admins, who do not count here.
    await sql`delete from moderators where user_id in (select id from users where is_admin)`.execute(forum.db)
    await sql`update users set is_admin = false where is_admin and id <> ${admin.id}`.execute(forum.db)
    birding = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
  })
  beforeEach(async () => {
    authors += 1
    author = await forum.member(`wren_${authors}`)
    post = await forum.post(author, 'birding', { title: 'A rare warbler', body: 'Seen at the lake.' })
    comment = (await forum.comment(author, post, 'A grebe, too')).id
  })
  afterAll(() => forum.close())
}

type Subject = 'post' | 'comment'
export const subjects: Subject[] = ['post', 'comment']
const idOf = (type: Subject) => (type === 'post' ? post.id : comment)
export const urlOf = (type: Subject) =>
  type === 'post' ? `/api/posts/${post.publicId}` : `/api/posts/${post.publicId}/comments/${comment}`
export const remove = (who: Member, type: Subject, as = 'mods') =>
  who.delete(`${urlOf(type)}?deleteAs=${as}&reason=Off%20topic.`)
export const lock = (who: Member, type: Subject, as = 'mods') =>
  who.put(`${urlOf(type)}?action=lock&lockAs=${as}`)
export const banned = () => `/api/communities/${birding}/banned`
export const appeal = (what: object, who: Member = author) =>
  who.post('/api/appeals', { text: 'It was a warbler.', ...what })
export const against = (act: 'removal' | 'lock', type: Subject) => ({ act, type, targetId: idOf(type) })
export const appealed = async (what: object, who: Member = author) => {
  const answer = await appeal(what, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Appeal>()
}
export const answer = (who: Member, { id }: Appeal, outcome = 'overturned', text = 'You are right.') =>
  who.put(`/api/appeals/${id}`, { outcome, text })
export const listed = async (who: Member, query = '') =>
  (await who.get(`/api/appeals${query}`)).json<OutputOf<'listAppeals'>>()
export const isDeleted = async (type: Subject) => {
  const url = type === 'post' ? `/api/posts/${post.publicId}` : `/api/comments/${comment}`
  return (await admin.get(url)).json<{ deleted: boolean }>().deleted
}
export const isLocked = async (type: Subject) => {
  const url = type === 'post' ? `/api/posts/${post.publicId}` : `/api/comments/${comment}`
  return (await admin.get(url)).json<{ locked: boolean }>().locked
}
export const notifications = async (who: Member) =>
  (await who.get('/api/notifications?render=true')).json<{
    items: { title: string; body: string; type: string; toURL: string }[]
  }>().items
export const logged = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'acted_as'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
  ).map(({ action, acted_as }) => `${action} ${acted_as}`)
