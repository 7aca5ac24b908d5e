import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Erasure } from '../../../../contract/entities/erasure.ts'
import type { ErasedContent } from '../../../../contract/words.ts'
import { wrongCountersOf } from '../../../../tests/support/backedUpForum.ts'
import { formWith } from '../../../../tests/support/form.ts'
import {
  type Forum,
  type Member,
  type PostFacts,
  passwordOf,
  startForum,
} from '../../../../tests/support/forum.ts'
import { picture } from '../../../../tests/support/pictures.ts'
import { configuredSource, makeBackup } from '../../../core/backups/make.ts'
import { deleteMarkedImages } from '../../../core/images/delete.ts'
import { writeWhole } from '../../../platform/storage/archives.ts'
import { deleteOrderedContent } from '../../admin/deleteContent.ts'
import { indexTexts } from '../../search/indexTexts.ts'
import { eraseTraces } from '../erase.ts'
import { textColumns } from './mentions.ts'
import { eraseAgain, eraseMember, eraseMembers } from './perform.ts'

const { signal } = new AbortController()

let forum: Forum
let admin: Member
let other: Member
let moderator: Member
beforeAll(async () => {
  forum = await startForum({ SITE_URL: 'http://forum.example' })
  admin = await forum.member('keeper', { isAdmin: true })
  moderator = await forum.moderator('wrenkeeper', 'birding')
  other = await forum.member('onlooker')
})
afterAll(() => forum.close())

const erase = (username: string, content: ErasedContent, by = admin) =>
  by.delete(`/api/users/${username}`, { password: passwordOf(by.username), content })
const perform = () => eraseMembers(forum.db, { config: forum.config, signal })
const erasures = async () =>
  (await admin.get('/api/_admin/erasures')).json<{ erasures: Erasure[] }>().erasures

/** Every row of every table, the queue of jobs included, as text. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(forum.db)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select stored::text as row from ${sql.raw(name)} as stored`.execute(forum.db)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}

/** The rows, files and lines of a fresh backup that have one of these texts. */
async function traces(canaries: readonly string[]): Promise<string[]> {
  const has = (text: string) => canaries.some((canary) => text.toLowerCase().includes(canary.toLowerCase()))
  const rows = (await everyRow()).split('\n').filter(has)
  const path = join(forum.config.dataDir, 'canaries.tar.gz')
  await makeBackup(configuredSource(forum, { passphrase: '', signal }), (bytes) =>
    writeWhole(path, bytes, signal),
  )
  const backup = gunzipSync(await readFile(path))
    .toString('latin1')
    .split('\n')
    .filter(has)
  return [...rows, ...backup.map((line) => `backup ${line.slice(0, 300)}`)]
}

/** The files of pictures in the folder of the site. */
const pictureFiles = async (): Promise<string[]> =>
  (await readdir(forum.config.dataDir, { recursive: true }))
    .filter((name) => /\.(jpeg|webp|png)$/.test(name))
    .sort()

interface Leaver {
  readonly member: Member
  readonly post: PostFacts
  readonly canaries: readonly string[]
  /** The texts, apart from everything else. */
  readonly texts: readonly string[]
}

/** A call that must have worked, so that there is a trace. */
const done = async (call: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await call
  expect(statusCode, body).toBe(200)
}

