import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entriesOf } from '../contract/objects.ts'
import { deletedData, keptData, type Period } from '../server/core/retention/periods.ts'
import { tasks } from '../server/tasks.ts'
import { type Forum, type Member, startForum } from './support/forum.ts'
import { stored } from './support/wireIds.ts'

/*
 * How long each kind of data is kept: server/core/retention/periods.ts. Admins read it as a table, so it must be true.
 */
let forum: Forum
let member: Member
/** Ids as the database has them. */
const ids = { member: '', community: '', posts: ['', ''], conversation: '' }

beforeAll(async () => {
  forum = await startForum({ KEEP_LOGS_DAYS: '30' })
  const admin = await forum.member('keeper', { isAdmin: true })
  const community = await forum.community('birding', admin)
  member = await forum.member('wren_w')
  ids.member = stored(member.id)
  ids.community = stored(community.id)
  ids.posts = [
    stored((await forum.post(member, 'birding')).id),
    stored((await forum.post(member, 'birding')).id),
  ]
})
afterAll(() => forum.close())

const execute = (statement: RawBuilder<unknown>) => statement.execute(forum.db)

/** Inserts a row whose time began at `at`; there are two, `n` 0 and 1. `left` selects what is left of them. */
interface Sample {
  readonly plant: (at: RawBuilder<Date>, n: 0 | 1) => RawBuilder<unknown>
  readonly left: RawBuilder<unknown>
}
const rowsOf = (table: string) => sql`select from ${sql.table(table)}`

/** Daily backups are files, which server/features/backups/backups.test.ts makes and deletes. */
type Sampled = Exclude<keyof typeof deletedData, 'dailyBackups'>

