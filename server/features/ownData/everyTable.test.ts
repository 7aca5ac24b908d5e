import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { eraseTraces } from './erase.ts'
import { account, sections } from './sections.ts'

/** A column that refers to a member, by `table.column`, with the required columns of its table. */
interface Reference {
  readonly name: string
  readonly table: string
  readonly column: string
  readonly required: readonly { column: string; of: string | null }[]
}

/** What required columns have, and what goes with a column, unless it is another row or any text will do. */
const values: Record<string, Record<string, unknown>> = {
  age_declarations: { at_least: 16 },
  analytics_events: { name: 'pwa_use', session_id_hash: Buffer.from('s') },
  appeals: { act: 'ban', acted_as: 'mods', acted_at: new Date() },
  'appeals.answered_by': { outcome: 'upheld', answer: 'No.', answered_as: 'mods', answered_at: new Date() },
  automation_hits: { kind: 'post', version: 1, is_shadow: false, acts: [] },
  automation_undos: { since: new Date() },
  automation_versions: { version: 1, state: 'off', definition: {} },
  applications: { is_approved: true, decided_at: new Date() },
  'applications.decided_by': { username: 'applicant' },
  'applications.user_id': { username: 'leaver' },
  badges: { type: 'supporter' },
  'badges.owner_id': { type: 'bot' },
  blocked_pictures: { hash: '01'.repeat(32), note: 'Spam' },
  bulk_actions: { action: 'ban', with_content: false },
  comment_votes: { moves_points: false },
  communities: { name: 'founded' },
  community_requests: { name: 'wished' },
  'community_requests.denied_by': { denied_at: new Date() },
  content_deletions: { until: new Date() },
  data_exports: { secret: 'x'.repeat(22) },
  drafts: { place: 'post:a', body: 'Half a sentence' },
  erased_names: { hash: Buffer.alloc(32) },
  erasures: { content: 'keep', step: 'traces' },
  held_items: { kind: 'post', sent: {}, sent_hash: Buffer.alloc(32), reasons: '[]' },
  'held_items.decided_by': { sent_hash: Buffer.alloc(32, 1), outcome: 'refused', decided_at: new Date() },
  images: { secret: 'x'.repeat(22), use: 'post' },
  invitations: { code: 'x'.repeat(20), expires_at: new Date(), uses_max: 1 },
  ip_block_users: { position: 0 },
  ip_blocks: { changed: 1, network: '192.0.2.0/24' },
  lists: { name: 'seen' },
  mailed_tokens: { expires_at: new Date(), purpose: 'reset_password', token_hash: Buffer.from('t') },
  moderation_log: { acted_as: 'mods', action: 'lock_post', is_public: true },
  'member_trust.pinned_by': { pinned_at: new Date() },
  moderators: { position: 5 },
  modmail_conversations: { is_new_to_member: false, is_new_to_moderators: false },
  modmail_messages: { kind: 'message' },
  new_member_texts: { created_at: new Date() },
  notifications: { type: 'welcome' },
  notices: { kind: 'rules', subject: 'user', body: 'Rude.', address: '/@other', due_at: new Date() },
  'notices.decided_by': { act: 'keep', reasons: 'No.', decided_at: new Date() },
  'notices.second_decided_by': {
    act: 'keep',
    reasons: 'No.',
    decided_at: new Date(),
    complaint: 'Why?',
    complained_at: new Date(),
    second_act: 'keep',
    second_reasons: 'No.',
    second_decided_at: new Date(),
  },
  post_merges: { root_ids: '{}', before: '{}' },
  'post_merges.undone_by': { undone_at: new Date() },
  post_moves: { state: 'done', decided_at: new Date() },
  post_visits: { visited_at: new Date() },
  post_votes: { moves_points: false },
  posts: { type: 'text' },
  'posts.author_id': { public_id: 'authored' },
  'posts.content_deleted_by': { public_id: 'emptied_' },
  'posts.deleted_by': { public_id: 'deleted_' },
  'posts.locked_by': { public_id: 'locked__' },
  queue_feeds: { token_hash: Buffer.alloc(32) },
  queue_views: { views: '[]' },
  quiet_hours: { from_hour: 1, until_hour: 2 },
  report_alert_settings: { on_first: true },
  report_alerts: { cause: 'first' },
  report_outcomes: { outcome: 'removed' },
  reports: { rule: 'Be kind.' },
  reviews: { outcome: 'kept' },
  sessions: { expires_at: new Date(Date.now() + 86_400_000), id_hash: Buffer.from('elsewhere') },
  setting_values: { name: 'unknown', value: '1' },
  terms_acceptances: { version: 'v1' },
  waves: { signals: '[]' },
  'waves.ended_by': { ended_at: new Date() },
}

