import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conditionKinds } from '../../../contract/automation.ts'
import type {
  AutomationCondition,
  AutomationDefinition,
  AutomationHit,
  AutomationRule,
} from '../../../contract/entities/automation.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { errors } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { definitionWith, newAutomation } from '../../../tests/support/automation.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { drawing, uploadOf } from '../../../tests/support/pictures.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { purgeTask } from '../../core/api/purge.ts'
import { viewAs } from '../../core/api/viewAs.ts'
import { watchAutomation } from '../../core/automation/live.ts'
import { counters, driftQuery } from '../../core/counters/counters.ts'
import { hexOfHash, pictureHash } from '../../core/images/pictureHash.ts'
import { decide } from '../reviewing/decide.ts'
import { noteNewTexts } from '../waves/newTexts.ts'
import { undoAutomation } from './undo.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let other: Member
beforeAll(async () => {
  forum = await startForum({ PURGE_URL: 'http://127.0.0.1:1/' })
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('wren_writes')
  other = await forum.member('robin_reads')
})
afterAll(() => forum.close())

let made = 0
let community: { id: string; name: string }
beforeEach(async () => {
  made += 1
  await sql`delete from automation_rules`.execute(forum.db)
  await sql`update automation_state set version = version + 1`.execute(forum.db)
  community = await forum.community(`meadow_${made}`, admin)
  moderator = await forum.moderator(`mod_${made}`, community.name)
})

const spamOf = (fields: Partial<AutomationDefinition> = {}, options?: Parameters<typeof newAutomation>[3]) =>
  newAutomation(moderator, community.id, fields, options)

const sendPost = (title: string, body = 'A text', by = author, more: object = {}) =>
  by.post('/api/posts', {
    type: 'text',
    title,
    body,
    community: community.name,
    userGroup: 'normal',
    ...more,
  })
const sendComment = (post: PostFacts, body: string, by = author, more: object = {}) =>
  by.post(`/api/posts/${post.publicId}/comments`, { body, ...more })

const hits = async (by = moderator, ruleId?: string): Promise<AutomationHit[]> =>
  (
    await by.get(
      `/api/automation/hits?${by === admin ? '' : `communityId=${community.id}`}${ruleId ? `&rule=${ruleId}` : ''}`,
    )
  ).json().hits
const rules = async (): Promise<AutomationRule[]> =>
  (await moderator.get(`/api/automation?communityId=${community.id}`)).json().rules
const stateOf = async (post: PostFacts) =>
  forum.db
    .selectFrom('posts')
    .where('id', '=', stored(post.id))
    .select(['deleted_as', 'locked_as'])
    .executeTakeFirstOrThrow()

const [blocked, fine] = [71, 72]
const changeBlocked = async (change: 'block' | 'unblock') => {
  const hash = hexOfHash(await pictureHash(await drawing(blocked)))
  const body = change === 'block' ? { block: [{ hash }] } : { unblock: [hash] }
  expect((await admin.put('/api/_admin/blocked_pictures', body)).statusCode).toBe(200)
}
const block = () => changeBlocked('block')
/** Uploads drawings of these numbers while none is blocked. @returns their ids. */
const uploadBefore = async (
  numbers: readonly number[],
  { isBlocked = true, byOf = (_index: number) => author } = {},
): Promise<string[]> => {
  await changeBlocked('unblock')
  const ids: string[] = []
  for (const [index, number] of numbers.entries())
    ids.push((await byOf(index).send(await uploadOf(await drawing(number)))).json().id)
  if (isBlocked) await block()
  return ids
}

const moveTo = (post: PostFacts, to: { id: string }) =>
  sql`update posts set community_id = ${stored(to.id)} where id = ${stored(post.id)}`.execute(forum.db)

const orderUndo = async (rule: AutomationRule, by = moderator) => {
  const answer = await by.post(`/api/automation/${rule.id}/undo`, { since: '2020-01-01T00:00:00Z' })
  expect(answer.statusCode).toBe(200)
}
const undo = async (rule: AutomationRule, by = moderator) => {
  await orderUndo(rule, by)
  await performUndos()
}
const performUndos = () => {
  const { config, settings, secrets } = forum
  const to = viewAs({ viewer: null, secrets, config, settings }, 'source')
  return undoAutomation(forum.database.db, {
    signal: new AbortController().signal,
    purgeUrl: config.purgeUrl,
    batch: 2,
    approveHeld: (id, by) =>
      decide({ db: forum.database.db, settings, to }, { id, action: 'approve', reason: null, moderator: by }),
  })
}

describe('a rule that refuses', () => {
  it('says why, stores nothing, and lets through what its author has changed', async () => {
    const rule = await spamOf({ acts: [{ does: 'refuse', text: 'No spam, please.' }] })
    const refused = await sendPost('Cheap spam')
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'refused_by_rule', message: 'No spam, please.' })
    expect((await sendPost('Cheap ham')).statusCode).toBe(200)
    expect(await hits()).toMatchObject([
      {
        ruleId: rule.id,
        ruleName: 'No spam',
        acts: ['refuse'],
        path: null,
        excerpt: 'Cheap spam · A text',
        author: { username: 'wren_writes' },
        isReversed: false,
      },
    ])
  })

  it('also refuses comments, edits, and with an idempotency key', async () => {
    await spamOf({ on: 'both', acts: [{ does: 'refuse' }] })
    const post = await forum.post(author, community.name)
    expect((await sendComment(post, 'Spam!')).json()).toMatchObject({ code: 'refused_by_rule' })
    const { id } = await forum.comment(author, post, 'Fine')
    const edited = await author.put(`/api/posts/${post.publicId}/comments/${id}`, { body: 'Spam!' })
    expect(edited.json()).toMatchObject({
      code: 'refused_by_rule',
      message: 'The rule “No spam” does not allow this.',
    })
    const retitled = await author.put(`/api/posts/${post.publicId}`, { title: 'All the spam' })
    expect(retitled.statusCode).toBe(403)
    const keyed = await author.send({
      method: 'POST',
      url: `/api/posts/${post.publicId}/comments`,
      headers: { ...author.headers(), 'idempotency-key': 'once-and-only' },
      payload: JSON.stringify({ body: 'Spam again' }),
    })
    expect(keyed.statusCode).toBe(403)
    expect(await hits()).toHaveLength(4)
  })
})

