import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noAgreement } from '../server/core/accounts/agreement.ts'
import { insertAccount } from '../server/core/accounts/insertAccount.ts'
import { type Content, lockOne } from '../server/core/content/content.ts'
import { setLocks } from '../server/core/content/lock.ts'
import { type TakeDown, takeDown } from '../server/core/content/takeDown.ts'
import { attachImages } from '../server/core/images/attach.ts'
import { notifyMember } from '../server/core/notifications/notify.ts'
import type { Viewer } from '../server/core/sessions/viewer.ts'
import { changeMemberships } from '../server/features/communities/changeMemberships.sql.ts'
import { joinCommunity } from '../server/features/communities/join.ts'
import { insertItem } from '../server/features/lists/insertItem.sql.ts'
import { removeItem } from '../server/features/lists/remove.ts'
import { listItemsMax } from '../server/features/lists/save.ts'
import { welcomeMembers } from '../server/features/notifications/welcomeMembers.sql.ts'
import { notifyNextMembers } from '../server/features/posting/notifyNextMembers.sql.ts'
import { markPinned } from '../server/features/posting/pin.ts'
import type { Db } from '../server/platform/database/connection.ts'
import { queryRow, queryRows } from '../server/platform/database/statement.ts'
import { type ContendedRow, writeBesideOthers } from './support/besideOthers.ts'
import { type Forum, type Member, startForum } from './support/forum.ts'
import { manyMembers } from './support/viewer.ts'
import { stored } from './support/wireIds.ts'

let forum: Forum
let admin: Member
let author: string
let post: string
let comment: string
let community: string
let list: string
let image: string
let publicId: string
let viewer: Viewer
let made = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
  const [nobody] = await manyMembers(forum.db, 1)
  if (!nobody) throw new Error('nobody was made')
  viewer = nobody
})
beforeEach(async () => {
  const member = await forum.member(`wren_${++made}`)
  author = stored(member.id)
  const facts = await forum.post(member, 'birding')
  post = stored(facts.id)
  publicId = facts.publicId
  community = await firstId(sql`select id from communities where name = 'birding'`)
  comment = stored((await forum.comment(member, facts)).id)
  list = await firstId(sql`insert into lists (user_id, name, display_name)
    values (${author}, 'wrens', 'Wrens') returning id`)
  image = await firstId(sql`
    insert into images (uploader_id, use, secret, format, width, height, size, average_color, stored_at)
    values (${author}, 'post', lpad(${made}::text, 22, '0'), 'jpeg', 3, 4, 5, 'rgb(1,2,3)', now()) returning id`)
  await sql`update users set is_welcomed = true, created_at = now() - interval '1 day'`.execute(forum.db)
  await sql`update users set is_welcomed = false, password_hash = 'none' where id = ${author}`.execute(
    forum.db,
  )
  await sql`update communities set is_default = true where id = ${community}`.execute(forum.db)
  await sql`delete from announcements`.execute(forum.db)
  await sql`insert into announcements (post_id, announced_by, after_user_id)
    values (${post}, ${stored(admin.id)}, ${author}::bigint - 1)`.execute(forum.db)
})
afterAll(() => forum.close())

async function firstId(statement: ReturnType<typeof sql<{ id: string }>>): Promise<string> {
  return String((await statement.execute(forum.db)).rows[0]?.id)
}

/** The counters and marks that the writes change. */
async function stateNow() {
  const { rows } = await sql<Record<string, number | boolean | string | null>>`
    select users.post_count, users.comment_count, users.notifications_new_count, is_welcomed, item_count,
      is_used, alt_text, posts.upvotes, posts.deleted_as as post_deleted_as, comments.deleted_as as comment_deleted_as,
      posts.locked_as as post_locked_as, posts.is_pinned, comments.locked_as as comment_locked_as, comments.upvotes as comment_upvotes,
      communities.about as community_about,
      (select count(*)::integer from memberships where community_id = ${community}) - communities.member_count as uncounted,
      (select count(*)::integer from memberships where user_id = ${author}) as memberships,
      (select count(*)::integer from moderation_log where actor_id = ${author}) as logged,
      after_user_id = ${author} as has_announced,
      (select count(*)::integer from notifications where user_id = ${author}) as notifications
    from users, lists, images, posts, comments, announcements, communities
    where users.id = ${author} and lists.id = ${list} and images.id = ${image} and posts.id = ${post}
      and comments.id = ${comment} and announcements.post_id = ${post}
      and communities.id = ${community}`.execute(forum.db)
  return rows[0]
}

const rows = {
  'the member': () => ({ table: 'users', id: author, change: 'points = points + 7' }),
  'the post': () => ({ table: 'posts', id: post, change: 'upvotes = upvotes + 7' }),
  'the comment': () => ({ table: 'comments', id: comment, change: 'upvotes = upvotes + 7' }),
  'the community': () => ({ table: 'communities', id: community, change: `about = 'Wrens'` }),
  'the list': () => ({ table: 'lists', id: list, change: 'item_count = item_count + 7' }),
  'the image': () => ({ table: 'images', id: image, change: `alt_text = 'A wren.'`, isLockedAsAWhole: true }),
  // No foreign key refers to one.
  'the announcement': () => ({ table: 'announcements', key: 'post_id', id: post, isReferred: false }),
} as const satisfies Record<string, () => ContendedRow>

