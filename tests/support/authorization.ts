import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from './forum.ts'
import { type People, type Scene, startScene } from './scene.ts'

/** Creates the target of a call, then makes the call as `who`. */
export type Call = (who: Client, scene: Scene) => Promise<LightMyRequestResponse>

export const isMember = (who: Client): who is People['member'] => 'id' in who

/**
 * Tests a table of the status of each call for each role. Its first line names the roles; every other line starts with
 * the name of an endpoint, optionally more words, and has the statuses.
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
  const roles = header.trim().split(/\s+/) as (keyof People)[]
  const rows = lines.map((line) => {
    const [, name = '', numbers = ''] = /^\s*(.*?)((?:\s+\d{3})+)$/.exec(line) ?? []
    return { name, statuses: numbers.trim().split(/\s+/).map(Number) }
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

    it('has a call for every row, and an answer for everybody', () => {
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(calls))
      for (const { name, statuses } of rows) expect(statuses, name).toHaveLength(roles.length)
    })
  })

  describe.each(rows)('$name', ({ name, statuses }) => {
    it.each(roles.map((role, n) => [role, statuses[n]] as const))(
      'answers %s with %i',
      async (role, status) => {
        const answer = await calls[name]?.(scene[role], scene)
        expect(answer?.statusCode, answer?.body).toBe(status)
      },
    )
  })
}