const samples: Record<Sampled, Sample> = {
  notifications: {
    plant: (at) => sql`insert into notifications (user_id, type, is_new, seen_at, created_at, updated_at)
      values (${ids.member}, 'welcome', false, ${at}, ${at}, ${at})`,
    left: rowsOf('notifications'),
  },
  visits: {
    plant: (at, n) => sql`insert into post_visits values (${ids.member}, ${ids.posts[n]}, ${at})
      on conflict (user_id, post_id) do update set visited_at = excluded.visited_at`,
    left: rowsOf('post_visits'),
  },
  appUseOfMembers: {
    plant: (at, n) => sql`insert into analytics_events (name, session_id_hash, user_id, created_at)
      values ('pwa_use', ${Buffer.from(`member ${n}`)}, ${ids.member}, ${at})`,
    left: sql`select from analytics_events where user_id is not null`,
  },
  appUseOfGuests: {
    plant: (at, n) => sql`insert into analytics_events (name, session_id_hash, created_at)
      values ('pwa_use', ${Buffer.from(`guest ${n}`)}, ${at})`,
    left: sql`select from analytics_events where user_id is null`,
  },
  addresses: {
    plant: (at, n) => sql`insert into users (username, created_ip, created_at, last_seen_ip, last_seen_at)
      values (${`address_${n}`}, '192.0.2.1', ${at}, '192.0.2.1', ${at})`,
    left: sql`select from users where username like 'address%' and created_ip is not null and last_seen_ip is not null`,
  },
  sessions: {
    plant: (at, n) => sql`insert into sessions (id_hash, user_id, created_at, last_seen_at, expires_at)
      values (${Buffer.from(`session ${n}`)}, ${ids.member}, ${at}, ${at}, now() + interval '1 day')`,
    left: sql`select from sessions where encode(id_hash, 'escape') like 'session%'`,
  },
  securityEvents: {
    plant: (at) => sql`insert into security_events (kind, user_id, created_at, last_at, hour)
      values ('login_failed', ${ids.member}, ${at}, ${at}, extract(epoch from ${at}) / 3600)`,
    left: sql`select from security_events where kind = 'login_failed'`,
  },
  moderationLog: {
    plant: (at) => sql`insert into moderation_log (action, actor_id, acted_as, is_public, created_at)
      values ('set_icon', ${ids.member}, 'mods', true, ${at})`,
    left: sql`select from moderation_log where action = 'set_icon'`,
  },
  appeals: {
    plant: (at) => sql`insert into appeals (act, member_id, actor_id, acted_as, acted_at, body, created_at,
        outcome, answer, answered_by, answered_as, answered_at)
      values ('ban', ${ids.member}, ${ids.member}, 'mods', ${at}, 'Why?', ${at}, 'upheld', 'No.',
        (select id from users where username = 'keeper'), 'admins', ${at})`,
    left: rowsOf('appeals'),
  },
  notices: {
    plant: (at) => sql`insert into notices (kind, subject, address, body, due_at, act, reasons, decided_at)
      values ('unlawful', 'post', '/a', 'Why.', ${at}, 'keep', 'No.',
        ${at} - make_interval(days => ${deletedData.noticeSenders.kept.days}))`,
    left: sql`select from notices where address = '/a'`,
  },
  noticeSenders: {
    plant: (at) => sql`insert into notices (kind, subject, address, body, due_at, act, reasons, decided_at,
        reporter_id, reporter_name, reporter_email)
      values ('unlawful', 'post', '/b', 'Why.', ${at}, 'keep', 'No.', ${at}, ${ids.member}, 'Gerda', 'gerda@mail.example')`,
    left: sql`select from notices
      where address = '/b' and num_nonnulls(reporter_id, reporter_name, reporter_email) > 0`,
  },
  noticeHashes: {
    plant: (at, n) => sql`insert into notices (kind, subject, address, body, due_at, sent_hash, received_at)
      values ('unlawful', 'post', '/c', 'Why.', now(), ${Buffer.alloc(32, n)}, ${at})`,
    left: sql`select from notices where sent_hash is not null`,
  },
  settingChanges: {
    plant: (at) => sql`insert into setting_changes (name, changed_at) values ('siteName', ${at})`,
    left: rowsOf('setting_changes'),
  },
  reviews: {
    plant: (at, n) => sql`insert into reviews (community_id, post_id, outcome, reviewed_by, reviewed_at)
      values (${ids.community}, ${ids.posts[n]}, 'kept', ${ids.member}, ${at})`,
    left: rowsOf('reviews'),
  },
  reportedCopies: {
    plant: (at, n) => sql`insert into reported_copies (post_id, title, kept_at)
      values (${ids.posts[n]}, 'A title', ${at})`,
    left: rowsOf('reported_copies'),
  },
  reportOutcomes: {
    plant: (_at, n) => sql`insert into report_outcomes (reporter_id, post_id, outcome)
      select ${ids.member}::bigint, ${ids.posts[n]}::bigint, 'kept' where ${n} = 0`,
    left: sql`select from report_outcomes union all select`,
  },
  reportCounts: {
    // As if no day was counted yet.
    plant: (_at, n) => sql`with forgotten as (delete from moderation_days)
      insert into report_counts (event, happened_at) values ('filed', now() - ${n === 0 ? '2 days' : '0'}::interval)`,
    left: rowsOf('report_counts'),
  },
  withheldContents: {
    plant: (
      at,
      n,
    ) => sql`with ordered as (insert into content_deletions (user_id, ordered_by, until, finished_at)
        values (${ids.member}, ${ids.member}, ${at}, ${at}) returning id)
      insert into withheld_contents (deletion_id, post_id, was_deleted, body, withheld_at)
      select id, ${ids.posts[n]}, true, 'A text', ${at} from ordered`,
    left: rowsOf('withheld_contents'),
  },
  newMemberTexts: {
    plant: (at, n) =>
      sql`insert into new_member_texts (post_id, author_id, created_at) values (${ids.posts[n]}, ${ids.member}, ${at})`,
    left: rowsOf('new_member_texts'),
  },
  waves: {
    plant: (at) => sql`insert into waves (signals, started_at, ended_at) values ('[]', ${at}, ${at})`,
    left: rowsOf('waves'),
  },
  bulkActions: {
    plant: (at) => sql`insert into bulk_actions (action, ordered_by, with_content, ordered_at, finished_at)
      values ('log_out', ${ids.member}, false, ${at}, ${at})`,
    left: rowsOf('bulk_actions'),
  },
  automationHits: {
    plant: (at) => sql`with rule as (
        insert into automation_rules (name, state, place, definition, changed) values ('No spam', 'on', 1, '{}', 1) returning id)
      insert into automation_hits (rule_id, version, community_id, kind, author_id, is_shadow, acts, at)
      select id, 1, ${ids.community}, 'post', ${ids.member}, false, '{refuse}', ${at} from rule`,
    left: rowsOf('automation_hits'),
  },
  conversations: {
    plant: (at) => sql`insert into modmail_conversations
        (community_id, member_id, subject, archived_at, is_new_to_member, is_new_to_moderators)
      values (${ids.community}, ${ids.member}, 'A question', ${at}, false, false)`,
    left: rowsOf('modmail_conversations'),
  },
  drafts: {
    plant: (at, n) => sql`insert into drafts (user_id, place, body, saved_at)
      values (${ids.member}, ${`post:${n}`}, 'Half a sentence', ${at})`,
    left: rowsOf('drafts'),
  },
  heldItems: {
    plant: (
      at,
      n,
    ) => sql`insert into held_items (kind, author_id, community_id, sent, sent_hash, reasons, outcome, decided_at)
      select 'post', ${ids.member}, id, '{}', decode(repeat(${`0${n}`}, 32), 'hex'), '[]', 'refused', ${at}
      from communities limit 1`,
    left: rowsOf('held_items'),
  },
  unusedImages: {
    plant: (at, n) => sql`insert into images (uploader_id, use, secret, created_at)
      values (${ids.member}, 'post', ${`${n}`.repeat(22)}, ${at})`,
    left: rowsOf('images'),
  },
  exports: {
    plant: (at, n) => sql`insert into data_exports
        (user_id, secret, state, requested_at, finished_at, expires_at, bytes)
      select id, ${`${n}`.repeat(22)}, 'ready', ${at}, ${at},
        ${at} + make_interval(days => ${deletedData.exports.kept.days}), 1
      from users where username = ${n === 0 ? 'keeper' : 'wren_w'}`,
    left: rowsOf('data_exports'),
  },
  applications: {
    plant: (
      at,
      n,
    ) => sql`insert into applications (username, password_hash, created_at, decided_at, is_approved)
      values (${`applicant_${n}`}, 'x', ${at}, ${at}, false)`,
    left: rowsOf('applications'),
  },
  applicationSessions: {
    plant: (at, n) => sql`with applied as (
        insert into applications (username, password_hash) values (${`waiting_${n}`}, 'x') returning id)
      insert into application_sessions (id_hash, application_id, expires_at)
      select ${Buffer.from(`applicant ${n}`)}::bytea, id, ${at} from applied`,
    left: rowsOf('application_sessions'),
  },
  mailedLinks: {
    plant: (at, n) => sql`with mailed as (
        insert into mailed_addresses (token_hash, address_hash, purpose, created_at)
        values (${Buffer.from(`token ${n}`)}::bytea, ${Buffer.from('a')}::bytea, 'confirm_email', ${at}))
      insert into mailed_tokens (token_hash, user_id, purpose, email, created_at, expires_at)
      values (${Buffer.from(`token ${n}`)}::bytea, ${ids.member}, 'confirm_email', 'w@example.org', ${at}, ${at})`,
    left: sql`select from mailed_tokens join mailed_addresses using (token_hash)`,
  },
  mailOutcomes: {
    plant: (at) => sql`insert into mail_outcomes (hour, outcome, count) values (${at}, 'accepted', 1)`,
    left: rowsOf('mail_outcomes'),
  },
  serverFailures: {
    plant: (at) => sql`insert into server_failures (failed_at, request_id, method, route, status, message)
      values (${at}, 'r', 'GET', '*', 500, 'Error')`,
    left: rowsOf('server_failures'),
  },
  idempotencyKeys: {
    plant: (at, n) => sql`insert into idempotency_keys (user_id, call, key, fingerprint, created_at)
      values (${ids.member}, 'createPost', ${`key ${n}`}, ${Buffer.from('f')}::bytea, ${at})`,
    left: sql`select from idempotency_keys where key like 'key%'`,
  },
  rateLimits: {
    plant: (at, n) => sql`insert into rate_limits (key, calls, ends_at)
      values (${Buffer.from(`limit ${n}`)}::bytea, 1, ${at})`,
    left: rowsOf('rate_limits'),
  },
  scrapers: {
    plant: (at, n) => sql`insert into scraper_networks values (${`203.0.113.${n}/32`}, ${at})`,
    left: rowsOf('scraper_networks'),
  },
  traffic: {
    plant: (at, n) => sql`insert into traffic_counts values (${at}, 'agent', ${`Program ${n}`}, 1, 1, 0, 0)`,
    left: rowsOf('traffic_counts'),
  },
  challenges: {
    plant: (at, n) => sql`insert into spent_challenges values (${`signature ${n}`}, ${at})`,
    left: rowsOf('spent_challenges'),
  },
}

