import { sql } from 'kysely'
import { automationEndpoints } from '../../../contract/endpoints/automation.ts'
import { limits } from '../../../contract/limits.ts'
import { definitionWith, newAutomation } from '../../../tests/support/automation.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import { idOfBirding } from '../../../tests/support/rules.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const unknown = '99999999'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Who = 'member' | 'moderator' | 'admin'

const send =
  (who: Who, method: Method, path: string, body: object = {}) =>
  (scene: Scene) =>
    scene[who].send({ method, url: `/api/automation${path}`, payload: JSON.stringify(body) })

/** With the community in the query of reads, and in the body of writes. */
const inCommunity = (who: Who, method: Method, path: string, communityId: string | null, body: object) =>
  method === 'GET'
    ? send(who, method, `${path}${communityId === null ? '' : `?communityId=${communityId}`}`)
    : send(who, method, path, { communityId, ...body })

const ofScope = (method: Method, path: string, body: object = {}) => ({
  invalidId: inCommunity('moderator', method, path, 'birding', body),
  communityNotFound: inCommunity('moderator', method, path, unknown, body),
  neitherAdminNorModerator: async (scene: Scene) =>
    inCommunity('member', method, path, await idOfBirding(scene), body)(scene),
  notAdmin: inCommunity('moderator', method, path, null, body),
})

const ofRule = (method: Method, path = '', body: object = {}) => ({
  automationNotFound: send('moderator', method, `/${unknown}${path}`, body),
  neitherAdminNorModerator: async (scene: Scene) => {
    const { id } = await newAutomation(scene.admin, await idOfBirding(scene), {}, { state: 'off' })
    return send('member', method, `/${id}${path}`, body)(scene)
  },
  notAdmin: async (scene: Scene) => {
    const { id } = await newAutomation(scene.admin, null, {}, { state: 'off' })
    return send('moderator', method, `/${id}${path}`, body)(scene)
  },
})

const definition = definitionWith()
const rule = { name: 'No spam', state: 'off', definition }
const incomplete = definitionWith({ when: { is: 'words', list: [] } })

const provocations: Provocations<typeof automationEndpoints> = {
  listAutomation: ofScope('GET', ''),
  createAutomation: {
    ...ofScope('POST', '', rule),
    invalidAutomation: send('admin', 'POST', '', { ...rule, definition: incomplete }),
    tooManyAutomations: async (scene) => {
      await sql`insert into automation_rules (name, state, place, definition, changed)
        select 'Rule', 'off', n, '{}', 0 from generate_series(1, ${limits.automationRulesMax}::integer) n`.execute(
        scene.forum.db,
      )
      const answer = await send('admin', 'POST', '', rule)(scene)
      await sql`delete from automation_rules where definition = '{}'`.execute(scene.forum.db)
      return answer
    },
  },
  orderAutomation: ofScope('PUT', '', { order: [] }),
  tryAutomation: {
    ...ofScope('POST', '/try', { definition }),
    invalidAutomation: send('admin', 'POST', '/try', { definition: incomplete }),
  },
  importAutomation: {
    ...ofScope('POST', '/import', { yaml: 'title: spam\naction: remove' }),
    invalidAutomation: send('admin', 'POST', '/import', { yaml: 'title: [' }),
  },
  listAutomationHits: {
    ...ofScope('GET', '/hits'),
    invalidCursor: send('admin', 'GET', '/hits?next=last'),
    automationNotFound: send('admin', 'GET', '/hits?rule=first'),
  },
  getAutomation: ofRule('GET'),
  updateAutomation: {
    ...ofRule('PUT', '', { name: 'Less spam' }),
    invalidAutomation: async (scene) => {
      const { id } = await newAutomation(scene.admin, null, {}, { state: 'off' })
      return send('admin', 'PUT', `/${id}`, { name: ' ' })(scene)
    },
  },
  deleteAutomation: ofRule('DELETE'),
  undoAutomation: {
    ...ofRule('POST', '/undo', { since: '2026-01-01T00:00:00Z' }),
    invalidAutomation: async (scene) => {
      const { id } = await newAutomation(scene.admin, null, {}, { state: 'off' })
      return send('admin', 'POST', `/${id}/undo`, { since: '2026-13-01T00:00:00Z' })(scene)
    },
  },
}

describeRefusals(automationEndpoints, provocations)