describe('a rule that removes, reports, locks or notifies', () => {
  it('removes in the name of the moderators, and says who and why', async () => {
    await spamOf({ acts: [{ does: 'remove', text: 'Adverts belong elsewhere.' }] })
    const post = (await sendPost('Cheap spam')).json()
    expect(await stateOf(post)).toMatchObject({ deleted_as: 'mods' })
    const entry = await forum.db
      .selectFrom('moderation_log')
      .where('post_id', '=', stored(post.id))
      .select(['action', 'acted_as', 'reason', 'details'])
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'remove_post',
      acted_as: 'mods',
      reason: 'Adverts belong elsewhere.',
      details: { automation: 'No spam', basis: 'automation' },
    })
    const { items: notifications } = (await author.get('/api/notifications?render=true')).json()
    expect(notifications[0].body).toContain('Adverts belong elsewhere.')
    expect(notifications[0].body).toContain('A rule did this automatically.')
    expect(await hits()).toMatchObject([{ acts: ['remove'], excerpt: 'Cheap spam', type: 'post' }])
  })

  it('reports without a reporter, once for several rules, and locks', async () => {
    await spamOf({ acts: [{ does: 'report', text: 'Have a look.' }, { does: 'lock' }] })
    await spamOf({ acts: [{ does: 'report' }] }, { name: 'Again' })
    const post = (await sendPost('Cheap spam')).json()
    expect(await stateOf(post)).toEqual({ deleted_as: null, locked_as: 'mods' })
    const { items } = (await moderator.get(`/api/modqueue/items?communityId=${community.id}`)).json()
    expect(items).toMatchObject([
      { noReports: 1, reports: [{ reason: 'No spam', note: 'Have a look.', reporter: null }] },
    ])
    expect(await hits()).toMatchObject([
      { ruleName: 'Again', acts: [] },
      { ruleName: 'No spam', acts: ['report', 'lock'] },
    ])
  })

  it('logs of each rule only what it did itself, and of one that only logs what it would do', async () => {
    await spamOf({ acts: [{ does: 'remove' }, { does: 'report' }] }, { name: 'Shadow', state: 'shadow' })
    await spamOf({ acts: [{ does: 'report' }, { does: 'notify' }] }, { name: 'First' })
    await spamOf({ acts: [{ does: 'remove' }, { does: 'notify' }] }, { name: 'Second' })
    await spamOf({ acts: [{ does: 'remove' }, { does: 'lock' }] }, { name: 'Third' })
    const done = async () =>
      Object.fromEntries((await hits()).slice(0, 4).map(({ ruleName, acts }) => [ruleName, acts]))
    await sendPost('Cheap spam')
    expect(await done()).toEqual({
      Shadow: ['remove'],
      First: ['notify'],
      Second: ['remove'],
      Third: ['lock'],
    })
    await spamOf({ acts: [{ does: 'hold' }, { does: 'remove' }, { does: 'notify' }] }, { name: 'Holding' })
    expect((await sendPost('More spam')).statusCode).toBe(403)
    expect(await done()).toMatchObject({ Holding: ['hold', 'notify'], Shadow: ['remove'] })
    await spamOf({ acts: [{ does: 'lock' }, { does: 'refuse' }] }, { name: 'Refusing' })
    expect((await sendPost('Most spam')).statusCode).toBe(403)
    expect(await done()).toMatchObject({ Refusing: ['refuse'], Shadow: ['remove'] })
  })

  it('limits comments on the post, unless they are limited already, and undo ends only what it began', async () => {
    const limitsOf = async (post: PostFacts) =>
      (await author.get(`/api/posts/${post.publicId}`)).json().commentLimits
    const acts: AutomationDefinition['acts'] = [
      { does: 'slow', seconds: 60, hours: 2, text: 'Too fast.' },
      { does: 'limit', who: 'trust1', hours: 24 },
    ]
    const rule = await spamOf({ to: 'comments', acts })
    await spamOf({ to: 'posts', acts: [{ does: 'limit', who: 'members', hours: 1 }] }, { name: 'Posts' })
    const post = await forum.post(author, community.name)
    expect((await sendComment(post, 'Cheap spam', other)).statusCode).toBe(200)
    expect(await limitsOf(post)).toEqual({
      slowMode: { seconds: 60, until: expect.any(String) },
      commenters: { who: 'trust1', until: expect.any(String) },
    })
    const spam = (await sendPost('Cheap spam')).json()
    expect(await limitsOf(spam)).toMatchObject({ slowMode: null, commenters: { who: 'members' } })
    const logged = await forum.db
      .selectFrom('moderation_log')
      .where('post_id', '=', stored(post.id))
      .select(['action', 'reason', 'details'])
      .orderBy('id')
      .execute()
    expect(logged).toMatchObject([
      { action: 'start_slow_mode', reason: 'Too fast.', details: { automation: 'No spam', seconds: 60 } },
      { action: 'limit_commenters', details: { basis: 'automation', commenters: 'trust1' } },
    ])
    await sql`update users set trust_level = 1 where id = ${stored(other.id)}`.execute(forum.db)
    expect((await sendComment(post, 'More spam', other)).statusCode).toBe(429)
    await sql`update comments set created_at = created_at - interval '1 hour'`.execute(forum.db)
    expect((await sendComment(post, 'More spam', other)).statusCode).toBe(200)
    expect(await hits(moderator, rule.id)).toMatchObject([{ acts: [] }, { acts: ['slow', 'limit'] }])
    // A moderator has decided since then who may comment.
    await moderator.put(`/api/posts/${post.publicId}/comment-limits`, {
      commenters: { who: 'trust2', hours: null },
    })
    await undo(rule)
    expect(await limitsOf(post)).toEqual({ slowMode: null, commenters: { who: 'trust2', until: null } })
    expect(await limitsOf(spam)).toMatchObject({ commenters: { who: 'members' } })
  })

  describe('answers as the community', () => {
    const answersOf = async (post: Pick<PostFacts, 'publicId'>, by: Client = author) =>
      (await by.get(`/api/posts/${post.publicId}/comments`))
        .json<{ comments: Comment[] }>()
        .comments.filter(({ isByCommunity }) => isByCommunity)
    const acts: AutomationDefinition['acts'] = [{ does: 'answer', text: 'Please read *the rules*.' }]

    it('once per post, pinned where no comment is, and undo removes it', async () => {
      const rule = await spamOf({ acts, on: 'both' })
      const post = (await sendPost('Cheap spam')).json()
      const [answer] = await answersOf(post)
      expect(answer).toMatchObject({
        body: 'Please read *the rules*.',
        username: `[${community.name}]`,
        userGroup: 'mods',
        userDeleted: false,
        isPinned: true,
        parentId: null,
      })
      expect(answer).not.toHaveProperty('writtenByRule')
      expect(await answersOf(post, moderator)).toMatchObject([{ writtenByRule: 'No spam' }])
      await sendComment(post, 'More spam')
      await author.put(`/api/posts/${post.publicId}`, { title: 'Still spam' })
      expect(await answersOf(post)).toHaveLength(1)
      const { items } = (await author.get('/api/notifications?render=true')).json()
      expect(items[0]).toMatchObject({
        type: 'new_comment',
        title: expect.stringContaining(community.name),
        actors: [{ id: null, username: community.name }],
      })
      expect(await hits()).toMatchObject([{ acts: [] }, { acts: [] }, { acts: ['answer'] }])
      const [entry] = (
        await forum.guest().then((guest) => guest.get(`/api/modlog?communityId=${community.id}`))
      ).json<{ items: ModerationLogEntry[] }>().items
      expect(entry).toMatchObject({
        action: 'comment_as_community',
        moderator: null,
        comment: { id: answer?.id },
        details: { basis: 'automation', automation: 'No spam' },
      })
      await undo(rule)
      expect(await answersOf(post)).toEqual([])
      expect((await author.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ noComments: 2 })
    })

    it('because of a comment, under the post, and leaves the pin of moderators', async () => {
      await spamOf({ acts, to: 'comments' })
      const post = await forum.post(author, community.name)
      const { id } = await forum.comment(author, post, 'The first')
      await moderator.put(`/api/posts/${post.publicId}/comments/${id}?action=pin`)
      await sendComment(post, 'Cheap spam', other)
      expect(await answersOf(post)).toMatchObject([{ parentId: null }])
      expect((await answersOf(post))[0]).not.toHaveProperty('isPinned')
    })

    it('before it locks and removes', async () => {
      await spamOf({ acts: [{ does: 'remove' }, { does: 'lock' }, ...acts] })
      const post = (await sendPost('Cheap spam')).json()
      expect(await stateOf(post)).toEqual({ deleted_as: 'mods', locked_as: 'mods' })
      expect(await answersOf(post)).toHaveLength(1)
      expect(await hits()).toMatchObject([{ acts: ['remove', 'lock', 'answer'] }])
    })

    it('not where nobody can comment, and needs a text', async () => {
      await spamOf({ acts, to: 'posts', on: 'edits' })
      const post = await forum.post(author, community.name)
      await moderator.put(`/api/posts/${post.publicId}?action=lock&lockAs=mods`)
      await author.put(`/api/posts/${post.publicId}`, { title: 'Cheap spam' })
      expect(await answersOf(post)).toEqual([])
      const refused = await moderator.post('/api/automation', {
        communityId: community.id,
        name: 'Empty',
        state: 'on',
        definition: definitionWith({ acts: [{ does: 'answer', text: ' ' }] }),
      })
      expect(refused.json()).toMatchObject({ code: 'invalid_automation', message: 'Enter the answer.' })
    })

    it('keeps all counters right', async () => {
      const found = await Promise.all(counters.map((one) => sql.raw(driftQuery(one)).execute(forum.db)))
      expect(found.flatMap(({ rows }) => rows)).toEqual([])
    })
  })

  it('marks what is made with AI, unless it is marked, and undo takes off only that', async () => {
    const acts: AutomationDefinition['acts'] = [{ does: 'mark', text: 'It says so itself.' }]
    const rule = await spamOf({ acts })
    const markOf = async ({ publicId }: PostFacts) =>
      (await author.get(`/api/posts/${publicId}`)).json().madeWithAiBy
    const [first, byAuthor, byModerator] = [
      (await sendPost('Cheap spam')).json(),
      (await sendPost('More spam', 'A text', author, { isMadeWithAi: true })).json(),
      (await sendPost('Most spam')).json(),
    ]
    const thread = await forum.post(author, community.name)
    const comment = (await sendComment(thread, 'Spam below')).json()
    expect([first, byAuthor, comment].map(({ madeWithAiBy }) => madeWithAiBy)).toEqual([
      'rule',
      'author',
      'rule',
    ])
    expect((await author.put(`/api/posts/${first.publicId}`, { isMadeWithAi: false })).json()).toEqual(
      errors.madeWithAiByStaff,
    )
    const logged = await forum.db
      .selectFrom('moderation_log')
      .where('post_id', '=', stored(first.id))
      .select(['action', 'acted_as', 'reason', 'details'])
      .execute()
    expect(logged).toEqual([
      {
        action: 'mark_ai',
        acted_as: 'mods',
        reason: 'It says so itself.',
        details: { basis: 'automation', automation: 'No spam' },
      },
    ])
    expect((await hits()).map(({ acts }) => acts)).toEqual([['mark'], ['mark'], [], ['mark']])
    await moderator.put(`/api/posts/${byModerator.publicId}?action=markAsAi`)
    await undo(rule)
    expect(await Promise.all([first, byAuthor, byModerator].map(markOf))).toEqual([
      undefined,
      'author',
      'mods',
    ])
    expect((await author.get(`/api/comments/${comment.id}`)).json()).not.toHaveProperty('madeWithAiBy')
  })

  it.each([
    ['mark', 'unmarkAsAi', { madeWithAiBy: 'rule' }],
    ['lock', 'unlock', { locked: true }],
    ['remove', 'restore', { deleted: true }],
  ] as const)('undo leaves what another rule did since then: %s', async (does, takeBack, state) => {
    const ruleAbout = (word: string) =>
      spamOf({ on: 'both', when: { is: 'words', list: [word] }, acts: [{ does }] })
    const earlier = await ruleAbout('plum')
    const later = await ruleAbout('pear')
    const { publicId } = (await sendPost('A plum')).json()
    const read = async () => (await admin.get(`/api/posts/${publicId}`)).json()
    expect(await read()).toMatchObject(state)
    await moderator.put(`/api/posts/${publicId}?action=${takeBack}&userGroup=mods`)
    expect(await read()).not.toMatchObject(state)
    expect((await author.put(`/api/posts/${publicId}`, { title: 'A pear' })).statusCode).toBe(200)
    expect(await read()).toMatchObject(state)
    await undo(earlier)
    expect(await read()).toMatchObject(state)
    await undo(later)
    expect(await read()).not.toMatchObject(state)
  })

  it('applies to what is marked as made with AI', async () => {
    await spamOf({ when: { is: 'madeWithAi' }, on: 'both', acts: [{ does: 'remove' }] })
    const marked = (await sendPost('A poem', 'A text', author, { isMadeWithAi: true })).json()
    expect(await stateOf(marked)).toMatchObject({ deleted_as: 'mods' })
    const later = (await sendPost('Another poem')).json()
    expect(await stateOf(later)).toMatchObject({ deleted_as: null })
    await author.put(`/api/posts/${later.publicId}`, { isMadeWithAi: true })
    expect(await stateOf(later)).toMatchObject({ deleted_as: 'mods' })
  })

  it('notifies the moderators', async () => {
    await spamOf({ acts: [{ does: 'notify', text: 'Look at this.' }] })
    await sendPost('Cheap spam')
    const { items: notifications } = (await moderator.get('/api/notifications?render=true')).json()
    expect(notifications[0]).toMatchObject({
      type: 'automation',
      body: expect.stringContaining('Look at this.'),
    })
    expect(notifications[0].title).toContain('No spam')
  })

  it('acts on what was reported, once', async () => {
    await spamOf({
      on: 'reports',
      when: { is: 'reports', compare: 'atLeast', number: 2 },
      acts: [{ does: 'remove' }],
    })
    const post = await forum.post(author, community.name)
    const reportBy = async (name: string) =>
      (await forum.member(name)).post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })
    expect((await reportBy(`first_${made}`)).statusCode).toBe(200)
    expect(await stateOf(post)).toMatchObject({ deleted_as: null })
    expect((await reportBy(`second_${made}`)).statusCode).toBe(200)
    expect(await stateOf(post)).toMatchObject({ deleted_as: 'mods' })
    expect(await hits()).toHaveLength(1)
  })
})