let made = 0
/** A member who has left traces everywhere, each with a word of its own. */
async function leaverWithTraces(): Promise<Leaver> {
  const n = ++made
  const word = (of: string) => `zz${of}${n}canary`
  const username = `Leaver_of_${n}`
  const member = await forum.member(username)
  const { db } = forum
  await done(
    member.post('/api/_settings?action=updateProfile', {
      email: `${word('mail')}@mail.example`,
      aboutMe: word('about'),
    }),
  )
  await sql`update users set created_ip = ${`203.0.113.${n}`}, last_seen_ip = ${`203.0.113.${n}`} where id = ${member.id}`.execute(
    db,
  )
  await sql`update sessions set last_seen_ip = ${`203.0.113.${n}`}, user_agent = ${word('agent')} where user_id = ${member.id}`.execute(
    db,
  )
  await sql`insert into push_subscriptions (session_id_hash, endpoint, auth, p256dh)
    select id_hash, ${`https://push.example/${word('push')}`}, 'a', 'p' from sessions where user_id = ${member.id}`.execute(
    db,
  )
  await done(
    member.send({
      method: 'POST',
      url: `/api/users/${username}/pro_pic`,
      ...(await formWith(await picture(1))),
    }),
  )
  const community = (await admin.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
  await done(member.post('/api/_joinCommunity', { communityId: community }))
  const post = await forum.post(member, 'birding', { title: word('title'), body: word('body') })
  await done(member.put(`/api/posts/${post.publicId}`, { title: word('title'), body: word('secondbody') }))
  await forum.post(member, 'birding', { type: 'image', title: word('picturepost'), images: 2 })
  const links = await forum.post(member, 'birding', {
    title: word('removedtitle'),
    body: word('removedbody'),
  })
  await done(moderator.delete(`/api/posts/${links.publicId}?deleteAs=mods&reason=Off%20topic`))
  const own = await forum.post(member, 'birding', { title: word('owndeleted'), body: word('owndeletedbody') })
  await done(member.delete(`/api/posts/${own.publicId}?deleteAs=normal`))
  const theirs = await forum.post(other, 'birding', {
    title: `Thanks to @${username}!`,
    body: `As @${username.toLowerCase()} wrote, see http://forum.example/@${username} and [them](/@${username}).`,
  })
  const comment = await forum.comment(member, theirs, word('comment'))
  await done(
    member.put(`/api/posts/${theirs.publicId}/comments/${comment.id}`, { body: word('secondcomment') }),
  )
  const removed = await forum.comment(member, theirs, word('removedcomment'))
  await done(
    moderator.delete(`/api/posts/${theirs.publicId}/comments/${removed.id}?deleteAs=mods&reason=Off%20topic`),
  )
  const answer = await forum.comment(other, theirs, `@${username} is right`, comment.id)
  await done(member.post('/api/_postVote', { postId: theirs.id, up: true }))
  await done(member.post('/api/_commentVote', { commentId: answer.id, up: true }))
  await done(other.post('/api/_postVote', { postId: post.id, up: true }))
  await done(
    member.post('/api/_report', { type: 'post', targetId: theirs.id, reason: 1, note: word('note') }),
  )
  await done(
    other.post('/api/_report', { type: 'post', targetId: post.id, reason: 1, note: `@${username} again` }),
  )
  await done(member.put('/api/drafts/post:birding', { title: word('draft'), body: word('draftbody') }))
  await done(
    member.post(`/api/users/${username}/lists`, { name: 'seen', displayName: word('list'), public: true }),
  )
  await done(
    member.post('/api/modmail', { communityId: community, subject: word('subject'), text: word('message') }),
  )
  await done(member.get(`/api/posts/${theirs.publicId}`))
  await done(member.post('/api/_export'))
  await indexTexts(db, { language: 'english', signal })
  const texts = ['title', 'secondbody', 'picturepost', 'secondcomment'].map(word)
  const gone = [
    'mail',
    'about',
    'agent',
    'push',
    'body',
    'removedtitle',
    'removedbody',
    'owndeleted',
    'owndeletedbody',
  ]
  const alsoGone = ['comment', 'removedcomment', 'note', 'draft', 'draftbody', 'list', 'subject', 'message']
  return {
    member,
    post,
    texts,
    canaries: [username, `203.0.113.${n}`, ...[...gone, ...alsoGone].map((of) => word(of))],
  }
}

const finish = async (leaver: Leaver) => {
  await perform()
  await eraseTraces(forum.db, leaver.member.id, signal)
  await eraseAgain(forum.db, leaver.member.id)
  await perform()
  await deleteMarkedImages(forum, signal)
}

