import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ModeratorPermission, moderatorPermissions } from '../../contract/words.ts'
import type { Client } from './forum.ts'
import { type People, type Scene, startScene } from './scene.ts'

/** Creates the target of a call, then makes the call as `who`. */
export type Call = (who: Client, scene: Scene) => Promise<LightMyRequestResponse>

export const isMember = (who: Client): who is People['member'] => 'id' in who

/**
 * Tests a table of the status of each call for each role. Its first line names the roles; every other line starts with
 * the name of an endpoint, optionally more words, and has the statuses. Where a moderator of `birding` may do what one of another
 * community may not, the last column says which of the permissions of moderators it needs, such as `content+members`, or `any` if all
 * moderators may: the call is then tried with each permission alone, and with none.
 *
 * @param given.endpoints each of them needs a row.
 * @param given.calls how to make the call of each row, in the order of the table.
 */
export function describeAuthorization(given: {
  endpoints: object
  table: string
  calls: Record<string, Call>
}): void {
  const { endpoints, table, calls } = given
  const [header = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '')
  const roles = header
    .trim()
    .split(/\s+/)
    .filter((name) => name !== 'needs') as (keyof People)[]
  const rows = lines.map((line) => {
    const [, name = '', numbers = '', needs] = /^\s*(.*?)((?:\s+\d{3})+)(?:\s+([a-z+]+))?$/.exec(line) ?? []
    const statuses = numbers.trim().split(/\s+/).map(Number)
    return { name, statuses, needs, asModerator: differenceOf(roles, statuses) }
  })

  let scene: Scene
  beforeAll(async () => {
    scene = await startScene()
  })
  afterAll(() => scene.forum.close())

  describe('the table', () => {
    it('has a row for every call', () => {
      const named = new Set(rows.map(({ name }) => name.split(' ')[0]))
      expect(Object.keys(endpoints).filter((name) => !named.has(name))).toEqual([])
      expect([...named].filter((name) => !Object.hasOwn(endpoints, name ?? ''))).toEqual([])
    })

    it('has a call for every row, and an answer for everyone', () => {
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(calls))
      for (const { name, statuses } of rows) expect(statuses, name).toHaveLength(roles.length)
    })

    it('says for every call of moderators which permission it needs', () => {
      for (const { name, needs, asModerator } of rows)
        expect(needs !== undefined, name).toBe(asModerator !== null)
    })
  })

  describe.each(rows)('$name', ({ name, statuses, needs, asModerator }) => {
    it.each(roles.map((role, n) => [role, statuses[n]] as const))(
      'answers %s with %i',
      async (role, status) => {
        const answer = await calls[name]?.(scene[role], scene)
        expect(answer?.statusCode, answer?.body).toBe(status)
      },
    )

    if (needs && asModerator)
      it.each([...moderatorPermissions, null])(
        'answers a moderator with the permission %s',
        async (permission) => {
          const { db } = scene.forum
          const set = (permissions: readonly ModeratorPermission[]) =>
            db
              .updateTable('moderators')
              .set({ permissions: [...permissions] })
              .where('user_id', '=', scene.moderator.id)
              .execute()
          await set(permission === null ? [] : [permission])
          const answer = await calls[name]?.(scene.moderator, scene)
          await set(moderatorPermissions)
          const suffices = needs === 'any' || (permission !== null && needs.split('+').includes(permission))
          expect(answer?.statusCode, answer?.body).toBe(
            suffices ? asModerator.withPermission : asModerator.without,
          )
        },
      )
  })
}

/** What a moderator of `birding` is answered who may do it, and one who may not; null for calls that make no difference. */
function differenceOf(roles: readonly string[], statuses: readonly number[]) {
  const withPermission = statuses[roles.indexOf('moderator')] ?? 0
  const without = statuses[roles.indexOf('elsewhere')] ?? 0
  return withPermission < 400 && without >= 400 ? { withPermission, without } : null
}