describe('what guests see differently because of a rule', () => {
  beforeEach(async () => {
    await sql`delete from last_writes`.execute(forum.db)
    await sql`select graphile_worker.remove_job(${purgeTask})`.execute(forum.db)
  })

  /** Whether a shared cache is purged, and whether all processes forget what they keep for guests. */
  const noticed = async () => {
    const { rows } = await sql<{ purges: boolean; forgets: boolean }>`
      select exists (select from graphile_worker.jobs where key = ${purgeTask}) as purges,
        exists (select from last_writes where user_id = 0) as forgets`.execute(forum.db)
    return rows[0]
  }
  const send = async (method: 'POST' | 'PUT', path: string, payload: object, by = author) => {
    const answer = await (method === 'POST' ? by.post(path, payload) : by.put(path, payload))
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const post = () => forum.post(author, community.name)
  const comments = (to: PostFacts) => `/api/posts/${to.publicId}/comments`
  const seen = { purges: true, forgets: true }
  const unseen = { purges: false, forgets: false }

  it.each<[what: string, acts: AutomationDefinition['acts'], write: () => Promise<unknown>, typeof seen]>([
    [
      'a new post that is removed',
      [{ does: 'remove' }, { does: 'lock' }],
      () =>
        send('POST', '/api/posts', {
          type: 'text',
          title: 'Cheap spam',
          body: 'A text',
          community: community.name,
          userGroup: 'normal',
        }),
      unseen,
    ],
    [
      'a new comment that is removed',
      [{ does: 'remove' }],
      async () => send('POST', comments(await post()), { body: 'Cheap spam' }),
      unseen,
    ],
    [
      'a post that gets slow mode because of a new comment',
      [{ does: 'remove' }, { does: 'slow', seconds: 60, hours: 2 }],
      async () => send('POST', comments(await post()), { body: 'Cheap spam' }),
      seen,
    ],
    [
      'a post that is removed after an edit',
      [{ does: 'remove' }],
      async () => send('PUT', `/api/posts/${(await post()).publicId}`, { title: 'Cheap spam' }),
      seen,
    ],
    [
      'a comment that is locked after an edit',
      [{ does: 'lock' }],
      async () => {
        const to = await post()
        const { id } = await forum.comment(author, to, 'Fine')
        await send('PUT', `${comments(to)}/${id}`, { body: 'Cheap spam' })
      },
      seen,
    ],
  ])('%s', async (_, acts, write, expected) => {
    await spamOf({ on: 'both', acts })
    await write()
    expect(await noticed()).toEqual(expected)
  })

  it('a post that is removed after a report', async () => {
    await spamOf({
      on: 'reports',
      when: { is: 'reports', compare: 'atLeast', number: 1 },
      acts: [{ does: 'remove' }],
    })
    const { id } = await post()
    await send('POST', '/api/_report', { type: 'post', targetId: id, reason: 1 }, other)
    expect(await noticed()).toEqual(seen)
  })
})

describe('the log of what rules applied to', () => {
  it('shows the beginnings of texts without the marks of Markdown', async () => {
    await spamOf({ acts: [{ does: 'hold' }] })
    await sendPost('Cheap spam', 'Buy **feeders** at\n\n> [my shop](https://feeders.example)')
    const post = await forum.post(author, community.name)
    await sendComment(post, 'No **spam**: `feeders`')
    await sendPost(`Spam ${'x'.repeat(190)}`, '**feeders**')
    expect((await hits()).map(({ excerpt }) => excerpt)).toEqual([
      `Spam ${'x'.repeat(190)} · f…`,
      'No spam: feeders',
      'Cheap spam · Buy feeders at my shop',
    ])
  })

  it('shows the beginning of a comment that was published, too', async () => {
    await spamOf({ acts: [{ does: 'report', text: 'Spam' }] })
    const post = await forum.post(author, community.name)
    await sendComment(post, 'Some **spam** for\n\n- you')
    expect(await hits()).toMatchObject([{ type: 'comment', excerpt: 'Some spam for • you' }])
  })
})

describe('a rule that holds', () => {
  it('lets moderators decide, and undo approves what it held', async () => {
    const rule = await spamOf({ acts: [{ does: 'hold' }, { does: 'notify' }] })
    const held = await sendPost('Cheap spam')
    expect(held.json()).toMatchObject({ code: 'held_for_review' })
    const item = await forum.db
      .selectFrom('held_items')
      .where('community_id', '=', stored(community.id))
      .select(['reasons'])
      .executeTakeFirstOrThrow()
    expect(item.reasons).toEqual([{ reason: 'rule', ruleId: rule.id, name: 'No spam' }])
    expect(await hits()).toMatchObject([{ acts: ['hold', 'notify'], isReversed: false, path: null }])
    await undo(rule)
    const post = await forum.db
      .selectFrom('posts')
      .where('title', '=', 'Cheap spam')
      .where('community_id', '=', stored(community.id))
      .select('deleted_at')
      .executeTakeFirstOrThrow()
    expect(post.deleted_at).toBeNull()
    expect(await hits()).toMatchObject([
      { isReversed: true, path: expect.stringContaining(`/${community.name}/post/`) },
    ])
  })
})

describe('undo of a rule that holds', () => {
  const heldItem = () =>
    forum.db
      .selectFrom('held_items')
      .where('community_id', '=', stored(community.id))
      .select(['reasons', 'outcome'])
      .executeTakeFirstOrThrow()
  const holding = (name: string) => spamOf({ acts: [{ does: 'hold' }] }, { name })

  it('leaves what waits for another reason, too, waiting for that one', async () => {
    const first = await holding('First')
    const second = await holding('Second')
    await sendPost('Cheap spam')
    await undo(first)
    expect(await heldItem()).toEqual({
      reasons: [{ reason: 'rule', ruleId: second.id, name: 'Second' }],
      outcome: null,
    })
    expect(await hits()).toMatchObject([
      { ruleName: 'Second', isReversed: false },
      { ruleName: 'First', isReversed: true },
    ])
    await undo(second)
    expect(await heldItem()).toMatchObject({ outcome: 'approved' })
  })

  it('leaves what waits for another check as well', async () => {
    const rule = await holding('First')
    await sendPost('Cheap spam')
    await sql`update held_items set reasons = reasons || '[{"reason":"new_member"}]'
      where community_id = ${stored(community.id)}`.execute(forum.db)
    await undo(rule)
    expect(await heldItem()).toEqual({ reasons: [{ reason: 'new_member' }], outcome: null })
  })

  it('needs the permission for content, whatever else it waits for', async () => {
    const first = await holding('First')
    await sendPost('Cheap spam')
    await holding('Second')
    await sendPost('More spam')
    const before = await forum.db
      .selectFrom('held_items')
      .select(['id', 'reasons', 'outcome'])
      .orderBy('id')
      .execute()
    await sql`update moderators set permissions = '{rules}' where user_id = ${moderator.id}`.execute(forum.db)
    await undo(first)
    expect(
      await forum.db.selectFrom('held_items').select(['id', 'reasons', 'outcome']).orderBy('id').execute(),
    ).toEqual(before)
    expect((await hits()).map(({ isReversed }) => isReversed)).toEqual([false, false, false])
  })
})

describe('what a rule does after something is stored', () => {
  afterEach(() => sql`drop trigger if exists fail on automation_hits`.execute(forum.db))

  it('is done together with storing it, or neither', async () => {
    await spamOf({ on: 'both', acts: [{ does: 'remove' }] })
    const post = await forum.post(author, community.name)
    const comment = await forum.comment(author, post, 'Fine')
    const writes = {
      'a post': () => sendPost('Cheap spam'),
      'a comment': () => sendComment(post, 'Spam!'),
      'an edit of a post': () => author.put(`/api/posts/${post.publicId}`, { title: 'All the spam' }),
      'an edit of a comment': () =>
        author.put(`/api/posts/${post.publicId}/comments/${comment.id}`, { body: 'Spam!' }),
    }
    const spam = async () =>
      (
        await sql<{ text: string; is_removed: boolean }>`
          select title as text, deleted_at is not null as is_removed from posts
          where community_id = ${stored(community.id)} and title ilike '%spam%'
          union all select body, deleted_at is not null from comments
          where post_id = ${stored(post.id)} and body ilike '%spam%'`.execute(forum.db)
      ).rows
    await sql`create or replace function fail() returns trigger language plpgsql as 'begin raise ''Out of order''; end'`.execute(
      forum.db,
    )
    await sql`create trigger fail before insert on automation_hits execute function fail()`.execute(forum.db)
    for (const [what, write] of Object.entries(writes)) {
      expect((await write()).statusCode, what).toBe(500)
      expect(await spam(), what).toEqual([])
    }
    await sql`drop trigger fail on automation_hits`.execute(forum.db)
    for (const [what, write] of Object.entries(writes)) expect((await write()).statusCode, what).toBe(200)
    expect(await spam()).toHaveLength(4)
    expect((await spam()).every(({ is_removed }) => is_removed)).toBe(true)
    expect(await hits()).toHaveLength(4)
  })

  it('costs a post and a comment no transaction where none applies', async () => {
    const post = await forum.post(author, community.name)
    await spamOf({ acts: [{ does: 'remove' }] })
    for (let sent = 0; sent < forum.settings.holdFirst; sent++) await sendPost('Fine')
    const count = (write: () => Promise<unknown>) => countQueries(forum.database, write)
    // As without rules, and in which community the comment is.
    expect(await count(() => sendComment(post, 'Fine'))).toBe(3)
    expect(await count(() => sendPost('All fine'))).toBe(4)
  })
})

describe('which rules act', () => {
  it('logs only in shadow, and does nothing when it is off or deleted', async () => {
    const rule = await spamOf({}, { state: 'shadow' })
    const post = (await sendPost('Cheap spam')).json()
    expect(await stateOf(post)).toMatchObject({ deleted_as: null })
    expect(await hits()).toMatchObject([{ isShadow: true }])
    await moderator.put(`/api/automation/${rule.id}`, { state: 'off' })
    await sendPost('More spam')
    await moderator.put(`/api/automation/${rule.id}`, { state: 'on' })
    await moderator.delete(`/api/automation/${rule.id}`)
    expect((await sendPost('Most spam')).statusCode).toBe(200)
    expect(await forum.db.selectFrom('automation_hits').select('id').execute()).toHaveLength(1)
  })

  it('spares moderators and admins, unless it does not', async () => {
    await spamOf({ acts: [{ does: 'refuse' }] })
    expect((await sendPost('My spam', '', moderator)).statusCode).toBe(200)
    await spamOf({ acts: [{ does: 'refuse' }], sparesStaff: false }, { name: 'For all' })
    expect((await sendPost('My spam', '', moderator)).statusCode).toBe(403)
    expect((await sendPost('My spam', '', admin)).statusCode).toBe(403)
  })

  it('begins with those of the site, goes on in their order, and ends where a rule says so', async () => {
    const second = await spamOf({ acts: [{ does: 'report' }], isLast: true }, { name: 'Second' })
    const third = await spamOf({ acts: [{ does: 'lock' }] }, { name: 'Third' })
    await newAutomation(admin, null, { acts: [{ does: 'notify' }] }, { name: 'First' })
    const names = async () =>
      (
        await sql<{
          name: string
        }>`select rule.name from automation_hits join automation_rules as rule on rule.id = rule_id
          order by automation_hits.id`.execute(forum.db)
      ).rows.map(({ name }) => name)
    await sendPost('Cheap spam')
    expect(await names()).toEqual(['First', 'Second'])
    const ordered = await moderator.put('/api/automation', {
      communityId: community.id,
      order: [third.id, second.id],
    })
    expect(ordered.json().rules.map(({ name }: AutomationRule) => name)).toEqual(['Third', 'Second'])
    await sendPost('More spam')
    expect(await names()).toEqual(['First', 'Second', 'First', 'Third', 'Second'])
    expect(await hits(admin)).toMatchObject([{ ruleName: 'First' }, { ruleName: 'First' }])
  })

  it('are those of the moment in every process', async () => {
    const elsewhere = await watchAutomation(forum.watch)
    const rule = await spamOf()
    await expect.poll(() => elsewhere.rulesFor(stored(community.id)).map(({ id }) => id)).toEqual([rule.id])
    await moderator.put(`/api/automation/${rule.id}`, { state: 'off' })
    await expect.poll(() => elsewhere.isEmpty()).toBe(true)
    elsewhere.remove()
  })
})

describe('what moderators see', () => {
  it('keeps the versions of a rule, with who, when and why', async () => {
    const rule = await spamOf()
    const changed = {
      definition: definitionWith({ when: { is: 'words', list: ['ham'] } }),
      why: 'Too many hits.',
    }
    expect((await admin.put(`/api/automation/${rule.id}`, changed)).json()).toMatchObject({ version: 2 })
    expect((await admin.put(`/api/automation/${rule.id}`, changed)).json()).toMatchObject({ version: 2 })
    const { versions } = (await moderator.get(`/api/automation/${rule.id}`)).json()
    expect(versions).toMatchObject([
      { version: 2, why: 'Too many hits.', changedBy: { username: 'the_admin' } },
      { version: 1, why: null, changedBy: { username: moderator.username } },
    ])
  })

  it('counts hits, and what moderators reversed of them', async () => {
    await spamOf({ acts: [{ does: 'remove' }] })
    const post = (await sendPost('Cheap spam')).json()
    await sendPost('More spam')
    expect(await rules()).toMatchObject([{ noHits: 2, noReversed: 0 }])
    await moderator.put(`/api/posts/${post.publicId}?action=restore`)
    expect(await rules()).toMatchObject([{ noHits: 2, noReversed: 1 }])
    expect((await hits()).map(({ isReversed }) => isReversed)).toEqual([false, true])
  })

  it.each<[string, Partial<AutomationDefinition>, string]>([
    ['an empty list', { when: { is: 'words', list: [' '] } }, 'Enter a word.'],
    ['an empty group', { when: { is: 'all', of: [] } }, 'A group needs a condition.'],
    ['no act', { acts: [] }, 'Choose what the rule does.'],
    ['a broken pattern', { when: { is: 'pattern', pattern: '(a' } }, 'The pattern cannot be used: '],
    ['a lookahead', { when: { is: 'pattern', pattern: '(?=a)' } }, 'The pattern cannot be used: '],
    ['no number', { when: { is: 'links' } }, 'Enter a number.'],
    ['a domain that is none', { when: { is: 'domains', list: ['not a domain'] } }, 'is not a domain.'],
    [
      'an unknown time zone',
      { daily: { from: '22:00', until: '06:00', timeZone: 'Mars' } },
      'no time zone “Mars”',
    ],
    ['reports of new content', { when: { is: 'reports', number: 2 } }, 'Only a rule that looks at reports'],
    ['a refusal of what is reported', { on: 'reports', acts: [{ does: 'refuse' }] }, 'already stored'],
    [
      'a rule that is too long',
      { when: { is: 'words', list: Array.from({ length: 400 }, (_, n) => `${n}`.repeat(50)) } },
      'The rule is too long.',
    ],
    [
      'too many conditions',
      { when: { is: 'all', of: Array(41).fill({ is: 'links', number: 1 }) } },
      '40 conditions',
    ],
    [
      'too much to count',
      { when: { is: 'all', of: [1, 2, 3, 4, 5].map((hours) => ({ is: 'rate', number: 3, hours })) } },
      '4 conditions that count',
    ],
  ])('refuses %s', async (_name, fields, message) => {
    const answer = await moderator.post('/api/automation', {
      communityId: community.id,
      name: 'A rule',
      state: 'on',
      definition: definitionWith(fields),
    })
    expect(answer.json()).toMatchObject({
      code: 'invalid_automation',
      message: expect.stringContaining(message),
    })
  })
})

describe('a rule about images like blocked ones', () => {
  const sendImages = (imageIds: readonly string[], by = author) =>
    by.post('/api/posts', {
      type: 'image',
      title: 'Pictures',
      community: community.name,
      images: imageIds.map((imageId) => ({ imageId })),
    })
  const hitPaths = async () => (await hits()).map(({ path }) => path)

  it('of a community finds them in image posts, texts, comments and edits, without showing the list', async () => {
    await spamOf({ when: { is: 'blockedImage' }, on: 'both', acts: [{ does: 'lock' }] })
    const ids = await uploadBefore([fine, blocked, blocked, blocked, fine, blocked])
    expect((await moderator.get('/api/_admin/blocked_pictures')).statusCode).toBe(403)
    const gallery = (await sendImages([ids[0] ?? '', ids[1] ?? ''])).json()
    const text = (await sendPost('A text', 'Below', author, { attachments: [{ imageId: ids[2] }] })).json()
    const thread = await forum.post(author, community.name)
    const comment = (await sendComment(thread, 'Here', author, { attachments: [{ imageId: ids[3] }] })).json()
    const edited = (await sendImages([ids[4] ?? ''])).json()
    expect(await hitPaths()).toEqual([
      expect.stringContaining(`/${comment.id}`),
      expect.stringContaining(text.publicId),
      expect.stringContaining(gallery.publicId),
    ])
    const later = await sendComment(thread, 'None')
    await author.put(`/api/posts/${thread.publicId}/comments/${later.json().id}`, {
      body: 'One now',
      attachments: [{ imageId: ids[5] }],
    })
    expect(await hitPaths()).toHaveLength(4)
    expect(await stateOf(edited)).toMatchObject({ locked_as: null })
  })

  it('counts an image that was blocked later, when its post is reported', async () => {
    const [id] = await uploadBefore([blocked], { isBlocked: false })
    const post = (await sendImages([id ?? ''])).json()
    await block()
    await spamOf({ when: { is: 'blockedImage' }, on: 'reports', acts: [{ does: 'lock' }] })
    await other.post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })
    expect(await stateOf(post)).toMatchObject({ locked_as: 'mods' })
  })

  it('alone decides where the site leaves blocked images to automation', async () => {
    await changeSettings(admin, { blockedPictures: 'rules' })
    await block()
    const rule = await newAutomation(admin, null, {
      when: { is: 'blockedImage' },
      acts: [{ does: 'refuse', text: 'Not this one.' }],
    })
    const send = async (number: number) =>
      sendImages([(await author.send(await uploadOf(await drawing(number)))).json().id])
    expect((await send(blocked)).json()).toMatchObject({ message: 'Not this one.' })
    expect((await send(fine)).statusCode).toBe(200)
    await admin.delete(`/api/automation/${rule.id}`)
    await changeSettings(admin, { blockedPictures: 'refuse' })
  })
})

