import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Activity } from '../contract/bans.ts'
import type { Initial } from '../contract/entities/initial.ts'
import { errors, type Refusal } from '../contract/errors.ts'
import { entriesOf } from '../contract/objects.ts'
import { banKinds, type ModeratorPermission, moderatorPermissions } from '../contract/words.ts'
import { createComments } from '../server/core/content/createComments.sql.ts'
import { isRemoved } from '../server/core/content/removal.ts'
import { activityRefusal } from '../server/core/permissions/bans.ts'
import { moderationRefusal, roleRefusal, staffRefusal } from '../server/core/permissions/policy.ts'
import { lockRoles, rolesAtRequest } from '../server/core/permissions/roles.ts'
import { newPublicId } from '../server/core/posts/publicId.ts'
import { findViewer, type Viewer } from '../server/core/sessions/viewer.ts'
import * as commenting from '../server/features/commenting/policy.ts'
import { banFromCommunity } from '../server/features/moderating/bans/ban.ts'
import { unbanFromCommunity } from '../server/features/moderating/bans/unban.ts'
import { look } from '../server/features/moderating/queue/look.sql.ts'
import { createPost } from '../server/features/posting/createPost.sql.ts'
import * as posting from '../server/features/posting/policy.ts'
import type { Db } from '../server/platform/database/connection.ts'
import { queryRow } from '../server/platform/database/statement.ts'
import { Refused } from '../server/platform/http/refused.ts'
import { postingRefusal } from '../web/data/posts/posting.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { stored } from './support/wireIds.ts'

/*
 * Where a policy and a statement decide the same, both are asked for every kind of person and every state of the item.
 */

/** What makes a new member this kind of person. */
const kindsOfPeople: Record<string, (id: string) => RawBuilder<unknown>> = {
  member: () => sql`select`,
  moderator: (id) => appointed(id),
  admin: (id) => sql`update users set is_admin = true where id = ${id}`,
  'admin and moderator': (id) =>
    sql`with appointed as (${appointed(id)}) update users set is_admin = true where id = ${id}`,
  'moderator of another community': (id) =>
    sql`insert into moderators (community_id, user_id, position) values (${elsewhere}, ${id}, 5)`,
  'deleted account': (id) => sql`update users set deleted_at = now() where id = ${id}`,
  suspended: (id) => sql`update users set banned_at = now() where id = ${id}`,
  'suspended until the past': (id) =>
    sql`insert into site_bans (user_id, kind, expires_at) values (${id}, 'reading', now() - interval '1 hour')`,
  'suspended moderator': (id) =>
    sql`with appointed as (${appointed(id)}) update users set banned_at = now() where id = ${id}`,
  'suspended admin': (id) => sql`update users set is_admin = true, banned_at = now() where id = ${id}`,
}
for (const permission of moderatorPermissions) {
  kindsOfPeople[`moderator with ${permission} alone`] = (id) => appointed(id, [permission])
  kindsOfPeople[`moderator without ${permission}`] = (id) =>
    appointed(
      id,
      moderatorPermissions.filter((one) => one !== permission),
    )
}
kindsOfPeople['moderator without permissions'] = (id) => appointed(id, [])
for (const kind of banKinds) {
  for (const [end, expiresAt] of [
    ['', sql`null`],
    [' for an hour', sql`now() + interval '1 hour'`],
    [' until the past', sql`now() - interval '1 hour'`],
  ] as const) {
    kindsOfPeople[`banned from ${kind}${end}`] = (id) =>
      sql`insert into community_bans (user_id, community_id, kind, expires_at) values (${id}, ${birding}, ${kind}, ${expiresAt})`
    if (kind !== 'reading')
      kindsOfPeople[`banned from ${kind} everywhere${end}`] = (id) =>
        sql`insert into site_bans (user_id, kind, expires_at) values (${id}, ${kind}, ${expiresAt})`
  }
  kindsOfPeople[`banned from ${kind} elsewhere`] = (id) =>
    sql`insert into community_bans (user_id, community_id, kind) values (${id}, ${elsewhere}, ${kind})`
  kindsOfPeople[`moderator and banned from ${kind}`] = (id) => sql`
    with appointed as (${appointed(id)})
    insert into community_bans (user_id, community_id, kind) values (${id}, ${birding}, ${kind})`
}

const appointed = (id: string, permissions: readonly ModeratorPermission[] = moderatorPermissions) =>
  sql`insert into moderators (community_id, user_id, position, permissions)
    select ${birding}, ${id}, count(*), ${[...permissions]}::text[] from moderators where community_id = ${birding} returning user_id`

interface Person {
  readonly kind: string
  readonly member: Member
  readonly id: string
  /** Null where they have no session any more: nothing is allowed to them. */
  readonly viewer: Viewer | null
  readonly post: PostFacts
  readonly comment: string
}

