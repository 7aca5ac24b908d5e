import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '../../../contract/entities/notification.ts'
import { notificationTypes } from '../../../contract/words.ts'
import type { Forum, Member } from '../../../tests/support/forum.ts'
import { startNotified } from '../../../tests/support/notified.ts'

let forum: Forum
let author: Member

const details = {
  act: 'ban',
  appealOutcome: 'overturned',
  conversationId: 7,
  subject: 'Hello',
  noticeNumber: 3,
  noticeStep: 'decided',
  outcome: 'kept',
  formerName: 'birds',
  newName: 'birding',
}

/** Each type twice: about a comment on a post in a community, and about the whole site. */
beforeAll(async () => {
  const scene = await startNotified()
  ;({ forum, author } = scene)
  const { id: commentId } = await forum.comment(scene.reader, scene.post)
  await sql`delete from notifications`.execute(forum.db)
  for (const type of notificationTypes) {
    await sql`
      insert into notifications (user_id, type, actor_id, post_id, comment_id, about_comment_id, community_id, badge_type, body, deleted_as, details)
      select ${author.id}, ${type}, ${author.id}, posts.id, ${commentId}, null, posts.community_id, 'supporter', 'Text', 'admins',
        ${JSON.stringify(details)}::jsonb
      from posts where posts.id = ${scene.post.id}`.execute(forum.db)
    await sql`
      insert into notifications (user_id, type, badge_type, body, deleted_as, details)
      values (${author.id}, ${type}, 'supporter', 'Text', 'admins', ${JSON.stringify(details)}::jsonb)`.execute(
      forum.db,
    )
  }
})
afterAll(() => forum.close())

async function all(query: string): Promise<Notification[]> {
  const found: Notification[] = []
  let next = ''
  do {
    const page = (await author.get(`/api/notifications?${query}&next=${next}`)).json()
    found.push(...page.items)
    next = page.next
  } while (next)
  expect(new Set(found.map(({ type }) => type))).toEqual(new Set(notificationTypes))
  return found
}

/** Pages of other interfaces, as the reference has them. */
const known = /^(?:#|\/|\/birding(?:\/modtools\/reports|\/post\/\w+(?:\/\d+)?)?|\/@\w+)(?:\?highlight.*)?$/

describe('notifications for other interfaces', () => {
  it('lead to pages that these have', async () => {
    for (const form of ['render=true', 'render=true&format=html'])
      for (const { type, toURL } of await all(form)) expect(toURL, type).toMatch(known)
  })

  it('lead to the community, if they are of one', async () => {
    const leads = (await all('render=true'))
      .filter(({ type }) => ['banned', 'modmail', 'appeal_filed', 'appeal_answered'].includes(type))
      .map(({ communityName, toURL }) => `${communityName} ${toURL}`)
    expect(new Set(leads)).toEqual(new Set(['birding /birding', ' #']))
  })

  it('have an object as facts, whatever their type and whether their subject exists', async () => {
    for (const { type, notif } of await all('')) {
      expect(notif, type).toBeTypeOf('object')
      expect(notif, type).not.toBeNull()
    }
  })
})

describe('notifications on our own pages', () => {
  it('lead to pages that only we have', async () => {
    const leads = new Set((await all('render=page&format=html')).map(({ toURL }) => toURL))
    for (const path of [
      '/appeals',
      '/birding/modtools/appeals',
      '/admin/appeals',
      '/admin/backups',
      '/admin/notices',
      '/notice/3',
    ])
      expect(leads).toContain(path)
    expect([...leads].filter((url) => url?.startsWith('/modmail'))).toEqual(['/modmail?conversation=7'])
  })
})