describe('undoing what a rule did', () => {
  it('restores, unlocks and closes reports, but leaves what moderators decided', async () => {
    const rule = await spamOf({ acts: [{ does: 'remove' }, { does: 'lock' }] })
    const reporting = await spamOf(
      { when: { is: 'words', list: ['eggs'] }, acts: [{ does: 'report' }] },
      { name: 'Eggs' },
    )
    const written = []
    for (const n of [1, 2, 3]) written.push((await sendPost(`Spam number ${n}`)).json())
    const [first, second] = written
    const thread = await forum.post(other, community.name)
    await sendComment(thread, 'Spam below')
    await sendPost('Eggs')
    await moderator.put(`/api/posts/${first.publicId}?action=restore`)
    await moderator.delete(`/api/posts/${first.publicId}?deleteAs=mods`)
    const countsOf = async () =>
      forum.db
        .selectFrom('users')
        .where('id', '=', stored(author.id))
        .select(['post_count', 'comment_count'])
        .executeTakeFirstOrThrow()
    const before = await countsOf()
    await undo(rule)
    expect(await stateOf(first)).toMatchObject({ deleted_as: 'mods' })
    expect(await stateOf(second)).toEqual({ deleted_as: null, locked_as: null })
    expect(await countsOf()).toEqual({
      post_count: before.post_count + 2,
      comment_count: before.comment_count + 1,
    })
    await undo(reporting)
    expect((await moderator.get(`/api/modqueue/items?communityId=${community.id}`)).json().items).toEqual([])
    const { undos } = (await moderator.get(`/api/automation/${rule.id}`)).json()
    expect(undos).toMatchObject([{ noHits: 4, noDone: 4, finishedAt: expect.any(String) }])
    await undo(rule)
    expect((await moderator.get(`/api/automation/${rule.id}`)).json().undos[0]).toMatchObject({ noHits: 0 })
  })

  it('leaves what another rule did as well, and does not count its restoring against the rule', async () => {
    const first = await spamOf({ acts: [{ does: 'remove' }] }, { name: 'First' })
    const second = await spamOf({ acts: [{ does: 'remove' }, { does: 'lock' }] }, { name: 'Second' })
    const post = (await sendPost('Cheap spam')).json()
    await undo(second)
    expect(await stateOf(post)).toEqual({ deleted_as: 'mods', locked_as: null })
    const other = (await sendPost('More spam')).json()
    await moderator.put(`/api/posts/${other.publicId}?action=restore`)
    expect(await rules()).toMatchObject([
      { id: first.id, noHits: 2, noReversed: 1 },
      { id: second.id, noHits: 2, noReversed: 1 },
    ])
  })

  describe('needs the rights to do so by hand', () => {
    let rule: AutomationRule
    let post: PostFacts
    beforeEach(async () => {
      rule = await spamOf({ acts: [{ does: 'remove' }, { does: 'lock' }] })
      post = (await sendPost('Cheap spam')).json()
    })
    const untouched = { deleted_as: 'mods', locked_as: 'mods' }
    const undone = { deleted_as: null, locked_as: null }

    it('of moderators for content, and leaves the rest to those who have them', async () => {
      await sql`update moderators set permissions = '{rules}' where user_id = ${moderator.id}`.execute(
        forum.db,
      )
      await undo(rule)
      expect(await stateOf(post)).toEqual(untouched)
      expect(await hits()).toMatchObject([{ isReversed: false }])
      await undo(rule, admin)
      expect(await stateOf(post)).toEqual(undone)
      expect(await hits()).toMatchObject([{ isReversed: true }])
    })

    it('when it is done, not only when it was ordered', async () => {
      await orderUndo(rule)
      await sql`delete from moderators where user_id = ${moderator.id}`.execute(forum.db)
      await performUndos()
      expect(await stateOf(post)).toEqual(untouched)
    })

    it('of admins for what a rule of the site did, wherever the post is now', async () => {
      const ofSite = await newAutomation(admin, null, {
        when: { is: 'words', list: ['eggs'] },
        acts: [{ does: 'remove' }, { does: 'lock' }],
      })
      const own = await spamOf({ when: { is: 'words', list: ['eggs'] }, acts: ofSite.definition.acts })
      const eggs = (await sendPost('Eggs')).json()
      await undo(own)
      expect(await stateOf(eggs)).toEqual({ deleted_as: 'admins', locked_as: 'admins' })
      await moveTo(eggs, await forum.community(`far_meadow_${made}`, admin))
      await undo(ofSite, admin)
      expect(await stateOf(eggs)).toEqual(undone)
    })

    it('where the rule acted: what has moved to another community is up to that one', async () => {
      const elsewhere = await forum.community(`new_meadow_${made}`, admin)
      await moveTo(post, elsewhere)
      await sql`insert into moderators (community_id, user_id, position)
        values (${stored(elsewhere.id)}, ${moderator.id}, 9)`.execute(forum.db)
      await undo(rule)
      expect(await stateOf(post)).toEqual(untouched)
    })
  })

  it('leaves a post as it would be without the rule', async () => {
    const rowOf = async ({ id }: PostFacts) =>
      (
        await sql<{
          row: object
        }>`select to_jsonb(posts) - '{title,edited_at,age_band}'::text[] as row from posts
          where id = ${stored(id)}`.execute(forum.db)
      ).rows[0]?.row
    const post = await forum.post(author, community.name)
    const before = await rowOf(post)
    const rule = await spamOf({ on: 'edits', acts: [{ does: 'remove' }, { does: 'lock' }] })
    await author.put(`/api/posts/${post.publicId}`, { title: 'Now it is spam' })
    expect(await rowOf(post)).not.toEqual(before)
    await undo(rule)
    expect(await rowOf(post)).toEqual(before)
  })
})

