import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import type { OutputOf } from '../contract/endpoints/index.ts'
import { type EndpointName, endpoints } from '../contract/endpoints/index.ts'
import type { Comment } from '../contract/entities/comment.ts'
import { errors } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { settingNames } from '../contract/siteSettings.ts'
import { badgeTypes } from '../contract/words.ts'
import { createApp } from '../server/app.ts'
import { hashPassword } from '../server/core/accounts/password.ts'
import { renderer } from '../web/entry-server.tsx'
import { eachInShares } from './support/eachInShares.ts'
import { type Client, type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'

type CommentsPage = OutputOf<'listComments'>

/** More than any call answers with, of everything that one can have many of. */
const many = 1300
const megabyte = 1_000_000
const longAnswers = Array.from({ length: limits.approvalQuestionsMax }, () => ({
  question: 'a'.repeat(limits.approvalQuestionMaxLength),
  answer: 'a'.repeat(limits.approvalAnswerMaxLength),
}))
/** So many of the longest texts are on a page of comments, where it has no other. */
const longestTexts = limits.commentTextBytesPerPage / limits.bodyMaxLength

let forum: Forum
let guest: Client
let admin: Member
/** Has many of everything. */
let heavy: Member
/** Waits for approval, with the longest texts. */
let applicant: Client
let community: { id: string; name: string }
let thread: PostFacts
const found = { rule: '', list: '', comment: '', notification: '', ipBlock: '', requested: '' }

const run = (statement: ReturnType<typeof sql>) => statement.execute(forum.db)

/** The id of one of the rows that a statement inserts with `returning id`. */
async function firstId(statement: ReturnType<typeof sql<{ id: string }>>): Promise<string> {
  const { rows } = await statement.execute(forum.db)
  return String(rows[0]?.id)
}

beforeAll(async () => {
  forum = await startForum()
  guest = await forum.guest()
  admin = await forum.member('the_admin', { isAdmin: true })
  heavy = await forum.member('heavy_one')
  community = await forum.community('birding', admin)
  thread = await forum.post(admin, 'birding', { title: 'All about moss' })
  await insertMany()
  applicant = await forum.guest()
  await sql`update applications set password_hash = ${await hashPassword('a fine password')}
    where username = 'applicant_1'`.execute(forum.db)
  await applicant.post('/api/_application/login', { username: 'applicant_1', password: 'a fine password' })
})
afterAll(() => forum.close())

/** Texts are as long as members can write them. */
async function insertMany(): Promise<void> {
  const { id: heavyId } = heavy
  await run(sql`insert into users (username, about_me)
    select 'many_' || n, repeat('a', ${limits.aboutMeMaxLength}) from generate_series(1, ${sql.lit(many)}) n`)
  await run(sql`update users set about_me = repeat('a', ${limits.aboutMeMaxLength})`)
  await run(sql`insert into badges (user_id, type) select id, 'supporter' from users`)
  await run(sql`update users set badge_count = 1`)
  await run(sql`insert into communities (name, creator_id, about, is_default)
    select 'place_' || n, ${admin.id}, repeat('a', ${limits.communityAboutMaxLength}), true
    from generate_series(1, ${sql.lit(many)}) n`)

  // What a member has.
  await run(sql`insert into memberships (user_id, community_id) select ${heavyId}, id from communities
    where name_key <> 'birding'`)
  await run(sql`insert into moderators (community_id, user_id, position) select id, ${heavyId}, 0 from communities
    where name_key <> 'birding'`)
  await run(sql`insert into community_bans (community_id, user_id) select id, ${heavyId} from communities
    where name_key <> 'birding'`)
  await run(
    sql`insert into user_mutes (user_id, muted_user_id) select ${heavyId}, id from users where username like 'many%'`,
  )
  await run(
    sql`insert into community_mutes (user_id, muted_community_id) select ${heavyId}, id from communities`,
  )
  await run(sql`insert into sessions (id_hash, user_id, user_agent, expires_at)
    select decode(lpad(to_hex(n), 64, '0'), 'hex'), ${heavyId}, repeat('a', 300), now() + interval '1 day'
    from generate_series(1, 150) n`)
  await run(sql`insert into lists (user_id, name, display_name, description, is_public)
    select ${heavyId}, 'list_' || n, repeat('a', 50), repeat('a', ${limits.listDescriptionMaxLength}), true
    from generate_series(1, 250) n`)
  await run(sql`insert into community_requests (user_id, name, note)
    select ${heavyId}, 'wanted_' || n, repeat('a', 500) from generate_series(1, ${sql.lit(many)}) n`)

  // What a community has.
  await run(sql`insert into moderators (community_id, user_id, position)
    select ${community.id}, id, row_number() over () from users where username like 'many%' limit 150`)
  found.rule = await firstId(sql`insert into community_rules (community_id, rule, description, created_by)
    select ${community.id}, repeat('a', 512), repeat('a', 512), ${admin.id} from generate_series(1, 150) returning id`)
  await run(sql`insert into report_silences (community_id, user_id) select ${community.id}, id from users
    where username like 'many%'`)
  await run(sql`insert into removal_templates (community_id, templates)
    select ${community.id}, json_agg(json_build_object('name', n::text, 'text', repeat('a', ${limits.moderationReasonMaxLength})))
    from generate_series(1, ${limits.removalTemplatesMax}::integer) as n`)
  await run(sql`insert into community_bans (community_id, user_id) select ${community.id}, id from users
    where username like 'many%'`)

  // Posts, comments side by side and below each other, and what there is about them.
  await run(sql`insert into posts (public_id, type, author_id, community_id, title, body)
    select lpad(n::text, 8, '0'), 'text', ${heavyId}, ${community.id}, 'Moss ' || repeat('a', 250),
      'moss ' || repeat('a', ${limits.bodyMaxLength - 5}) from generate_series(1, 120) n`)
  const body = sql`'moss ' || repeat('a', ${limits.bodyMaxLength - 5})`
  found.comment = await firstId(sql`insert into comments (post_id, author_id, body)
    select ${thread.id}, ${heavyId}, ${body} from generate_series(1, 700) returning id`)
  for (let depth = 1; depth <= limits.commentMaxDepth; depth++)
    await run(sql`insert into comments (post_id, author_id, body, parent_id, ancestors, upvotes)
      select ${thread.id}, ${heavyId}, 'moss', id, ancestors || id, ${sql.lit(depth)} from comments
      where post_id = ${thread.id} and depth = ${sql.lit(depth - 1)}
        and (${sql.lit(depth)} > 1 or id < ${found.comment}::bigint + 40)`)
  await run(sql`insert into comments (post_id, author_id, body, parent_id, ancestors)
    select ${thread.id}, ${heavyId}, ${body}, ${found.comment}, array[${found.comment}::bigint] from generate_series(1, 700)`)
  await run(sql`insert into list_items (list_id, post_id, target_created_at)
    select lists.id, posts.id, posts.created_at from lists, posts
    where lists.user_id = ${heavyId} and posts.public_id like '0%'`)
  found.list = await firstId(sql`select id from lists where user_id = ${heavyId} and name = 'list_1'`)
  await run(sql`insert into reports (community_id, post_id, reason_id, reporter_id)
    select ${community.id}, posts.id, report_reasons.id, ${admin.id} from posts, report_reasons
    where posts.public_id like '0%'`)
  await run(sql`insert into reports (community_id, post_id, rule, reporter_id)
    select ${community.id}, id, 'Rule ' || id, ${admin.id} from posts where public_id like '0%'`)
  found.notification = await firstId(sql`insert into notifications (user_id, type, post_id)
    select ${heavyId}, 'announcement', id from posts where public_id like '0%' returning id`)
  await run(sql`insert into moderation_log (action, actor_id, acted_as, community_id, reason, is_public)
    select 'lock_post', ${admin.id}, 'mods', ${community.id}, repeat('a', 500), true from generate_series(1, 120)`)

  // Who would like to join, and by whom they are invited.
  await run(sql`insert into applications (username, email, password_hash, answers)
    select 'applicant_' || n, repeat('a', 254), '', ${JSON.stringify(longAnswers)}::jsonb from generate_series(1, 1100) n`)
  await run(sql`insert into application_questions (application_id, asked_by, question, answer, answered_at)
    select id, ${admin.id}, repeat('a', 500), repeat('a', 2000), now() from applications, generate_series(1, 5)
    where username like 'applicant_1%'`)
  await run(sql`insert into invitations (code, created_by, uses_max, expires_at)
    select lpad('', 20, 'a'), ${heavyId}, 1000, now() + interval '1 day'`)
  await run(sql`insert into invitations (code, created_by, uses_max, expires_at)
    select lpad(n::text, 20, '0'), ${heavyId}, 1000, now() + interval '1 day' from generate_series(1, 150) n`)
  await run(sql`insert into invited_members (user_id, invitation_id)
    select users.id, (select max(id) from invitations) from users where username like 'many%'`)

  // What the site has.
  await run(sql`insert into static_page_versions (page, text)
    select 'terms', repeat('x', ${limits.staticPageMaxLength}::int) from generate_series(1, 100)`)
  await run(sql`insert into report_reasons (title, description, position)
    select repeat('a', 100), repeat('b', 500), n from generate_series(5, ${sql.lit(limits.reportReasonsMax)}) as n`)
  await run(sql`insert into setting_changes (name, before, after)
    select 'siteName', to_jsonb(repeat('a', 60)), to_jsonb(repeat('b', 60)) from generate_series(1, ${sql.lit(many)})`)
  found.ipBlock = await firstId(sql`insert into ip_blocks (network, note, created_by, changed)
    select ('10.1.' || n || '.0/24')::cidr, repeat('a', 500), ${admin.id}, 0 from generate_series(1, 150) n returning id`)
  await run(sql`insert into site_statistics (hour, numbers)
    select date_trunc('hour', now()) - n * interval '1 hour', '{}' from generate_series(1, ${sql.lit(many)}) n`)
  await run(sql`insert into backups (name, reason, state, finished_at, failure, verification, verification_failure)
    select 'backup-' || n, 'manual', 'failed', now(), repeat('a', 500), 'failed', repeat('a', 500)
    from generate_series(1, ${sql.lit(many)}) n`)
  await run(sql`insert into server_failures (failed_at, request_id, method, route, status, message)
    select now(), 'request-' || n, 'GET', '*', 500, repeat('a', 600) from generate_series(1, ${sql.lit(many)}) n`)
  await run(sql`select graphile_worker.add_job('of_no_task', max_attempts := 1) from generate_series(1, 120)`)
  await run(sql`select graphile_worker.permanently_fail_jobs(array(
    select id from graphile_worker.jobs where task_identifier = 'of_no_task'), repeat('a', 5000))`)
}

interface Bound {
  /** Who asks, as a rule the one whose answer is the largest. */
  readonly by: () => Client
  readonly url: () => string
  /** How many items the lists in the answer have at most, by their path; '' is the answer itself. All are reached. */
  readonly rows?: Readonly<Record<string, number>>
  /** Megabytes of the body at most, where the largest texts are of letters of one byte. */
  readonly megabytes: number
}

/** Lists inside an item, wherever they are. */
const inside: Readonly<Record<string, number>> = {
  joined: limits.invitedMembersShown,
  // Of a setting that is a list.
  value: limits.mailDomainsMax,
  default: limits.mailDomainsMax,
  answers: limits.approvalQuestionsMax,
  questions: limits.applicationQuestionsMax,
  badges: badgeTypes.length,
  authorBadges: badgeTypes.length,
  copies: 5,
  images: 100,
  ancestors: limits.commentMaxDepth,
  associatedUsers: 1000,
  reasons: limits.reportReasonsMax,
  segments: 100,
  icons: 1,
  mods: limits.moderatorsPerCommunityMax,
  rules: limits.rulesPerCommunityMax,
  reports: limits.reportsShownPerTarget,
}

const byHeavy = () => heavy
const byAdmin = () => admin
const byGuest = () => guest
const ofCommunity = (path = '') => `/api/communities/${community.id}${path}`
const pageSizeMax = limits.pageSizeMax
const list = (path = '') => `/api/lists/${found.list}${path}`
const initialOfMembers = {
  communities: limits.communitiesJoinedMax,
  lists: limits.listsPerMemberMax,
  bannedFrom: limits.communityIdsShown,
  moderates: limits.communityIdsShown,
  'mutes.userMutes': limits.mutesMax,
  'mutes.communityMutes': limits.mutesMax,
  reportReasons: limits.reportReasonsMax,
}

type ReadCall = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? Name : never
}[EndpointName]