describe('erasing a member', () => {
  it.each(['keep', 'blank', 'remove'] as const)(
    'with content %s leaves no trace, but what is to be kept',
    async (content) => {
      const before = await pictureFiles()
      const leaver = await leaverWithTraces()
      expect(await traces([...leaver.canaries, ...leaver.texts])).not.toEqual([])
      expect((await erase(leaver.member.username, content)).statusCode).toBe(200)
      await finish(leaver)
      const [report] = await erasures()
      expect(report).toMatchObject({ content, orderedBy: 'keeper', isOwn: false, progress: null })
      expect(await traces(leaver.canaries)).toEqual([])
      const kept = await traces(leaver.texts)
      if (content === 'keep') expect(kept).not.toEqual([])
      else expect(kept).toEqual([])
      // Two of a post that is kept, with their copies.
      const left = (await pictureFiles()).filter((name) => !before.includes(name))
      if (content === 'keep') expect(left.length).toBeGreaterThanOrEqual(2)
      else expect(left).toEqual([])
      expect(await wrongCountersOf(forum)).toEqual([])
      expect(report?.erased.join('\n')).toMatch(/8 votes, of which the counts stay/)
      expect(report?.erased.join('\n')).toMatch(/2 texts of others that mentioned the name|3 texts of others/)
    },
  )

  it('keeps votes as counts, and replaces mentions in texts, HTML and titles', async () => {
    const leaver = await leaverWithTraces()
    await erase(leaver.member.username, 'remove')
    await finish(leaver)
    const { items } = (await other.get('/api/users/onlooker/feed?filter=posts')).json<{
      items: { item: { title: string; body: string; upvotes: number } }[]
    }>()
    expect(items[0]?.item).toMatchObject({
      title: 'Thanks to @ghost!',
      body: 'As @ghost wrote, see http://forum.example/@ghost and [them](/@ghost).',
      upvotes: 2,
    })
    const search = await other.get(`/api/search?q=${leaver.member.username}`)
    expect(search.body.toLowerCase()).not.toContain(leaver.member.username.toLowerCase())
  })

  it('leaves emptied texts in their lists, or takes them from there', async () => {
    const blanked = await leaverWithTraces()
    await erase(blanked.member.username, 'blank')
    const removed = await leaverWithTraces()
    await erase(removed.member.username, 'remove')
    await finish(blanked)
    await finish(removed)
    const feed = (await other.get('/api/posts?sort=latest&limit=50')).json<{
      posts: { publicId: string; title: string; body: string; deletedContent: boolean; username: string }[]
    }>().posts
    expect(feed.find(({ publicId }) => publicId === blanked.post.publicId)).toMatchObject({
      title: '[Deleted]',
      body: '',
      deletedContent: true,
      username: 'ghost',
    })
    expect(feed.find(({ publicId }) => publicId === removed.post.publicId)).toBeUndefined()
  })

  it('keeps the name taken without knowing it', async () => {
    const leaver = await leaverWithTraces()
    await erase(leaver.member.username, 'keep')
    await finish(leaver)
    const { username } = leaver.member
    const guest = await forum.guest()
    expect((await guest.get(`/api/usernames/${username.toLowerCase()}`)).json()).toEqual({ isFree: false })
    expect((await guest.get(`/api/users/${username}`)).json()).toMatchObject({ username, deleted: true })
    expect((await guest.get(`/api/users/${username}/feed`)).json()).toEqual({ items: [], next: null })
    expect((await guest.get(`/api/users/${username}/lists`)).json()).toEqual([])
    // By its old name, and more of it.
    expect((await erase(username, 'remove')).statusCode).toBe(200)
    await finish(leaver)
    expect(await traces([...leaver.canaries, ...leaver.texts])).toEqual([])
  })

  it('goes on after each slice at which it is ended', async () => {
    const leaver = await leaverWithTraces()
    await erase(leaver.member.username, 'remove')
    const [{ id } = { id: '' }] = await erasures()
    for (let isFinished = false; !isFinished; ) {
      const ended = new AbortController()
      isFinished = await eraseMember(forum.db, id, {
        config: forum.config,
        signal: ended.signal,
        onProgress: () => ended.abort(),
      })
    }
    await deleteMarkedImages(forum, signal)
    await eraseTraces(forum.db, leaver.member.id, signal)
    expect(await traces([...leaver.canaries, ...leaver.texts])).toEqual([])
    expect(await wrongCountersOf(forum)).toEqual([])
  })

  it('can be done to banned and deleted members, and by members themselves', async () => {
    const banned = await leaverWithTraces()
    // With all that they wrote, which is kept for 30 days.
    await done(
      admin.post('/api/_admin', {
        action: 'ban_user',
        username: banned.member.username,
        deleteContentDays: 0,
      }),
    )
    await deleteOrderedContent(forum.db, { signal })
    expect(await traces(banned.texts)).not.toEqual([])
    expect((await erase(banned.member.username, 'remove')).statusCode).toBe(200)
    await finish(banned)
    const deleted = await leaverWithTraces()
    await deleted.member.delete(`/api/users/${deleted.member.username}`, {
      password: passwordOf(deleted.member.username),
    })
    expect((await erase(deleted.member.username, 'remove')).statusCode).toBe(200)
    await finish(deleted)
    const suspended = await leaverWithTraces()
    await admin.post('/api/_admin', { action: 'ban_user', username: suspended.member.username })
    const answer = await (await forum.guest()).delete('/api/_suspension', {
      username: suspended.member.username,
      password: passwordOf(suspended.member.username),
      content: 'remove',
    })
    expect(answer.statusCode).toBe(200)
    await finish(suspended)
    const own = await leaverWithTraces()
    expect((await erase(own.member.username, 'remove', own.member)).statusCode).toBe(200)
    await finish(own)
    expect((await erasures())[0]).toMatchObject({ isOwn: true, orderedBy: null })
    for (const { canaries, texts } of [banned, deleted, suspended, own])
      expect(await traces([...canaries, ...texts])).toEqual([])
  })

  it('is refused for the last admin, by others than admins, and for the accounts of the program', async () => {
    await sql`update users set is_admin = false where id <> ${admin.id}`.execute(forum.db)
    expect((await erase('keeper', 'keep')).json()).toMatchObject({ code: 'last_admin' })
    expect((await erase('onlooker', 'keep', moderator)).json()).toMatchObject({ code: 'not_admin' })
    expect((await erase('ghost', 'keep')).json()).toMatchObject({ code: 'user-deleted' })
  })
})