/** Columns that still refer to a member whose account is deleted. */
const stays: Record<string, readonly string[]> = {
  'the discussions of others would lose what it belongs to': [
    'posts.author_id',
    'comments.author_id',
    'post_votes.user_id',
    'comment_votes.user_id',
    'slow_voters.user_id',
    'uncounted_voters.user_id',
    'images.uploader_id',
    'imported_users.user_id',
  ],
  'it was done for a community or the site': [
    'announcements.announced_by',
    'appeals.actor_id',
    'appeals.answered_by',
    'application_questions.asked_by',
    'applications.decided_by',
    'automation_undos.ordered_by',
    'automation_versions.changed_by',
    'bulk_actions.ordered_by',
    'comments.deleted_by',
    'community_comments.written_by',
    'comments.locked_by',
    'communities.creator_id',
    'community_bans.banned_by',
    'community_requests.denied_by',
    'community_rules.created_by',
    'content_deletions.ordered_by',
    'erasures.ordered_by',
    'held_items.decided_by',
    'blocked_pictures.added_by',
    'ip_blocks.created_by',
    'member_notes.author_id',
    'member_trust.pinned_by',
    'moderation_log.actor_id',
    'modmail_conversations.assigned_to',
    'modmail_messages.author_id',
    'notices.decided_by',
    'notices.second_decided_by',
    'post_merges.merged_by',
    'post_merges.undone_by',
    'post_moves.decided_by',
    'post_moves.proposed_by',
    'posts.content_deleted_by',
    'posts.deleted_by',
    'posts.locked_by',
    'report_silences.silenced_by',
    'reviews.reviewed_by',
    'setting_changes.changed_by',
    'setting_values.changed_by',
    'site_bans.banned_by',
    'static_page_versions.changed_by',
    'waves.ended_by',
    'waves.started_by',
  ],
  'it says what moderators and admins did': [
    'bulk_action_members.user_id',
    'content_deletions.user_id',
    'erasures.user_id',
    'moderation_log.member_id',
    'moderation_log.user_id',
    'notices.user_id',
    'reports.author_id',
  ],
  'reports wait for moderators, also those of deleted members': ['reports.reporter_id'],
  'others were notified, and read that it was a deleted member': ['notifications.actor_id'],
  'it says how the account came about, and what it was given': [
    'badges.user_id',
    'invitations.created_by',
    'invited_members.user_id',
  ],
  'a job deletes it with its file': ['data_exports.user_id'],
  'it is about what they wrote, and deleted after 30 days': ['new_member_texts.author_id'],
  'nobody else can take the name of who was erased': ['erased_names.user_id'],
}

/** Tables that an archive does not read. */
const leftOut: Record<string, readonly string[]> = {
  'is about the work of moderators and admins': [
    'announcements',
    'automation_hits',
    'automation_undos',
    'automation_versions',
    'blocked_pictures',
    'bulk_action_members',
    'bulk_actions',
    'community_rules',
    'content_deletions',
    'erasures',
    'ip_block_users',
    'ip_blocks',
    'moderation_log',
    'post_merges',
    'post_moves',
    'queue_lookers',
    'report_alerts',
    'report_outcomes',
    'report_silences',
    'reviews',
    'setting_changes',
    'setting_values',
    'static_page_versions',
    'slow_voters',
    'uncounted_voters',
    'waves',
  ],
  'is of use for days only, and a secret': ['analytics_events', 'data_exports', 'mailed_tokens'],
  'is there only when the account is gone': ['erased_names'],
  'is what programs made of texts that the archive has': ['new_member_texts'],
  'says where an account was imported from': ['imported_users'],
}