let forum: Forum
let birding: string
let elsewhere: string
let thread: PostFacts
const people: Person[] = []

beforeAll(async () => {
  forum = await startForum()
  const admin = await forum.member('the_admin', { isAdmin: true })
  birding = stored((await forum.community('birding', admin)).id)
  elsewhere = stored((await forum.community('elsewhere', admin)).id)
  thread = await forum.post(admin, 'birding')
  for (const [place, kind] of Object.keys(kindsOfPeople).entries()) {
    const member = await forum.member(`person_${place}`)
    const post = await forum.post(member, 'birding')
    const comment = stored((await forum.comment(member, thread)).id)
    const id = stored(member.id)
    await kindsOfPeople[kind]?.(id).execute(forum.db)
    const { id_hash } = await forum.db
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .select('id_hash')
      .executeTakeFirstOrThrow()
    people.push({
      kind,
      member,
      id,
      viewer: (await findViewer(forum.db, id_hash))?.viewer ?? null,
      post: { ...post, id: stored(post.id) },
      comment,
    })
  }
})
afterAll(() => forum.close())

/** Does something and undoes it. */
async function tried<T>(act: (trx: Db) => Promise<T>): Promise<T> {
  const undone = new Error('undone')
  let result: { value: T } | undefined
  await forum.db
    .transaction()
    .execute(async (trx) => {
      result = { value: await act(trx) }
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  if (!result) throw new Error('Nothing was done.')
  return result.value
}

const answerOf = async (db: Db, condition: RawBuilder<boolean>, from = sql``): Promise<boolean> =>
  (await sql<{ answer: boolean }>`select ${condition} as answer ${from}`.execute(db)).rows[0]?.answer ?? false

/** The refusal of the policy, by the name that statements use; accounts without a session have none. */
const nameOf = (refusal: Refusal) =>
  refusal && (Object.entries(errors).find(([, error]) => error === refusal)?.[0] ?? null)

const first = (...refusals: Refusal[]): Refusal => refusals.find((refusal) => refusal !== null) ?? null

/** Each activity, and the statement of the specification about bans from it. */
const statements: Record<Activity, string> = {
  posting: '[CORE-6-022]',
  commenting: '[CORE-6-023]',
  voting: '[CORE-6-024]',
  reporting: '[CORE-6-025]',
  reading: '[CORE-6-028]',
}

it.each(entriesOf(statements).map(([activity, statement]) => ({ activity, statement })))(
  '$statement bans forbid $activity in TypeScript as in the database',
  async ({ activity }) => {
    for (const { kind, id, viewer } of people)
      for (const community of [birding, elsewhere]) {
        const isForbidden = await tried((trx) =>
          answerOf(trx, sql`is_forbidden(${id}, ${community}, ${activity})`),
        )
        const refusal = viewer ? activityRefusal(viewer, community, activity) : errors.notLoggedIn
        expect(isForbidden, `${kind}, ${community === birding ? 'here' : 'elsewhere'}`).toBe(refusal !== null)
      }
  },
)

describe('roles', () => {
  const needs = [null, ...moderatorPermissions.map((one) => [one]), ['content', 'members'] as const]

  it.each(needs.map((needed) => ({ needed })))(
    'are those of the session, for $needed',
    async ({ needed }) => {
      for (const { kind, id, viewer } of people)
        expect(await tried((trx) => lockRoles(trx, viewer ?? { id }, birding, needed)), kind).toEqual(
          viewer ? rolesAtRequest(viewer, birding, needed) : { isAdmin: false, isModerator: false },
        )
    },
  )

  it.each(['mods', 'admins'] as const)('allow to act as %s', async (role) => {
    for (const { kind, id, viewer } of people) {
      const hasRole = await tried((trx) => answerOf(trx, sql`has_role(${id}, ${birding}, ${role})`))
      const refusal = viewer ? staffRefusal(role, rolesAtRequest(viewer, birding, null)) : errors.notLoggedIn
      expect(hasRole, kind).toBe(refusal === null)
    }
  })
})

describe('the tools of moderators', () => {
  const refusalOf = ({ viewer }: Person, permission: ModeratorPermission): Refusal =>
    viewer ? moderationRefusal(rolesAtRequest(viewer, birding, [permission])) : errors.userNotFound
  const bans = {
    banning: (trx: Db, viewer: Viewer) =>
      banFromCommunity(trx, viewer, { communityId: birding, username: 'person_0' }),
    'lifting a ban': (trx: Db, viewer: Viewer) =>
      unbanFromCommunity(trx, viewer, { communityId: birding, username: 'person_0' }),
  }
  it.each(Object.keys(bans) as (keyof typeof bans)[])('%s', async (call) => {
    for (const person of people) {
      const refusal = await tried((trx) =>
        // The statement reads only the id of the viewer; what a refusal says depends on the permissions.
        bans[call](trx, { id: person.id, permissions: new Map(), ...person.viewer } as Viewer).then(
          () => null,
          (error: unknown) => {
            if (error instanceof Refused) return error.error
            throw error
          },
        ),
      )
      expect(refusal, person.kind).toEqual(refusalOf(person, 'members'))
    }
  })

  it('having an item of the queue open', async () => {
    for (const person of people) {
      const looked = await tried((trx) =>
        queryRow(trx, look, {
          viewerId: person.id,
          postId: stored(thread.id),
          commentId: null,
          lookerSeconds: 1,
          recentSeconds: 1,
          shownMax: 1,
        }),
      )
      expect(looked?.noted, person.kind).toBe(refusalOf(person, 'content') === null ? 1 : 0)
    }
  })
})

describe('an edit', () => {
  const deletions = [null, 'normal', 'mods', 'admins'] as const
  const texts = {
    posts: { idOf: ({ post }: Person) => post.id, ...posting },
    comments: { idOf: ({ comment }: Person) => comment, ...commenting },
  }

  it.each(['posts', 'comments'] as const)('of %s', async (table) => {
    const { idOf, editRefusal, isEditable } = texts[table]
    for (const person of people)
      for (const deletedAs of deletions)
        for (const isLocked of [false, true]) {
          const id = idOf(person)
          const stores = await tried(async (trx) => {
            await sql`update ${sql.table(table)} set
              deleted_as = ${deletedAs}::text, deleted_at = case when ${deletedAs !== null} then now() end,
              locked_as = case when ${isLocked} then 'mods' end, locked_at = case when ${isLocked} then now() end
              where id = ${id}`.execute(trx)
            return answerOf(trx, isEditable, sql`from ${sql.table(table)} where id = ${id}`)
          })
          const refusal = person.viewer
            ? editRefusal(person.viewer, {
                authorId: person.id,
                communityId: birding,
                isDeleted: deletedAs !== null,
                isRemoved: isRemoved({ deleted_as: deletedAs }),
              })
            : errors.notLoggedIn
          expect(stores, `${person.kind}, ${deletedAs}, ${isLocked}`).toBe(refusal === null)
        }
  })

  it('is for the author alone', () => {
    const facts = { communityId: elsewhere, isRemoved: false, isDeleted: false }
    for (const { viewer } of people)
      for (const { editRefusal } of [posting, commenting])
        if (viewer) expect(editRefusal(viewer, { authorId: '0', ...facts })).toBe(errors.notAuthor)
  })
})

describe('what is new', () => {
  const roles = ['normal', 'mods', 'admins'] as const
  const speaking = (viewer: Viewer, role: (typeof roles)[number]) =>
    roleRefusal(role, { ...rolesAtRequest(viewer, birding, null), isAuthor: true })

  it.each([false, true])('a post, where posting is restricted: %s', async (postingRestricted) => {
    for (const { kind, id, member, viewer } of people) {
      if (!viewer) continue
      const { bans } = (await member.get('/api/_initial')).json<Initial>()
      const { isAdmin, isModerator: userMod } = rolesAtRequest(viewer, birding, null)
      // What the page of the browser says before anything is sent.
      const community = { id: birding, name: 'birding', postingRestricted, userMod }
      const mistake = postingRefusal(community, { isAdmin, bans })
      const banned = activityRefusal(viewer, birding, 'posting')
      for (const role of roles) {
        const row = await tried(async (trx) => {
          await sql`update communities set posting_restricted = ${postingRestricted} where id = ${birding}`.execute(
            trx,
          )
          return queryRow(trx, createPost, {
            publicId: newPublicId(),
            type: 'text',
            authorId: id,
            role,
            communityId: birding,
            title: 'A new post',
            body: null,
            bodyHtml: null,
            renderer: 1,
            excerpt: null,
            linkUrl: null,
            linkHostname: null,
            madeWithAiBy: null,
            mentions: [],
          })
        })
        const refusal = first(
          banned,
          mistake === null ? null : errors.postingRestricted,
          speaking(viewer, role),
        )
        expect(row?.refusal, `${kind}, ${role}`).toBe(nameOf(refusal))
      }
    }
  })

  it('a comment', async () => {
    for (const { kind, id, viewer } of people) {
      if (!viewer) continue
      for (const role of roles) {
        const row = await tried((trx) =>
          queryRow(trx, createComments, {
            format: 'source',
            lockTimeout: null,
            publicIds: [thread.publicId],
            parentIds: ['-1'],
            authorIds: [id],
            roles: [role],
            bodies: ['A new comment.'],
            bodyHtmls: [''],
            mentions: [''],
            areLimited: [true],
            areMadeWithAi: [false],
            maxDepth: 10,
            renderer: 1,
          }),
        )
        const refusal = first(activityRefusal(viewer, birding, 'commenting'), speaking(viewer, role))
        expect(row?.refusal, `${kind}, ${role}`).toBe(nameOf(refusal))
      }
    }
  })
})