const hoursOf = ({ kept }: Period): number => {
  if ('config' in kept) return forum.config[kept.config] * 24
  if ('days' in kept) return kept.days * 24
  return 'hours' in kept ? kept.hours : 0
}

describe('what is deleted by its age', () => {
  it.each(entriesOf(samples))(
    '%s go an hour after their time, and stay an hour before',
    async (name, sample) => {
      const period = deletedData[name]
      const hours = hoursOf(period)
      const at = (more: number) =>
        sql<Date>`now() - make_interval(hours => ${sql.lit(hours + more)}::integer)`
      await execute(sample.plant(at(1), 0))
      await execute(sample.plant(at(-1), 1))
      const count = async () => (await sample.left.execute(forum.db)).rows.length
      expect(await count()).toBe(2)
      const task = tasks.find((one) => one.name === period.task)
      await task?.perform({ ...forum, db: forum.database.db }, {}, new AbortController().signal)
      expect(await count()).toBe(1)
    },
  )

  it('each is deleted by a task that has a schedule', () => {
    const scheduled = tasks.filter(({ schedule, atStart }) => schedule ?? atStart).map(({ name }) => name)
    expect(Object.values(deletedData).filter(({ task }) => !scheduled.includes(task))).toEqual([])
  })
})

describe('every table of the database', () => {
  it('has a time after which rows are deleted, or a reason why they are kept', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
      order by 1`.execute(forum.db)
    const listed = [...Object.values(deletedData), ...keptData].flatMap(
      ({ tables }): readonly string[] => tables,
    )
    expect([...new Set(listed)].sort()).toEqual(rows.map(({ name }) => name))
  })
})