/** Every call that reads; a missing one does not compile. */
const bounds: Record<ReadCall, Bound> = {
  getInitial: { by: byHeavy, url: () => '/api/_initial', rows: initialOfMembers, megabytes: 11 },
  getOwnUser: {
    by: byHeavy,
    url: () => '/api/_user',
    rows: { moddingList: limits.moderatedCommunitiesShown },
    megabytes: 0.5,
  },
  getCaptcha: { by: byGuest, url: () => '/api/_captcha', megabytes: 0.01 },
  getApplication: {
    by: () => applicant,
    url: () => '/api/_application',
    rows: { answers: limits.approvalQuestionsMax, questions: limits.applicationQuestionsMax },
    megabytes: 0.05,
  },
  listApplications: {
    by: byAdmin,
    url: () => '/api/applications',
    rows: { items: limits.applicationsPerPage },
    megabytes: 0.5,
  },
  getInvitation: { by: byGuest, url: () => `/api/invitations/${'a'.repeat(20)}`, megabytes: 0.01 },
  listInvitations: {
    by: byAdmin,
    url: () => '/api/invitations?of=all',
    rows: { items: limits.invitationsPerPage },
    megabytes: 0.1,
  },
  getStaticPage: { by: byGuest, url: () => '/api/_pages/about', megabytes: 0.1 },
  getUser: {
    by: byAdmin,
    url: () => '/api/users/heavy_one?adminsView=true',
    rows: { moddingList: limits.moderatedCommunitiesShown },
    megabytes: 0.5,
  },
  getUserFeed: {
    by: byGuest,
    url: () => `/api/users/heavy_one/feed?limit=${pageSizeMax}`,
    rows: { items: pageSizeMax },
    megabytes: 1.5,
  },
  listSessions: {
    by: byHeavy,
    url: () => '/api/_sessions',
    rows: { '': limits.sessionsShown },
    megabytes: 0.1,
  },
  getExport: { by: byHeavy, url: () => '/api/_export', megabytes: 0.01 },
  listCommunities: {
    by: byHeavy,
    url: () => '/api/communities',
    rows: { '': limits.communitiesPerPageMax },
    megabytes: 4,
  },
  getCommunity: {
    by: byGuest,
    url: ofCommunity,
    rows: { mods: limits.moderatorsPerCommunityMax, rules: limits.rulesPerCommunityMax },
    megabytes: 0.5,
  },
  listRules: {
    by: byGuest,
    url: () => ofCommunity('/rules'),
    rows: { '': limits.rulesPerCommunityMax },
    megabytes: 0.2,
  },
  getRule: { by: byGuest, url: () => ofCommunity(`/rules/${found.rule}`), megabytes: 0.01 },
  listModerators: {
    by: byGuest,
    url: () => ofCommunity('/mods'),
    rows: { '': limits.moderatorsPerCommunityMax },
    megabytes: 0.2,
  },
  listPosts: {
    by: byHeavy,
    url: () => `/api/posts?feed=community&communityId=${community.id}&sort=latest&limit=${pageSizeMax}`,
    rows: { posts: pageSizeMax },
    megabytes: 1.5,
  },
  listModeratedPosts: {
    by: byAdmin,
    url: () => `/api/posts?filter=all&communityId=${community.id}&page=1&limit=${pageSizeMax}`,
    rows: { posts: pageSizeMax },
    megabytes: 1.5,
  },
  getPost: {
    by: byHeavy,
    url: () => `/api/posts/${thread.publicId}`,
    megabytes: 3.5,
  },
  getLinkInfo: { by: byHeavy, url: () => '/api/_link_info?url=ftp%3A%2F%2Fa.example', megabytes: 0.01 },
  listComments: {
    by: byHeavy,
    url: () => `/api/posts/${thread.publicId}/comments`,
    megabytes: 3.5,
  },
  listReplies: {
    by: byHeavy,
    url: () => `/api/posts/${thread.publicId}/comments?parentId=${found.comment}`,
    // One of its replies is short.
    rows: { '': longestTexts },
    megabytes: 2.5,
  },
  getComment: { by: byGuest, url: () => `/api/comments/${found.comment}`, megabytes: 0.1 },
  listSilencedReporters: {
    by: byAdmin,
    url: () => `/api/silenced_reporters?communityId=${community.id}`,
    rows: { items: limits.silencedReportersMax },
    megabytes: 0.1,
  },
  getRemovalReasons: {
    by: byAdmin,
    url: () => ofCommunity('/removal_reasons'),
    rows: { rules: limits.rulesPerCommunityMax, templates: limits.removalTemplatesMax },
    megabytes: 0.3,
  },
  listReports: {
    by: byAdmin,
    url: () => ofCommunity(`/reports?limit=${pageSizeMax}`),
    rows: { reports: pageSizeMax },
    megabytes: 1.5,
  },
  listQueue: {
    by: byAdmin,
    url: () => `/api/modqueue?scope=all&limit=${pageSizeMax}`,
    rows: { items: pageSizeMax },
    megabytes: 1.5,
  },
  listQueueItems: {
    by: byAdmin,
    url: () => `/api/modqueue/items?scope=all&limit=${pageSizeMax}`,
    rows: { items: pageSizeMax, reasons: limits.queueReasonsShown },
    megabytes: 1.5,
  },
  listBanned: {
    by: byAdmin,
    url: () => ofCommunity('/banned'),
    rows: { '': limits.bannedMembersShown },
    megabytes: 1.5,
  },
  listModerationLog: {
    by: byGuest,
    url: () => `/api/modlog?limit=${pageSizeMax}`,
    rows: { items: pageSizeMax },
    megabytes: 0.1,
  },
  listLists: {
    by: byHeavy,
    url: () => '/api/users/heavy_one/lists',
    rows: { '': limits.listsPerMemberMax },
    megabytes: 2.5,
  },
  listSavedTo: {
    by: byHeavy,
    url: () => `/api/lists/_saved_to?type=post&id=${found.requested}`,
    rows: { '': limits.listsPerMemberMax },
    megabytes: 0.01,
  },
  getList: { by: byHeavy, url: () => '/api/users/heavy_one/lists/list_1', megabytes: 0.05 },
  listItems: {
    by: byHeavy,
    url: () => `/api/users/heavy_one/lists/list_1/items?limit=${pageSizeMax}`,
    rows: { items: pageSizeMax },
    megabytes: 1.5,
  },
  getListById: { by: byHeavy, url: list, megabytes: 0.05 },
  listItemsById: {
    by: byHeavy,
    url: () => list(`/items?limit=${pageSizeMax}`),
    rows: { items: pageSizeMax },
    megabytes: 1.5,
  },
  listMutes: {
    by: byHeavy,
    url: () => '/api/mutes',
    rows: { communityMutes: limits.mutesMax, userMutes: limits.mutesMax },
    megabytes: 5,
  },
  listNotifications: { by: byHeavy, url: () => '/api/notifications', rows: { items: 10 }, megabytes: 0.5 },
  getNotification: {
    by: byHeavy,
    url: () => `/api/notifications/${found.notification}`,
    megabytes: 0.05,
  },
  search: {
    by: byGuest,
    url: () => `/api/search?q=moss&in=comments&limit=${pageSizeMax}`,
    rows: { comments: pageSizeMax, excerpts: pageSizeMax },
    megabytes: 1.5,
  },
  suggest: {
    by: byGuest,
    url: () => '/api/search/suggestions?q=moss',
    rows: { posts: limits.suggestedPosts },
    megabytes: 0.01,
  },
  countResults: { by: byGuest, url: () => '/api/search/counts?q=moss', megabytes: 0.001 },
  listUsers: {
    by: byAdmin,
    url: () => '/api/users',
    rows: { users: limits.adminTableRows },
    megabytes: 1.5,
  },
  listAllComments: {
    by: byAdmin,
    url: () => '/api/comments',
    rows: { comments: limits.adminTableRows },
    megabytes: 2.5,
  },
  listMembers: {
    by: byAdmin,
    url: () => '/api/_admin/members',
    rows: { members: limits.adminTableRows },
    megabytes: 0.1,
  },
  getSiteSettings: { by: byAdmin, url: () => '/api/site_settings', megabytes: 0.01 },
  getChecklist: { by: byAdmin, url: () => '/api/_admin/checklist', megabytes: 0.01 },
  listSettings: {
    by: byAdmin,
    url: () => '/api/_admin/settings',
    rows: { settings: settingNames.length, 'settings.value': 4, 'settings.default': 4 },
    megabytes: 0.1,
  },
  listReportReasons: {
    by: byAdmin,
    url: () => '/api/_admin/report_reasons',
    rows: { reasons: limits.reportReasonsMax },
    megabytes: 0.1,
  },
  listSettingChanges: {
    by: byAdmin,
    url: () => '/api/_admin/setting_changes',
    rows: { changes: limits.settingChangesPerPage },
    megabytes: 0.1,
  },
  getStaticPageText: {
    by: byAdmin,
    url: () => '/api/_admin/pages/terms',
    megabytes: 0.1,
  },
  listStaticPageVersions: {
    by: byAdmin,
    url: () => '/api/_admin/pages/terms/versions',
    rows: { versions: limits.staticPageVersionsPerPage },
    megabytes: 0.5,
  },
  listCommunityRequests: {
    by: byAdmin,
    url: () => '/api/community_requests',
    rows: { '': limits.communityRequestsShown },
    megabytes: 1,
  },
  listIpBlocks: {
    by: byAdmin,
    url: () => `/api/ipblocks?limit=${limits.ipBlocksPerPageMax}`,
    rows: { blocks: limits.ipBlocksPerPageMax },
    megabytes: 0.1,
  },
  getIpBlock: { by: byAdmin, url: () => `/api/ipblocks/${found.ipBlock}`, megabytes: 0.05 },
  getStatisticsSeries: {
    by: byAdmin,
    url: () => '/api/_admin/statistics?period=week',
    // Without the hour that has not been counted yet.
    rows: { points: 167 },
    megabytes: 0.1,
  },
  getSystemState: {
    by: byAdmin,
    url: () => '/api/_admin/system',
    rows: {
      'database.tables': limits.tablesShown,
      'jobs.failedJobs': limits.failedJobsShown,
      failures: limits.failuresShown,
    },
    megabytes: 0.2,
  },
  listBackups: {
    by: byAdmin,
    url: () => '/api/_admin/backups',
    rows: { backups: limits.backupsShown },
    megabytes: 0.2,
  },
  listStatistics: {
    by: byAdmin,
    url: () => `/api/analytics/bss?limit=${limits.statisticsPerPageMax}`,
    rows: { events: limits.statisticsPerPageMax },
    megabytes: 0.5,
  },
}

