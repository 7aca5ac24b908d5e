import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Forum, Member, PostFacts } from '../../../tests/support/forum.ts'
import {
  items,
  mark,
  newCount,
  newest,
  page,
  startNotified,
  update,
  voteComment,
  votePost,
} from '../../../tests/support/notified.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { notifyMembers } from '../../core/notifications/notify.ts'

let forum: Forum
let author: Member
let reader: Member
let other: Member
let post: PostFacts

beforeEach(async () => {
  ;({ forum, author, reader, other, post } = await startNotified())
})
afterEach(() => forum.close())

describe('a comment', () => {
  it('[ACC-0-001] notifies the author of the post, at once and only once', async () => {
    const { id } = await forum.comment(reader, post)
    expect(await page(author)).toMatchObject({ count: 1, newCount: 1, next: '' })
    expect(await newest(author)).toMatchObject({
      type: 'new_comment',
      title: '<b>robin_reads</b> commented on your post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}/${id}`,
      seen: false,
    })
    expect(await items(reader)).toEqual([])
  })

  it('that replies to another notifies the author of that one, and the author of the post unless they wrote either', async () => {
    const first = await forum.comment(reader, post)
    await update(author, 'action=deleteAll')
    const reply = await forum.comment(other, post, 'A reply.', first.id)
    expect(await newest(reader)).toMatchObject({
      type: 'comment_reply',
      title: '<b>otto_other</b> replied to your comment on post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}/${reply.id}`,
    })
    expect(await newest(author)).toMatchObject({ type: 'new_comment' })
  })

  it('that replies to the author of the post notifies them only of the reply', async () => {
    const own = await forum.comment(author, post)
    await forum.comment(reader, post, 'A reply.', own.id)
    expect((await items(author)).map(({ type }) => type)).toEqual(['comment_reply'])
  })

  it('by an author on their own post notifies nobody', async () => {
    const own = await forum.comment(author, post)
    await forum.comment(author, post, 'More.', own.id)
    expect(await page(author)).toMatchObject({ count: 0, newCount: 0, items: [], next: '' })
  })

  it.each([
    [
      'does not want to hear of replies',
      sql`update users set reply_notifications_off = true where username = 'wren_writes'`,
    ],
    [
      'muted who commented',
      sql`insert into user_mutes (user_id, muted_user_id)
      select a.id, b.id from users a, users b where a.username = 'wren_writes' and b.username = 'robin_reads'`,
    ],
    ['deleted their account', sql`update users set deleted_at = now() where username = 'wren_writes'`],
  ])('notifies nobody who %s', async (_why, prepare) => {
    await prepare.execute(forum.db)
    await forum.comment(reader, post)
    const { rows } = await sql`select from notifications`.execute(forum.db)
    expect(rows).toEqual([])
  })

  it('notifies despite a mute by someone else', async () => {
    await sql`insert into user_mutes (user_id, muted_user_id) values (${author.id}, ${other.id})`.execute(
      forum.db,
    )
    await forum.comment(reader, post)
    expect(await newCount(author)).toBe(1)
  })
})