describe('erasing a single text, by staff', () => {
  it('leaves no trace of it', async () => {
    const { texts, post, member } = await leaverWithTraces()
    const answer = await moderator.post('/api/_erase', {
      type: 'post',
      targetId: post.id,
      reason: 'A private address.',
    })
    expect(answer.statusCode).toBe(200)
    await deleteMarkedImages(forum, signal)
    const n = made
    expect(await traces([`zztitle${n}canary`, `zzbody${n}canary`, `zzsecondbody${n}canary`])).toEqual([])
    expect(texts.length).toBeGreaterThan(0)
    await erase(member.username, 'remove')
    await perform()
  })
})

describe('the columns with texts', () => {
  /** Columns that have no text in which someone could be mentioned, by what they have. */
  const others = {
    'one of a few words, an id or a secret': `analytics_events.name appeals.act appeals.acted_as appeals.answered_as
      appeals.outcome backups.name backups.reason backups.state backups.step backups.verification badges.type automation_hits.kind automation_rules.state automation_versions.state bulk_action_members.outcome bulk_actions.action comments.author_group
      comments.deleted_as comments.locked_as comments.made_with_ai_by communities.comment_limits communities.downvoters communities.hold_new_members communities.made_with_ai communities.undecided community_bans.kind data_exports.format data_exports.secret data_exports.state drafts.place
      drafts.post_type erasures.content erasures.counts erasures.place erasures.step held_items.kind held_items.outcome idempotency_keys.call idempotency_keys.key idempotency_keys.refusal
      images.average_color images.format images.ground images.secret images.use imported_comments.source_id imported_posts.source_id
      invitations.code kysely_migration.name kysely_migration.timestamp kysely_migration_lock.id lists.item_sort
      mail_outcomes.outcome mailed_addresses.purpose mailed_tokens.purpose moderation_log.acted_as moderation_log.action
      modmail_messages.kind modmail_messages.written_as notices.act notices.kind notices.second_act notices.subject notifications.badge_type notifications.deleted_as notifications.type
      post_search.type applications.terms_version terms_acceptances.version terms_versions.version posts.author_group posts.comment_limits posts.content_deleted_as posts.deleted_as posts.locked_as posts.made_with_ai_by posts.public_id posts.type post_merges.before post_moves.state
      push_subscriptions.auth push_subscriptions.p256dh quiet_hours.time_zone rendering_progress.subject report_alerts.cause
      report_counts.event report_outcomes.outcome reviews.outcome security_events.kind search_progress.subject server_failures.method server_failures.request_id
      server_failures.route setting_changes.name setting_values.name site_bans.kind site_secrets.name site_settings.search_language
      scraper_networks.network traffic_counts.kind spent_challenges.signature static_page_versions.page users.comment_sort users.home_feed users.language`,
    'of the member alone, and goes with the account': `analytics_events.user_agent applications.email applications.language applications.password_hash
      applications.username erasures.name imported_users.source_name mailed_tokens.email notices.reporter_email
      notices.reporter_name push_subscriptions.endpoint queue_views.views
      sessions.user_agent users.email users.password_hash users.username`,
    'the name of a community or a list': `communities.name former_community_names.name community_requests.name drafts.community imported_communities.source_name
      lists.name`,
    'an address elsewhere, where the name can be that of someone else': `drafts.url posts.link_hostname posts.link_url
      reported_copies.link_url withheld_contents.link_hostname withheld_contents.link_url`,
    'written by programs': `security_events.detail traffic_counts.name backups.failure backups.verification_failure mail_outcomes.answer server_failures.message
      waves.former_joining waves.signals moderation_days.counts moderation_days.minutes site_settings.newest_version site_settings.newest_version_failure site_settings.newest_version_url site_statistics.numbers`,
    'deleted after a day': 'idempotency_keys.answer',
    'what members accepted, as it was': 'terms_versions.text',
    'deleted after 30 days': `bulk_action_members.former_ban bulk_actions.filter bulk_actions.reason
      held_items.reason held_items.reasons held_items.sent`,
    'single words that several texts have': 'search_words.word',
  }
  it('are all those that there are', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      join pg_tables on tablename = table_name and schemaname = 'public'
      where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'character varying')
        and is_generated = 'NEVER' order by 1`.execute(forum.db)
    const known = [
      ...Object.entries(textColumns).flatMap(([table, columns]) =>
        columns.map((column) => `${table}.${column}`),
      ),
      ...Object.values(others).flatMap((names) => names.split(/\s+/)),
    ]
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })
})