/** Locks the content, and acts as staff. */
const onContent =
  (key: () => Parameters<typeof lockOne>[2], change: (trx: Db, content: Content) => Promise<unknown>) =>
  async (trx: Db) =>
    change(trx, await lockOne(trx, { id: author }, key()))
const down = (as: TakeDown['as'], itsContent: TakeDown['itsContent']) => (trx: Db, content: Content) =>
  takeDown(trx, { id: author }, [{ content, as, itsContent, why: null }])
const locked = (trx: Db, content: Content) =>
  setLocks(trx, { id: author }, [{ content, as: 'mods' }], { locks: true })
const thePost = () => ({ publicId })
const theComment = () => ({ commentId: comment })
const logEntry = () => ({ actor: { id: author }, actedAs: 'mods', communityId: community }) as const
const writes = {
  'a notification': (trx: Db) => notifyMember(trx, author, { type: 'new_badge', badgeType: 'supporter' }),
  'the deletion of a post': onContent(thePost, down('normal', 'deleted')),
  'the removal of a comment': onContent(theComment, down('admins', 'kept')),
  'saving in a list': (trx: Db) =>
    queryRow(trx, insertItem, {
      listId: list,
      type: 'post',
      targetId: post,
      listItemsMax,
      unreadableIds: [],
    }),
  'taking out of a list': async (trx: Db) => {
    const itemId = await firstId(sql`insert into list_items (list_id, post_id, target_created_at)
      values (${list}, ${post}, now()) returning id`)
    await removeItem(trx, { listId: list, itemId }, { ...viewer, id: author })
  },
  'images of a new post': (trx: Db) =>
    attachImages(trx, { postId: post, uploaderId: author, images: [{ id: image, altText: null }] }),
  'a new membership': (trx: Db) => joinCommunity(trx, { ...viewer, id: author }, community),
  'several memberships at once': (trx: Db) =>
    queryRows(trx, changeMemberships, { join: [community], leave: [], userId: author, joinedMax: 10 }),
  'a new account': (trx: Db) =>
    insertAccount(trx, {
      username: `finch_${made}`,
      email: null,
      passwordHash: 'none',
      ip: null,
      invitation: null,
      agreement: noAgreement,
    }),
  'a pinned post': (trx: Db) =>
    markPinned(trx, {
      postId: post,
      communityId: community,
      siteWide: false,
      entry: { ...logEntry(), action: 'pin', postId: post },
    }),
  'a lock on a post': onContent(thePost, locked),
  'a lock on a comment': onContent(theComment, locked),
  'an announcement': (trx: Db) => queryRow(trx, notifyNextMembers, { batch: 1, notificationsKept: 200 }),
  'a welcome': (trx: Db) =>
    queryRows(trx, welcomeMembers, { communityKey: 'birding', afterHours: 6, batch: 10 }),
} as const satisfies Record<string, (trx: Db) => Promise<unknown>>

describe('with others who wait for the same row, nothing deadlocks and both changes are stored', () => {
  it.each([
    ['a notification', 'the member', { notifications: 1, notifications_new_count: 1 }],
    ['the deletion of a post', 'the post', { post_deleted_as: 'normal', post_count: 0, upvotes: 8 }],
    ['the deletion of a post', 'the member', { post_deleted_as: 'normal', post_count: 0 }],
    [
      'the removal of a comment',
      'the comment',
      { comment_deleted_as: 'admins', comment_count: 0, comment_upvotes: 8 },
    ],
    ['the removal of a comment', 'the member', { comment_deleted_as: 'admins', comment_count: 0 }],
    ['saving in a list', 'the list', { item_count: 8 }],
    ['taking out of a list', 'the list', { item_count: 6 }],
    ['images of a new post', 'the image', { is_used: true, alt_text: 'A wren.' }],
    ['a new membership', 'the community', { memberships: 1, community_about: 'Wrens' }],
    ['several memberships at once', 'the community', { memberships: 1, community_about: 'Wrens' }],
    ['a new account', 'the community', { community_about: 'Wrens' }],
    ['a pinned post', 'the post', { is_pinned: true, upvotes: 8, logged: 1 }],
    ['a lock on a post', 'the post', { post_locked_as: 'mods', upvotes: 8, logged: 1 }],
    ['a lock on a comment', 'the comment', { comment_locked_as: 'mods', comment_upvotes: 8, logged: 1 }],
    ['an announcement', 'the member', { notifications: 1, notifications_new_count: 1, has_announced: true }],
    [
      'an announcement',
      'the announcement',
      { notifications: 1, notifications_new_count: 1, has_announced: true },
    ],
    ['a welcome', 'the member', { notifications: 1, notifications_new_count: 1, is_welcomed: true }],
  ] as const)('%s: %s', async (write, row, changed) => {
    const before = await stateNow()
    expect(await writeBesideOthers(forum, rows[row](), writes[write])).toEqual(['stored', 'locked'])
    expect(await stateNow()).toEqual({ ...before, ...changed })
  })
})