describe('several comments', () => {
  it('are merged into one notification until it is seen, which links to all of them', async () => {
    const first = await forum.comment(reader, post)
    await forum.comment(other, post)
    await forum.comment(reader, post)
    const notification = await newest(author)
    const seconds = (time: string | undefined) => Math.floor(Date.parse(time ?? '') / 1000)
    expect(notification).toMatchObject({
      title: '3 new comments on your post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}?highlightFrom=${seconds(notification.createdAt)}&highlightTo=${seconds(notification.updatedAt)}`,
    })
    expect(await newest(author, '')).toMatchObject({
      notif: {
        noComments: 3,
        commentId: first.id,
        commentAuthor: 'robin_reads',
        firstCreatedAt: notification.createdAt,
      },
    })
    await mark(author, notification.id, true)
    await forum.comment(other, post)
    expect((await items(author)).map(({ title }) => title?.slice(0, 15))).toEqual([
      '<b>otto_other</',
      '3 new comments ',
    ])
  })

  it('below one comment are merged into another one, and counted', async () => {
    const mine = await forum.comment(reader, post)
    const another = await forum.comment(reader, post)
    await forum.comment(other, post, 'One.', mine.id)
    await forum.comment(author, post, 'Two.', mine.id)
    await forum.comment(other, post, 'Three.', another.id)
    expect((await items(reader)).map(({ title }) => title)).toEqual([
      '<b>otto_other</b> replied to your comment on post <b>Wrens &amp; &lt;robins&gt;</b>',
      '2 new replies to your comment on post <b>Wrens &amp; &lt;robins&gt;</b>',
    ])
    expect(await newCount(reader)).toBe(2)
  })

  it('are merged into one that was marked unseen again, unless a newer one exists', async () => {
    await forum.comment(reader, post)
    const first = await newest(author)
    await mark(author, first.id, true)
    await mark(author, first.id, false)
    await forum.comment(other, post)
    expect((await items(author)).map(({ id, title }) => [id, title?.slice(0, 5)])).toEqual([
      [first.id, '2 new'],
    ])
    await mark(author, first.id, true)
    await forum.comment(other, post)
    const second = await newest(author)
    await mark(author, first.id, false)
    await forum.comment(other, post)
    const { items: both } = await page(author)
    expect(both.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(both[0]?.title).toMatch(/^2 new comments/)
  })
})

describe('an upvote', () => {
  it('notifies the author, and later votes are merged into the same notification', async () => {
    await votePost(reader, post)
    expect(await newest(author)).toMatchObject({
      type: 'new_votes',
      title: '1 new upvote on your post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}`,
    })
    await votePost(other, post)
    expect(await newest(author)).toMatchObject({
      title: '2 new upvotes on your post <b>Wrens &amp; &lt;robins&gt;</b>',
    })
    expect(await newest(author, '')).toMatchObject({
      notif: { targetType: 'post', targetId: post.id, noVotes: 2 },
    })
  })

  it('on a comment links to the comment', async () => {
    const comment = await forum.comment(reader, post)
    await voteComment(other, comment.id)
    expect(await newest(reader)).toMatchObject({
      title: '1 new upvote on your comment in <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}/${comment.id}`,
    })
    expect(await newest(reader, '')).toMatchObject({
      notif: {
        targetType: 'comment',
        targetId: comment.id,
        noVotes: 1,
        post: { id: post.id },
        comment: { id: comment.id },
      },
    })
  })

  it('of the author, a downvote, and a change from down to up do not notify', async () => {
    await votePost(author, post)
    await votePost(author, post)
    await votePost(reader, post, false)
    await votePost(reader, post, true)
    expect(await page(author)).toMatchObject({ count: 0, newCount: 0 })
  })

  it('removed and cast again counts once per notification', async () => {
    for (let press = 0; press < 5; press++) await votePost(reader, post)
    expect((await newest(author)).title).toMatch(/^1 new upvote /)
    await mark(author, (await newest(author)).id, true)
    await votePost(reader, post)
    await votePost(reader, post)
    expect((await items(author)).map(({ seen }) => seen)).toEqual([false, true])
    expect((await newest(author)).title).toMatch(/^1 new upvote /)
  })

  it('with notifications of votes switched off, notifies of comments only', async () => {
    await sql`update users set upvote_notifications_off = true where id = ${author.id}`.execute(forum.db)
    await votePost(reader, post)
    await forum.comment(reader, post)
    expect((await items(author)).map(({ type }) => type)).toEqual(['new_comment'])
  })

  it('by a muted member notifies, too', async () => {
    await sql`insert into user_mutes (user_id, muted_user_id) values (${author.id}, ${reader.id})`.execute(
      forum.db,
    )
    await votePost(reader, post)
    expect(await newCount(author)).toBe(1)
  })
})

describe('an action of moderators or admins', () => {
  it('notifies the author once of the removal of a post, with the role', async () => {
    const moderator = await forum.moderator('moderator_m', 'birding')
    const admin = await forum.member('the_admin', { isAdmin: true })
    await moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods`)
    await admin.delete(`/api/posts/${post.publicId}?deleteAs=admins&deleteContent=true`)
    const second = await forum.post(author, 'birding', { title: 'Another' })
    await admin.delete(`/api/posts/${second.publicId}?deleteAs=admins`)
    expect((await items(author)).map(({ title, toURL }) => [title, toURL])).toEqual([
      ['Your post <b>Another</b> has been removed by the admins', `/birding/post/${second.publicId}`],
      [
        'Your post <b>Wrens &amp; &lt;robins&gt;</b> has been removed by moderators of <b>birding</b>',
        `/birding/post/${post.publicId}`,
      ],
    ])
    expect(await newest(author, '')).toMatchObject({
      notif: { targetType: 'post', targetId: second.id, deletedAs: 'admins', post: { deleted: true } },
    })
  })

  it('does not notify authors who removed their own post', async () => {
    const moderator = await forum.moderator('moderator_m', 'birding')
    const own = await forum.post(moderator, 'birding')
    await moderator.delete(`/api/posts/${own.publicId}?deleteAs=mods`)
    await author.delete(`/api/posts/${post.publicId}`)
    expect([await items(moderator), await items(author)]).toEqual([[], []])
  })

  it('notifies a new moderator, a member with a badge, and one whose community request was denied', async () => {
    const { id: communityId } = await forum.community('wrens')
    const body = 'Your request for +<wrens> has been declined.'
    await notifyMembers(forum.db, [
      {
        userId: stored(author.id),
        type: 'mod_add',
        communityId: stored(communityId),
        addedBy: stored(reader.id),
      },
      { userId: stored(author.id), type: 'new_badge', badgeType: 'supporter' },
      { userId: stored(author.id), type: 'denied_comm', body },
    ])
    expect((await items(author)).map(({ title, toURL, icons }) => [title, toURL, icons])).toEqual([
      ['Your request for +&lt;wrens&gt; has been declined.', '#', ['/favicon.png?v=2']],
      [
        'You are awarded the <b>supporter</b> badge for your contribution to Folkmoot and for sheer awesomeness!',
        '/@wren_writes',
        ['/badge-supporter.png'],
      ],
      ['You are added as a moderator of wrens by <b>@robin_reads</b>', '/wrens', ['/favicon.png?v=2']],
    ])
    expect((await items(author, '')).map(({ notif }) => notif)).toMatchObject([
      { body },
      { badgeType: 'supporter', user: { id: author.id, username: 'wren_writes' } },
      { communityName: 'wrens', addedBy: 'robin_reads', community: { id: communityId } },
    ])
  })

  it('does not notify deleted accounts', async () => {
    await sql`update users set deleted_at = now() where id = ${author.id}`.execute(forum.db)
    await notifyMembers(forum.db, [{ userId: stored(author.id), type: 'new_badge', badgeType: 'supporter' }])
    const { rows } = await sql`select from notifications`.execute(forum.db)
    expect(rows).toEqual([])
  })
})
