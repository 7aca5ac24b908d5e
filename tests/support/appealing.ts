import { sql } from 'kysely'
import { afterAll, beforeEach, expect } from 'vitest'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import type { Appeal } from '../../contract/entities/appeal.ts'
import { type Member, startForum } from './forum.ts'

type Subject = 'post' | 'comment'
export const subjects: Subject[] = ['post', 'comment']
export const notifications = async (who: Member) =>
  (await who.get('/api/notifications?render=page')).json<{
    items: { title: string; body: string; type: string; toURL: string }[]
  }>().items
export const answer = (who: Member, { id }: Appeal, outcome = 'overturned', text = 'You are right.') =>
  who.put(`/api/appeals/${id}`, { outcome, text })
export const listed = async (who: Member, query = '') =>
  (await who.get(`/api/appeals${query}`)).json<OutputOf<'listAppeals'>>()

/**
 * Starts a forum for tests of appeals.
 *
 * @returns `current` is what is new for each test: a member, and their post and comment.
 */
export async function startAppealing() {
  const forum = await startForum()
  const admin = await forum.member('the_admin', { isAdmin: true })
  const moderator = await forum.moderator('moderator_m', 'birding')
  const colleague = await forum.moderator('moderator_c', 'birding')
  const lone = await forum.moderator('lone_l', 'mosses')
  // Created by other admins, who do not count here.
  await sql`delete from moderators where user_id in (select id from users where is_admin)`.execute(forum.db)
  await sql`update users set is_admin = false where is_admin and id <> ${admin.id}`.execute(forum.db)
  const birding = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id

  let authors = 0
  const newContent = async () => {
    const number = ++authors
    const author = await forum.member(`wren_${number}`)
    const post = await forum.post(author, 'birding', { title: 'A rare warbler', body: 'Seen at the lake.' })
    const comment = (await forum.comment(author, post, 'A grebe, too')).id
    return { number, author, post, comment }
  }
  const current = await newContent()
  beforeEach(async () => {
    Object.assign(current, await newContent())
  })
  afterAll(() => forum.close())

  const idOf = (type: Subject) => (type === 'post' ? current.post.id : current.comment)
  const urlOf = (type: Subject) =>
    type === 'post'
      ? `/api/posts/${current.post.publicId}`
      : `/api/posts/${current.post.publicId}/comments/${current.comment}`
  const remove = (who: Member, type: Subject, as = 'mods') =>
    who.delete(`${urlOf(type)}?deleteAs=${as}&reason=Off%20topic.`)
  const lock = (who: Member, type: Subject, as = 'mods') => who.put(`${urlOf(type)}?action=lock&lockAs=${as}`)
  const banned = () => `/api/communities/${birding}/banned`
  const appeal = (what: object, who: Member = current.author) =>
    who.post('/api/appeals', { text: 'It was a warbler.', ...what })
  const against = (act: 'removal' | 'lock', type: Subject) => ({ act, type, targetId: idOf(type) })
  const appealed = async (what: object, who: Member = current.author) => {
    const answer = await appeal(what, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Appeal>()
  }
  const isDeleted = async (type: Subject) => {
    const url = type === 'post' ? `/api/posts/${current.post.publicId}` : `/api/comments/${current.comment}`
    return (await admin.get(url)).json<{ deleted: boolean }>().deleted
  }
  const isLocked = async (type: Subject) => {
    const url = type === 'post' ? `/api/posts/${current.post.publicId}` : `/api/comments/${current.comment}`
    return (await admin.get(url)).json<{ locked: boolean }>().locked
  }
  const logged = async () =>
    (
      await forum.db
        .selectFrom('moderation_log')
        .select(['action', 'acted_as'])
        .orderBy('id', 'desc')
        .limit(3)
        .execute()
    ).map(({ action, acted_as }) => `${action} ${acted_as}`)
  return {
    forum,
    admin,
    moderator,
    colleague,
    lone,
    birding,
    current,
    urlOf,
    remove,
    lock,
    banned,
    appeal,
    against,
    appealed,
    isDeleted,
    isLocked,
    logged,
  }
}
