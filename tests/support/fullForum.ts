import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { hashPassword } from '../../server/core/accounts/password.ts'
import { type Client, type Forum, type Member, type PostFacts, startForum } from './forum.ts'

/** More than any call answers with, of everything that one can have many of. */
export const many = 1300
const longAnswers = Array.from({ length: limits.approvalQuestionsMax }, () => ({
  question: 'a'.repeat(limits.approvalQuestionMaxLength),
  answer: 'a'.repeat(limits.approvalAnswerMaxLength),
}))

/** A forum that has more of everything than an answer may have. */
export interface FullForum {
  readonly forum: Forum
  readonly guest: Client
  readonly admin: Member
  /** Has many of everything. */
  readonly heavy: Member
  /** Waits for approval, with the longest texts. */
  readonly applicant: Client
  readonly community: { readonly id: string; readonly name: string }
  readonly thread: PostFacts
  /** Ids of one of each. */
  readonly found: {
    readonly automation: string
    readonly rule: string
    readonly list: string
    readonly comment: string
    readonly notification: string
    readonly conversation: string
    readonly notice: string
    readonly ipBlock: string
    readonly post: string
  }
}

/** The id of one of the rows that a statement inserts with `returning id`. */
export async function idOfFirst(
  { db }: Pick<Forum, 'db'>,
  statement: ReturnType<typeof sql<{ id: string }>>,
): Promise<string> {
  const { rows } = await statement.execute(db)
  return String(rows[0]?.id)
}

export async function startFullForum(): Promise<FullForum> {
  const forum = await startForum()
  const guest = await forum.guest()
  const admin = await forum.member('the_admin', { isAdmin: true })
  const heavy = await forum.member('heavy_one')
  const community = await forum.community('birding', admin)
  const thread = await forum.post(admin, 'birding', { title: 'All about moss' })
  const ids = await insertMany({ forum, admin, heavy, community, thread })
  const found = { ...ids, post: (await guest.get('/api/posts/00000001')).json().id }
  const applicant = await forum.guest()
  await sql`update applications set password_hash = ${await hashPassword('a fine password')}
    where username = 'applicant_1'`.execute(forum.db)
  await applicant.post('/api/_application/login', { username: 'applicant_1', password: 'a fine password' })
  return { forum, guest, admin, heavy, applicant, community, thread, found }
}

/** Texts are as long as members can write them. */
async function insertMany({
  forum,
  admin,
  heavy,
  community,
  thread,
}: Pick<FullForum, 'forum' | 'admin' | 'heavy' | 'community' | 'thread'>): Promise<
  Omit<FullForum['found'], 'post'>
