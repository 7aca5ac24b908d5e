import { sql } from 'kysely'
import { ruleEndpoints } from '../../../contract/endpoints/rules.ts'
import { limits } from '../../../contract/limits.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import { idOfBirding, newRule } from '../../../tests/support/rules.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const unknown = '99999999'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Who = 'member' | 'moderator'

const send = (who: Who, method: Method, url: string, body: object) => (scene: Scene) =>
  scene[who].send({ method, url: `/api/communities/${url}`, payload: JSON.stringify(body) })

const onRules = (method: Method, body: object, who: Who) => async (scene: Scene) =>
  send(who, method, `${await idOfBirding(scene)}/rules`, body)(scene)

const onRule = (method: Method, body: object, who: Who) => async (scene: Scene) =>
  scene[who].send({ method, url: (await newRule(scene)).address, payload: JSON.stringify(body) })

const noCommunity = (method: Method, body: object) => ({
  invalidId: send('moderator', method, 'birding/rules', body),
  communityNotFound: send('moderator', method, `${unknown}/rules`, body),
})

const noRule = (method: Method, body: object) => ({
  ruleNotFound: send('moderator', method, '1/rules/first', body),
  rulesNotFound: send('moderator', method, `1/rules/${unknown}`, body),
})

const text = { rule: 'No crows' }

const provocations: Provocations<typeof ruleEndpoints> = {
  listRules: noCommunity('GET', {}),
  createRule: {
    ...noCommunity('POST', text),
    emptyRule: onRules('POST', { rule: ' ' }, 'moderator'),
    notModerator: onRules('POST', text, 'member'),
    tooManyRules: async (scene) => {
      await sql`insert into community_rules (community_id, rule, created_by)
        select ${await idOfBirding(scene)}::bigint, 'Rule ' || n, ${scene.admin.id}::bigint
        from generate_series(1, ${limits.rulesPerCommunityMax}::integer) as n`.execute(scene.forum.db)
      return onRules('POST', text, 'moderator')(scene)
    },
  },
  reorderRules: {
    ...noCommunity('PUT', { order: [] }),
    notModerator: onRules('PUT', { order: [] }, 'member'),
  },
  getRule: noRule('GET', {}),
  updateRule: {
    ...noRule('PUT', text),
    emptyRule: onRule('PUT', { rule: ' ' }, 'moderator'),
    notModerator: onRule('PUT', text, 'member'),
  },
  deleteRule: { ...noRule('DELETE', {}), notModerator: onRule('DELETE', {}, 'member') },
}

describeRefusals(ruleEndpoints, provocations)