let forum: Forum
let leaver: Member
let references: Reference[]
beforeAll(async () => {
  forum = await startForum()
  leaver = await forum.member('leaver')
  const { rows } = await sql<Reference>`
    with reference as (
      select conrelid, conrelid::regclass::text as table, attname::text as column
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'users'::regclass and conrelid <> 'users'::regclass)
    select "table" || '.' || "column" as name, "table", "column", (
      select coalesce(json_agg(json_build_object('column', attname, 'of', (
          select confrelid::regclass from pg_constraint where contype = 'f' and conrelid = attrelid and attnum = any(conkey) limit 1))), '[]')
      from pg_attribute where attrelid = reference.conrelid and attnum > 0 and not attisdropped
        and (attnotnull and not atthasdef and attidentity = '')) as required
    from reference order by 1`.execute(forum.db)
  references = rows
  await fill()
})
afterAll(() => forum.close())

/** Puts the member into every column that refers to one. */
async function fill() {
  const other = await forum.member('other', { isAdmin: true })
  const { id: community } = await forum.community('wrens', other)
  const post = await forum.post(other, 'wrens')
  const { id: comment } = await forum.comment(other, post)
  const { rows: automation } = await sql<{ id: string }>`
    insert into automation_rules (name, state, place, definition, changed) values ('Spam', 'off', 1, '{}', 0) returning id`.execute(
    forum.db,
  )
  await sql`insert into terms_versions (version, text) values ('v1', 'Be kind.')`.execute(forum.db)
  const ids: Record<string, unknown> = {
    communities: community,
    posts: post.id,
    comments: comment,
    users: other.id,
    automation_rules: automation[0]?.id,
  }
  const isNeeded = ({ table }: Reference) =>
    references.some(({ required }) => required.some(({ of }) => of === table))
  for (const reference of references.toSorted((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)))) {
    const { name, table, column, required } = reference
    const row: Record<string, unknown> = { ...values[table], ...values[name], [column]: leaver.id }
    for (const { column: other, of } of required) row[other] ??= of === null ? 'x' : ids[of]
    const names = Object.keys(row)
    const { rows } = await sql<{ id: unknown }>`
      insert into ${sql.table(table)} as stored (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => sql.val(row[name])))}) returning to_jsonb(stored) -> 'id' as id`.execute(
      forum.db,
    )
    ids[table] ??= rows[0]?.id
  }
}

/** The columns that refer to the member. */
async function referring(): Promise<string[]> {
  const found: string[] = []
  for (const { name, table, column } of references) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${leaver.id} limit 1`.execute(forum.db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('of all tables that refer to members', () => {
  it('an archive reads each that has data of its owner', () => {
    const statements = [account, ...Object.values(sections)].map(
      (section) => section('1').compile(forum.db).sql,
    )
    const isRead = (table: string) => statements.some((text) => new RegExp(`\\b${table}\\b`).test(text))
    const unread = new Set(references.map(({ table }) => table).filter((table) => !isRead(table)))
    expect([...unread].sort()).toEqual(Object.values(leftOut).flat().sort())
  })

  it('none has the member any more when the account is deleted, but where it must', async () => {
    expect(await referring()).toEqual(references.map(({ name }) => name))
    const answer = await leaver.delete(`/api/users/${leaver.username}`, {
      password: passwordOf(leaver.username),
    })
    expect(answer.statusCode).toBe(200)
    await eraseTraces(forum.db, leaver.id, new AbortController().signal)
    expect(await referring()).toEqual(Object.values(stays).flat().sort())
  })
})