describe('a dry run', () => {
  it('says what of it moderators removed and left', async () => {
    const removed = (await sendPost('Spam one')).json()
    await sendPost('Spam two')
    await sendPost('Ham')
    await moderator.delete(`/api/posts/${removed.publicId}?deleteAs=mods`)
    const trial = await moderator.post('/api/automation/try', {
      communityId: community.id,
      definition: definitionWith(),
    })
    expect(trial.json()).toMatchObject({
      noPosts: 3,
      noComments: 0,
      noCaught: 2,
      noRemoved: 1,
      noLeft: 1,
      samples: [
        { excerpt: 'Spam two · A text', isRemoved: false },
        { excerpt: 'Spam one · A text', isRemoved: true },
      ],
    })
  })

  it('counts removed texts of new members that are similar, as the rule does', async () => {
    const advertisement = (name: string) =>
      `Hello everyone, ${name} here. I found the best place to buy cheap watches with fast delivery and a full refund, and my friends love theirs.`
    const definition = {
      when: { is: 'similar' as const, number: 1, hours: 24 },
      acts: [{ does: 'report' as const }],
    }
    await spamOf(definition)
    const send = async (name: string) => (await sendPost('Watches', advertisement(name))).json()
    const first = await send('anna')
    await noteNewTexts(forum.db)
    await send('ben')
    expect(await hits()).toEqual([])
    await moderator.delete(`/api/posts/${first.publicId}?deleteAs=mods`)
    const last = await send('cleo')
    await sendPost(
      'A walk',
      'Which lens do you take for small birds in a dark forest? Mine is too heavy to carry all day.',
    )
    expect(await hits()).toMatchObject([{ path: expect.stringContaining(last.publicId) }])
    const trial = await moderator.post('/api/automation/try', {
      communityId: community.id,
      definition: definitionWith(definition),
    })
    expect(trial.json()).toMatchObject({
      noCaught: 1,
      samples: [{ excerpt: expect.stringContaining('cleo') }],
    })
  })

  it('does not count as similar what rules removed, or each removal would lead to the next', async () => {
    const text =
      'Hello everyone, I found the best place to buy cheap watches with fast delivery and a full refund.'
    await spamOf({ when: { is: 'words', list: ['watches'] }, acts: [{ does: 'remove' }] })
    await spamOf({ when: { is: 'similar', number: 1, hours: 24 }, acts: [{ does: 'report' }] })
    for (const _round of [1, 2]) {
      await sendPost('Offers', text)
      await noteNewTexts(forum.db)
    }
    expect((await hits()).map(({ acts }) => acts)).toEqual([['remove'], ['remove']])
  })

  it('says exactly to what a rule then applies', async () => {
    const sentences = ['this is what we do not have at the shop', 'das ist nicht, was wir auch noch wollen']
    const word = fc.constantFrom(
      'spam',
      'ham',
      'eggs',
      'toast',
      'https://shop.example/a',
      'LOUD',
      ...sentences,
    )
    const number = fc.nat({ max: 4 })
    const compare = fc.constantFrom('atLeast' as const, 'below' as const)
    const fields: Record<string, fc.Arbitrary<Partial<AutomationCondition>>> = {
      words: fc.record({ list: fc.array(word, { minLength: 1, maxLength: 2 }), isPart: fc.boolean() }),
      pattern: fc.constantFrom({ pattern: 'sp.m' }, { pattern: '\\bh\\w+$' }),
      domains: fc.constant({ list: ['shop.example'] }),
      kind: fc.constantFrom({ kinds: ['comment' as const] }, { kinds: ['text' as const] }),
      madeWithAi: fc.constant({}),
      blockedImage: fc.constant({}),
      language: fc.constantFrom({ languages: ['en' as const] }, { languages: ['de' as const] }),
      names: fc.constantFrom({ list: ['wren_writes'] }, { list: ['robin_reads'] }),
      length: fc.record({ compare, number: fc.nat({ max: 40 }) }),
      capitals: fc.record({ compare, number: fc.nat({ max: 60 }) }),
      points: fc.record({ compare, number: fc.nat({ max: 3 }) }),
      repeats: fc.record({
        compare,
        number,
        hours: fc.constant(1),
        what: fc.constant('text' as const),
        by: fc.constantFrom('author' as const, 'anyone' as const),
      }),
      rate: fc.record({ compare, number, hours: fc.constant(2) }),
      similar: fc.record({ compare, number, hours: fc.constant(2) }),
    }
    const leaf = fc
      .constantFrom(...conditionKinds.filter((kind) => !['all', 'any', 'reports'].includes(kind)))
      .chain((is) =>
        fc
          .tuple(fields[is] ?? fc.record({ compare, number }), fc.boolean())
          .map(([rest, not]): AutomationCondition => ({ is, ...rest, ...(not && { not }) })),
      )
    const condition = fc.oneof(
      leaf,
      fc
        .tuple(
          fc.constantFrom('all' as const, 'any' as const),
          fc.array(leaf, { minLength: 1, maxLength: 3 }),
        )
        .map(([is, of]): AutomationCondition => ({ is, of })),
    )
    const act = fc.constantFrom<AutomationDefinition['acts'][number]>(
      { does: 'remove' },
      { does: 'slow', seconds: 60, hours: 1 },
      { does: 'limit', who: 'members', hours: 1 },
      { does: 'answer', text: 'Ham and eggs' },
    )
    const definition = fc
      .tuple(condition, fc.constantFrom('posts' as const, 'comments' as const, 'both' as const), act)
      .map(([when, to, does]) => definitionWith({ when, to, acts: [does] }))
    const ofImages = [false, true].map((not) => definitionWith({ when: { is: 'blockedImage', not } }))
    const definitions = [...fc.sample(definition, 40), ...ofImages]
    for (const fieldsOfRule of definitions) await spamOf(fieldsOfRule, { state: 'shadow' })
    // What a rule writes is among the latest comments, but rules do not apply to it.
    const answered = { to: 'posts', when: { is: 'length', compare: 'atLeast', number: 1 } } as const
    await spamOf({ ...answered, acts: [{ does: 'answer', text: 'Spam and eggs' }] }, { name: 'Answers' })
    const texts = fc.sample(fc.array(word, { minLength: 1, maxLength: 3 }), 18)
    const thread = await forum.post(admin, community.name)
    const byOf = (index: number) => (index % 3 === 0 ? other : author)
    const images = await uploadBefore(
      texts.map((_, index) => (index % 5 < 2 ? blocked : fine)),
      { byOf },
    )
    for (const [index, words] of texts.entries()) {
      const text = words.join(' ')
      const by = byOf(index)
      const attachments = index % 3 === 1 ? [] : [{ imageId: images[index] }]
      const more = { isMadeWithAi: index % 4 < 2, attachments }
      const answer =
        index % 2 === 0
          ? await sendPost(`About ${text}`, text, by, more)
          : await sendComment(thread, text, by, more)
      expect(answer.statusCode, answer.body).toBe(200)
    }
    for (const rule of await rules()) {
      const trial = (
        await moderator.post('/api/automation/try', {
          communityId: community.id,
          definition: rule.definition,
        })
      ).json()
      const applied = await sql<{ id: string }>`
        select coalesce(comment_id, post_id)::text || ' ' || kind as id from automation_hits where rule_id = ${rule.id}`.execute(
        forum.db,
      )
      const tried = trial.samples.map(({ id, type }: { id: string; type: string }) => `${id} ${type}`)
      expect(tried.toSorted(), JSON.stringify(rule.definition.when)).toEqual(
        applied.rows.map(({ id }) => id).toSorted(),
      )
    }
  })
})