/** How long the lists in a value are, by their path; of several under one path, the longest. */
function listLengths(value: unknown, path = '', lengths = new Map<string, number>()): Map<string, number> {
  if (Array.isArray(value)) {
    lengths.set(path, Math.max(value.length, lengths.get(path) ?? 0))
    for (const item of value) listLengths(item, path, lengths)
  } else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      listLengths(part, path === '' ? name : `${path}.${name}`, lengths)
  return lengths
}

/** Comments, and at most fifteen above each of them. */
const commentRows = { comments: limits.commentsPerPage * (limits.commentMaxDepth + 1) }

describe('an answer is bounded, however much there is', () => {
  it('every call that reads has a bound', () => {
    const reading = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === 'GET')
    expect(Object.keys(bounds).sort()).toEqual(reading.map(([name]) => name).sort())
  })

  it.each(Object.entries(bounds))('%s', async (_name, { by, url, rows = {}, megabytes }) => {
    found.requested = (await guest.get('/api/posts/00000001')).json().id
    const answer = await by().get(url())
    expect([200, errors.invalidUrl.status], answer.body.slice(0, 300)).toContain(answer.statusCode)
    expect(Buffer.byteLength(answer.body)).toBeLessThanOrEqual(megabytes * megabyte)
    const lengths = listLengths(answer.json())
    expect(Object.fromEntries(Object.keys(rows).map((path) => [path, lengths.get(path)]))).toEqual(rows)
    const most: Record<string, number> = { ...commentRows, ...inside, ...rows }
    for (const [path, length] of lengths) {
      const bound = rows[path] ?? most[path.split('.').at(-1) ?? '']
      expect(length === 0 || length <= (bound ?? 0), `${length} × ${path}`).toBe(true)
    }
  })
})

