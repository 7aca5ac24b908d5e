import { ruleEndpoints } from '../../../contract/endpoints/rules.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import { newRule } from '../../../tests/support/rules.ts'

/** The answer of every call to everyone, about the rules of the community `birding`. */
const table = `
                 guest  banned  member  author  elsewhere  moderator  admin  needs
  listRules        200     200     200     200        200        200    200
  createRule       401     403     403     403        403        200    200  rules
  reorderRules     401     403     403     403        403        200    200  rules
  getRule          200     200     200     200        200        200    200
  updateRule       401     403     403     403        403        200    200  rules
  deleteRule       401     403     403     403        403        200    200  rules
`

const calls: Record<string, Call> = {
  listRules: async (who, scene) => who.get((await newRule(scene)).ofCommunity),
  createRule: async (who, scene) => who.post((await newRule(scene)).ofCommunity, { rule: 'No crows' }),
  reorderRules: async (who, scene) => {
    const { ofCommunity, id } = await newRule(scene)
    return who.put(ofCommunity, { order: [id] })
  },
  getRule: async (who, scene) => who.get((await newRule(scene)).address),
  updateRule: async (who, scene) => who.put((await newRule(scene)).address, { rule: 'Many crows' }),
  deleteRule: async (who, scene) => who.delete((await newRule(scene)).address),
}

describeAuthorization({ endpoints: ruleEndpoints, table, calls })
