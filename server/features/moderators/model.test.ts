import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { Refused } from '../../platform/http/refused.ts'
import { joinCommunity, leaveCommunity } from '../communities/join.ts'
import { addModerator } from './add.ts'
import { removeModerator } from './remove.ts'

let forum: Forum
let people: Viewer[]
/** The ids of those of them who are admins. */
let admins: Set<string>
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '12' })
  people = await manyMembers(forum.db, 10)
  admins = new Set(people.slice(0, 2).map(({ id }) => id))
  await forum.db
    .updateTable('users')
    .set({ is_admin: true })
    .where('id', 'in', [...admins])
    .execute()
})
afterAll(() => forum.close())

type Kind = 'add' | 'remove' | 'join' | 'leave'

interface Action {
  readonly kind: Kind
  readonly by: Viewer
  readonly whom: Viewer
}

const { pick } = seededRandom(20_261_122)
const anyAction = (): Action => {
  const kind = pick<Kind>(['add', 'add', 'add', 'remove', 'remove', 'join', 'leave'])
  return { kind, by: pick(people), whom: pick(people) }
}

/** The rules for moderators (docs/spec/modtools.md), as a simple model. */
function startModel() {
  let mods: string[] = []
  const members = new Set<string>()
  const end = (id: string) => {
    mods = mods.filter((one) => one !== id)
  }
  return {
    mods: () => mods,
    members: () => [...members].sort(),
    /** The expected answer: the code of a refusal, or null. */
    perform({ kind, by, whom }: Pick<Action, 'kind'> & Record<'by' | 'whom', { id: string }>): string | null {
      if (kind === 'join') members.add(by.id)
      if (kind === 'leave') {
        members.delete(by.id)
        end(by.id)
      }
      if (kind === 'join' || kind === 'leave') return null
      const isAdmin = admins.has(by.id)
      if (!isAdmin && !mods.includes(by.id)) return errors.notModeratorNorAdmin.code
      if (kind === 'add') {
        members.add(whom.id)
        if (!mods.includes(whom.id)) mods.push(whom.id)
        return null
      }
      const [place, above] = [mods.indexOf(by.id), mods.indexOf(whom.id)]
      if (!isAdmin && above !== -1 && above < place) return errors.lowerModerator.code
      end(whom.id)
      return null
    },
  }
}

/** The actual answer. */
async function perform({ kind, by, whom }: Action, communityId: string): Promise<string | null> {
  try {
    if (kind === 'join') await joinCommunity(forum.db, by, communityId)
    if (kind === 'leave') await leaveCommunity(forum.db, by, communityId)
    if (kind === 'add') await addModerator(forum.db, by, { communityId, username: whom.username })
    if (kind === 'remove') await removeModerator(forum.db, by, { communityId, username: whom.username })
    return null
  } catch (error) {
    if (error instanceof Refused) return error.error.code ?? ''
    throw error
  }
}

/** A community without members. */
async function emptyCommunity(name: string): Promise<string> {
  const { id } = await forum.community(name)
  await forum.db.deleteFrom('moderators').where('community_id', '=', id).execute()
  await forum.db.deleteFrom('memberships').where('community_id', '=', id).execute()
  await forum.db.updateTable('communities').set({ member_count: 0 }).where('id', '=', id).execute()
  return stored(id)
}

/** The moderators in order; fails if their ranks have a gap. */
async function moderatorsOf(communityId: string): Promise<string[]> {
  const rows = await forum.db
    .selectFrom('moderators')
    .select(['user_id', 'position'])
    .where('community_id', '=', communityId)
    .orderBy('position')
    .execute()
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_row, place) => place))
  return rows.map(({ user_id }) => user_id)
}

/** The members; fails if the counter differs. */
async function membersOf(communityId: string): Promise<string[]> {
  const { db } = forum
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('community_id', '=', communityId)
    .execute()
  const { count } = await db
    .selectFrom('communities')
    .select('member_count as count')
    .where('id', '=', communityId)
    .executeTakeFirstOrThrow()
  expect(count).toBe(rows.length)
  return rows.map(({ user_id }) => user_id).sort()
}

describe('the moderators of a community', () => {
  // [ACC-4-020] [ACC-4-021]
  it('match a simple model for any sequence of calls', async () => {
    const communityId = await emptyCommunity('in_turn')
    const model = startModel()
    for (let n = 0; n < 300; n++) {
      const action = anyAction()
      const what = `action ${n}: ${action.by.username} ${action.kind} ${action.whom.username}`
      expect(await perform(action, communityId), what).toBe(model.perform(action))
      expect(await moderatorsOf(communityId), what).toEqual(model.mods())
      expect(await membersOf(communityId), what).toEqual(model.members())
    }
  })

  it('match the log for concurrent calls, each of which was allowed at its time', async () => {
    const communityId = await emptyCommunity('at_once')
    const model = startModel()
    let seenLog = '0'
    for (let round = 0; round < 12; round++) {
      await Promise.all(Array.from({ length: 20 }, () => perform(anyAction(), communityId)))
      const log = await forum.db
        .selectFrom('moderation_log')
        .select(['id', 'action', 'actor_id', 'user_id'])
        .where('community_id', '=', communityId)
        .where('action', 'in', ['add_moderator', 'remove_moderator'])
        .where('id', '>', seenLog)
        .orderBy('id')
        .execute()
      for (const { id, action, actor_id, user_id } of log) {
        seenLog = id
        const kind = action === 'add_moderator' ? 'add' : 'remove'
        expect(model.perform({ kind, by: { id: actor_id }, whom: { id: user_id ?? '' } })).toBeNull()
      }
      const mods = await moderatorsOf(communityId)
      expect(mods).toEqual(model.mods())
      const members = await membersOf(communityId)
      expect(mods.filter((id) => !members.includes(id))).toEqual([])
    }
  })
})