describe('a page of comments with the longest texts ends sooner, and the next one goes on', () => {
  afterAll(() => run(sql`delete from comments where upvotes >= 1000`))

  const bytesOf = (comments: readonly Comment[]) =>
    comments.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)

  it('until all were shown, each with what it replies to', async () => {
    const seen = new Map<string, Comment>()
    let pages = 0
    for (let next: string | null = ''; next !== null; pages += 1) {
      const page: CommentsPage = (
        await guest.get(`/api/posts/${thread.publicId}/comments?next=${next}`)
      ).json()
      expect(bytesOf(page.comments)).toBeLessThanOrEqual(limits.commentTextBytesPerPage)
      for (const comment of page.comments) seen.set(comment.id, comment)
      expect(page.comments.filter(({ parentId }) => parentId !== null && !seen.has(parentId))).toEqual([])
      next = page.next
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer from comments where post_id = ${thread.id}`.execute(forum.db)
    expect(seen.size).toBe(rows[0]?.count)
    expect(pages).toBeGreaterThan(10)
  })

  it('where their texts are rendered, too', async () => {
    const page = (await guest.get(`/api/posts/${thread.publicId}/comments?render=true`)).json<CommentsPage>()
    expect(page.next).not.toBeNull()
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(3.5 * megabyte)
  })

  it('below a comment, too', async () => {
    const url = `/api/posts/${thread.publicId}/comments?parentId=${found.comment}`
    const { id } = (await guest.get(`/api/comments/${found.comment}`)).json<Comment>()
    const seen = new Set<string>()
    for (let next = ''; ; ) {
      const page = (await guest.get(url + next)).json<Comment[]>()
      expect(bytesOf(page)).toBeLessThanOrEqual(limits.commentTextBytesPerPage)
      const own = page.filter(({ parentId }) => parentId === id)
      const before = seen.size
      for (const comment of own) seen.add(comment.id)
      if (seen.size === before) break
      next = `&next=${own.at(-1)?.upvotes}.${own.at(-1)?.id}`
    }
    expect(seen.size).toBe(701)
  })

  it('and has one comment in any case, with those above it', async () => {
    const long = await firstId(sql`insert into comments (post_id, author_id, body, upvotes)
      select ${thread.id}, ${heavy.id}, repeat('é', 400000), 1000 returning id`)
    for (let depth = 1; depth <= limits.commentMaxDepth; depth++)
      await run(sql`insert into comments (post_id, author_id, body, parent_id, ancestors, upvotes)
        select ${thread.id}, ${heavy.id}, repeat('é', 400000), id, ancestors || id, 1000 + ${sql.lit(depth)} from comments
        where post_id = ${thread.id} and depth = ${sql.lit(depth - 1)} and upvotes >= 1000`)
    const { comments, next }: CommentsPage = (
      await guest.get(`/api/posts/${thread.publicId}/comments`)
    ).json()
    expect([comments.length, next?.split('.')[0]]).toEqual([16, '1014'])
    const only: Comment[] = (
      await guest.get(`/api/posts/${thread.publicId}/comments?parentId=${long}`)
    ).json()
    expect(only.map(({ depth }) => depth)).toEqual([1, 2])
  })
})

describe('so are the lists in other answers', () => {
  it('of guests, who get the default communities', async () => {
    const { communities } = (await guest.get('/api/_initial')).json()
    expect(communities).toHaveLength(limits.communitiesJoinedMax)
  })

  it.each([
    ['/all.atom', 30],
    ['/birding.atom', 30],
    ['/@heavy_one.atom', 30],
  ])('of the feed %s', async (url, entries) => {
    const { body } = await guest.get(url)
    expect(body.match(/<entry>/g)).toHaveLength(entries)
    expect(Buffer.byteLength(body)).toBeLessThan(megabyte)
  })

  it('of the feed of a discussion', async () => {
    const { body } = await guest.get(`/birding/post/${thread.publicId}.atom`)
    expect(body.match(/<entry>/g)).toHaveLength(30)
  })

  it('of a sitemap, whose format has a limit', async () => {
    const { body } = await guest.get('/sitemap-pages.xml')
    expect(body.match(/<loc>/g)?.length).toBeGreaterThan(many)
    expect(body.match(/<loc>/g)?.length).toBeLessThanOrEqual(50_000)
  })
})

describe('the directory', () => {
  // [ACC-7-025]
  it('begins with any community, so that all can be read page by page', async () => {
    const seen: string[] = []
    let next = ''
    do {
      const page = (await guest.get(`/api/communities?sort=new&next=${next}`)).json<{ id: string }[]>()
      seen.push(...page.map(({ id }) => id).filter((id) => id !== next))
      next = page.length === limits.communitiesPerPageMax ? (page.at(-1)?.id ?? '') : ''
    } while (next !== '')
    expect(new Set(seen).size).toBe(many + 1)
  })

  it('has no larger page for those who want one', async () => {
    const page = (await guest.get('/api/communities?limit=99999999999')).json()
    expect(page).toHaveLength(limits.communitiesPerPageMax)
  })
})

describe('so are pages, which are made of such answers', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
    app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
  })
  afterAll(() => app.close())

  eachInShares(
    [
      ['/', byGuest, 10],
      ['/', byHeavy, 15],
      ['/birding', byGuest, 6],
      ['/birding?tab=about', byGuest, 6],
      ['/birding/post/THREAD', byGuest, 10],
      ['/@heavy_one', byGuest, 6],
      ['/communities', byGuest, 6],
      ['/search?q=moss', byGuest, 5],
      ['/modlog', byGuest, 5],
      ['/@heavy_one/lists', byHeavy, 15],
      ['/settings', byHeavy, 15],
      ['/notifications', byHeavy, 15],
      ['/birding/modtools/banned', byAdmin, 10],
      ['/admin/new-community-requests', byAdmin, 10],
    ] as const,
    3,
  )('%s for %s', async (path, by, megabytes) => {
    const url = path.replace('THREAD', thread.publicId)
    const { statusCode, body } = await app.inject({ url, headers: by() === guest ? {} : by().headers() })
    expect(statusCode).toBe(200)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(megabytes * megabyte)
  })

  // [ACC-2-029]
  it('the directory links to its next page until all communities were shown', async () => {
    const seen = new Set<string>()
    let url = '/communities?sort=old'
    let pages = 0
    while (url !== '') {
      const { body } = await app.inject({ url })
      for (const [, name = ''] of body.matchAll(/<a [^>]*href="\/((?:place_|birding)\w*)"/g)) seen.add(name)
      url = (/href="([^"]*)" rel="next"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&')
      pages += 1
    }
    expect([pages, seen.size]).toEqual([3, many + 1])
  })
})

describe('a member who has joined as many communities as one can', () => {
  it('joins no other, may join one of them again, and may after leaving one', async () => {
    const joiner = await forum.member('joins_a_lot')
    await run(sql`delete from memberships where user_id = ${joiner.id}`)
    await run(sql`insert into memberships (user_id, community_id)
      select ${joiner.id}, id from communities where name like 'place%' order by id limit ${sql.lit(limits.communitiesJoinedMax)}`)
    const press = (communityId: string, leave = false) =>
      joiner.post('/api/_joinCommunity', { communityId, leave })
    const members = async () => (await guest.get(ofCommunity())).json().noMembers
    const before = await members()
    expect((await press(community.id)).json()).toEqual(errors.tooManyMemberships)
    expect(await members()).toBe(before)

    const { id: joined } = (await guest.get('/api/communities/place_1?byName=true')).json()
    expect((await press(joined)).json()).toMatchObject({ userJoined: true })
    await press(joined, true)
    expect((await press(community.id)).json()).toMatchObject({ userJoined: true, noMembers: before + 1 })
  })

  // [ACC-7-083]
  it('joins none of several others, and may in exchange for as many', async () => {
    const joiner = await forum.member('joins_in_lots')
    await run(sql`delete from memberships where user_id = ${joiner.id}`)
    await run(sql`insert into memberships (user_id, community_id)
      select ${joiner.id}, id from communities where name like 'place%' order by id limit ${sql.lit(limits.communitiesJoinedMax - 1)}`)
    const communitiesOf = () =>
      forum.db.selectFrom('memberships').where('user_id', '=', joiner.id).select('community_id').execute()
    const others = (await guest.get('/api/communities?sort=new&limit=2')).json<{ id: string }[]>()
    const join = others.map(({ id }) => id)
    const before = await communitiesOf()
    expect((await joiner.post('/api/_memberships', { join })).json()).toEqual(errors.tooManyMemberships)
    expect(await communitiesOf()).toEqual(before)

    const { id: left } = (await guest.get('/api/communities/place_1?byName=true')).json()
    const changed = await joiner.post('/api/_memberships', { join, leave: [left] })
    expect(changed.json()).toHaveLength(3)
    expect(await communitiesOf()).toHaveLength(limits.communitiesJoinedMax)
  })
})

it('a user inside something else has the beginning of their text, and a profile all of it', async () => {
  const moderators = (await guest.get(ofCommunity('/mods'))).json<{ aboutMe: string }[]>()
  expect(new Set(moderators.map(({ aboutMe }) => aboutMe.length))).toEqual(
    new Set([limits.authorAboutMaxLength]),
  )
  expect((await guest.get('/api/users/many_1')).json().aboutMe).toHaveLength(limits.aboutMeMaxLength)
})