> {
  const { id: heavyId } = heavy
  const found = {
    rule: '',
    list: '',
    comment: '',
    notification: '',
    conversation: '',
    notice: '',
    ipBlock: '',
    automation: '',
  }
  const run = (statement: ReturnType<typeof sql>) => statement.execute(forum.db)
  const firstId = (statement: ReturnType<typeof sql<{ id: string }>>) => idOfFirst(forum, statement)
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
  await run(sql`update sessions set last_seen_ip = inet '10.9.0.0' + row.n
    from (select id_hash, row_number() over () as n from sessions where user_id = ${heavyId}) as row
    where row.id_hash = sessions.id_hash`)
  await run(sql`update users set created_ip = inet '10.9.0.0' + (id % 150), last_seen_ip = created_ip
    where username like 'many%'`)
  await run(sql`insert into community_bans (community_id, user_id) select communities.id, users.id from communities, users
    where username like 'many%' and communities.name ~ '^place_[1-6]$'`)
  await run(sql`insert into lists (user_id, name, display_name, description, is_public)
    select ${heavyId}, 'list_' || n, repeat('a', 50), repeat('a', ${limits.listDescriptionMaxLength}), true
    from generate_series(1, 250) n`)
  await run(sql`insert into drafts (user_id, place, title, body, url, community)
    select ${heavyId}, 'post:n' || n, repeat('a', ${limits.draftTitleMaxLength}), repeat('a', ${limits.bodyMaxLength}),
      repeat('a', ${limits.draftUrlMaxLength}), repeat('a', 21)
    from generate_series(1, ${limits.draftsMax + 50}::integer) n`)
  await run(sql`insert into held_items (kind, author_id, community_id, sent, sent_hash, reasons)
    select 'post', ${heavyId}, ${community.id}, json_build_object('type', 'text', 'title', repeat('a', ${limits.titleMaxLength}),
      'body', repeat('a', ${limits.bodyMaxLength})), sha256(n::text::bytea), '[{"reason": "new_member"}]'
    from generate_series(1, ${limits.heldListedMax + 50}::integer) n`)
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

  await run(sql`insert into queue_views (user_id, views)
    select ${heavyId}, jsonb_agg(jsonb_build_object('name', repeat('a', ${limits.queueViewNameMaxLength}), 'query',
      repeat('a', ${limits.queueViewQueryMaxLength}))) from generate_series(1, ${limits.queueViewsMax}::integer)`)
  await run(sql`insert into post_moves (post_id, from_id, to_id, proposed_by, reason, state, decided_at)
    select ${thread.id}, ${community.id}, (select max(id) from communities), ${admin.id}, repeat('a', 1000), 'done', now()
    from generate_series(1, ${limits.movesShown + 50}::integer)`)
  await run(sql`insert into post_merges (post_id, into_id, community_id, merged_by, reason, root_ids, before, undone_by, undone_at)
    select ${thread.id}, ${thread.id}, ${community.id}, ${admin.id}, repeat('a', 1000), '{}', '{}', ${admin.id}, now()
    from generate_series(1, ${limits.mergesShown + 50}::integer)`)
  await run(sql`insert into member_notes (community_id, member_id, author_id, body)
    select ${community.id}, ${heavyId}, ${admin.id}, repeat('a', ${limits.memberNoteMaxLength})
    from generate_series(1, 150)`)
  await run(sql`insert into modmail_conversations (community_id, member_id, subject, is_new_to_member, is_new_to_moderators)
    select ${community.id}, ${heavyId}, repeat('a', ${limits.modmailSubjectMaxLength}), true, true from generate_series(1, 150)`)
  found.conversation = await firstId(sql`select id from modmail_conversations order by id`)
  await run(sql`insert into modmail_messages (conversation_id, author_id, kind, written_as, body)
    select id, ${admin.id}, 'warning', 'mods', repeat('a', ${limits.modmailMessageMaxLength})
    from modmail_conversations, generate_series(1, case when id = ${found.conversation} then 150 else 1 end)`)
  await run(sql`insert into appeals (act, member_id, community_id, actor_id, acted_as, acted_at, reason, body)
    select 'ban', ${heavyId}, ${community.id}, ${admin.id}, 'mods', now(), repeat('a', 500),
      repeat('a', ${limits.appealMaxLength}) from generate_series(1, 50)`)

  found.notice =
    await firstId(sql`insert into notices (kind, subject, user_id, address, ground, country, body, reporter_id, due_at,
      act, reasons, decided_by, decided_at, complaint, complained_at)
    select 'unlawful', 'user', ${heavyId}, repeat('a', ${limits.noticeAddressMaxLength}), repeat('a', ${limits.noticeGroundMaxLength}),
      repeat('a', ${limits.noticeCountryMaxLength}), repeat('a', ${limits.noticeMaxLength}), ${heavyId}, now(),
      'other', repeat('a', ${limits.moderationReasonMaxLength}), ${admin.id}, now(), repeat('a', ${limits.noticeMaxLength}), now()
    from generate_series(1, 50) returning id`)

  // Posts, comments side by side and below each other, and what there is about them.
  await run(sql`insert into posts (public_id, type, author_id, community_id, title, body)
    select lpad(n::text, 8, '0'), 'text', ${heavyId}, ${community.id}, 'Moss ' || repeat('a', 250),
      'moss ' || repeat('a', ${limits.bodyMaxLength - 5}) from generate_series(1, 120) n`)
  await run(sql`insert into posts (public_id, type, author_id, community_id, title, link_url, created_at)
    select 'lnk_' || lpad(n::text, 4, '0'), 'link', ${admin.id}, ${community.id}, repeat('a', ${limits.titleMaxLength}),
      'https://moss.example/', '2001-01-01' from generate_series(1, ${limits.sameLinksShown + 5}::integer) n`)
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
  for (const [column, id] of [
    ['post_id', thread.id],
    ['comment_id', found.comment],
  ] as const)
    await run(sql`insert into text_versions (${sql.ref(column)}, title, body, written_at)
      select ${id}, repeat('a', 255), ${body}, now() from generate_series(1, ${sql.lit(limits.versionsKept)})`)
  await run(sql`insert into list_items (list_id, post_id, target_created_at)
    select lists.id, posts.id, posts.created_at from lists, posts
    where lists.user_id = ${heavyId} and posts.public_id like '0%'`)
  await run(sql`insert into hidden_posts (user_id, post_id)
    select ${heavyId}, id from posts where public_id like '0%' order by id limit ${limits.hiddenPostsPerPage + 5}`)
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
  await run(sql`insert into vouches (user_id, voucher_id)
    select ${heavyId}, users.id from users where username like 'many%' order by id limit 200`)

  await run(sql`update memberships set visited_at = now() - interval '1 hour' where user_id = ${heavy.id}`)
  await run(sql`insert into posts (public_id, type, author_id, community_id, title)
    select 'new_' || lpad((row_number() over ())::text, 4, '0'), 'text', ${admin.id}, id, 'A new post'
    from memberships join communities on id = community_id where user_id = ${heavy.id} and deleted_at is null`)
  // What the site has.
  await run(sql`insert into terms_versions (version, text)
    select 'v' || n, ${'Be kind. '.repeat(4000)} from generate_series(1, ${limits.termsVersionsPerPage + 5}) as n`)
  await run(sql`insert into static_page_versions (page, text)
    select 'terms', repeat('x', ${limits.staticPageMaxLength}::int) from generate_series(1, 100)`)
  await run(sql`insert into report_reasons (title, description, position)
    select repeat('a', 100), repeat('b', 500), n from generate_series(5, ${sql.lit(limits.reportReasonsMax)}) as n`)
  await run(sql`insert into security_events (kind, user_id, ip, detail, hour)
    select 'admin_refused', ${heavy.id}, '2001:db8::1', repeat('a', 100), n from generate_series(1, ${sql.lit(many)}) as n`)
  await run(sql`insert into setting_changes (name, before, after)
    select 'siteName', to_jsonb(repeat('a', 60)), to_jsonb(repeat('b', 60)) from generate_series(1, ${sql.lit(many)})`)
  found.ipBlock = await firstId(sql`insert into ip_blocks (network, note, created_by, changed)
    select ('10.1.' || n || '.0/24')::cidr, repeat('a', 500), ${admin.id}, 0 from generate_series(1, 150) n returning id`)
  await run(sql`insert into site_statistics (hour, numbers)
    select date_trunc('hour', now()) - n * interval '1 hour', '{}' from generate_series(1, ${sql.lit(many)}) n`)
  await run(sql`insert into backups (name, reason, state, finished_at, failure, verification, verification_failure)
    select 'backup-' || n, 'manual', 'failed', now(), repeat('a', 500), 'failed', repeat('a', 500)
    from generate_series(1, ${sql.lit(many)}) n`)
  await run(sql`insert into erasures (user_id, content, step, counts, finished_at)
    select id, 'remove', 'name', '{"votes": 1000000, "posts": 1000000, "comments": 1000000, "versions": 1000000}', now()
    from users where username like 'many\\_%'`)
  await run(sql`with ordered as (
      insert into bulk_actions (action, ordered_by, reason, with_content, filter, finished_at)
      select 'ban', ${admin.id}, repeat('a', 500), true, '{"q": "many_"}', now() from generate_series(1, ${sql.lit(many)}) n returning id)
    insert into bulk_action_members (bulk_action_id, user_id, outcome)
    select ordered.id, users.id, 'skipped' from ordered, users where username like 'many\\_1%'`)
  await run(
    sql`insert into uncounted_voters (user_id, since) select id, now() from users where username like 'many\\_%'`,
  )
  await run(sql`insert into slow_voters (user_id) select id from users where username like 'many\\_%'`)
  await run(sql`insert into blocked_pictures (hash, note, added_by)
    select n::bit(64), repeat('a', 200), ${admin.id} from generate_series(1, ${sql.lit(limits.blockedPicturesMax)}) n`)
  await run(sql`insert into traffic_counts
    select now(), kind, kind || n, 1, 1, 0, 0 from unnest(array['network', 'agent']) kind, generate_series(1, ${sql.lit(many)}) n`)
  await run(
    sql`insert into waves (signals, ended_at) select '[]', now() from generate_series(1, ${sql.lit(many)}) n`,
  )
  const definition = JSON.stringify({
    on: 'new',
    to: 'both',
    when: { is: 'words', list: Array.from({ length: 100 }, (_none, n) => `word ${n}`) },
    acts: [{ does: 'remove', text: 'a'.repeat(500) }],
    isLast: false,
    sparesStaff: true,
    startsAt: null,
    endsAt: null,
    daily: null,
  })
  found.automation = await firstId(sql`with rule as (
      insert into automation_rules (name, state, place, definition, changed)
      select repeat('a', 80), 'off', n, ${definition}::jsonb, 0 from generate_series(1, ${sql.lit(limits.automationRulesMax)}) n
      returning id, name, state, definition),
    version as (
      insert into automation_versions (rule_id, version, name, state, definition, why, changed_by)
      select id, n, name, state, definition, repeat('a', 300), ${admin.id}
      from rule, generate_series(1, case when id = (select min(id) from rule) then 110 else 1 end) n),
    undo as (
      insert into automation_undos (rule_id, since, ordered_by)
      select min(id), now(), ${admin.id} from rule, generate_series(1, 30) n group by n),
    hit as (
      insert into automation_hits (rule_id, version, community_id, kind, author_id, is_shadow, acts, excerpt)
      select (select min(id) from rule), 1, (select min(id) from communities), 'post', ${heavy.id}, true, '{remove}', repeat('a', 200)
      from generate_series(1, ${sql.lit(many)}) n)
    select min(id) as id from rule`)
  await run(sql`insert into server_failures (failed_at, request_id, method, route, status, message)
    select now(), 'request-' || n, 'GET', '*', 500, repeat('a', 600) from generate_series(1, ${sql.lit(many)}) n`)
  await run(sql`select graphile_worker.add_job('of_no_task', max_attempts := 1) from generate_series(1, 120)`)
  await run(sql`select graphile_worker.permanently_fail_jobs(array(
    select id from graphile_worker.jobs where task_identifier = 'of_no_task'), repeat('a', 5000))`)
  return found
}
