import { automationEndpoints } from '../../../contract/endpoints/automation.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import { definitionWith, newAutomation } from '../../../tests/support/automation.ts'
import { idOfBirding } from '../../../tests/support/rules.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** The answer of every call to everyone, about the rules of the community `birding`, and of the site. */
const table = `
                          guest  banned  member  author  elsewhere  moderator  admin  needs
  listAutomation            401     403     403     403        403        200    200  rules
  listAutomation site       401     403     403     403        403        403    200
  createAutomation          401     403     403     403        403        200    200  rules
  createAutomation site     401     403     403     403        403        403    200
  orderAutomation           401     403     403     403        403        200    200  rules
  orderAutomation site      401     403     403     403        403        403    200
  tryAutomation             401     403     403     403        403        200    200  rules
  tryAutomation site        401     403     403     403        403        403    200
  importAutomation          401     403     403     403        403        200    200  rules
  listAutomationHits        401     403     403     403        403        200    200  rules
  listAutomationHits site   401     403     403     403        403        403    200
  getAutomation             401     403     403     403        403        200    200  rules
  getAutomation site        401     403     403     403        403        403    200
  updateAutomation          401     403     403     403        403        200    200  rules
  updateAutomation site     401     403     403     403        403        403    200
  deleteAutomation          401     403     403     403        403        200    200  rules
  deleteAutomation site     401     403     403     403        403        403    200
  undoAutomation            401     403     403     403        403        200    200  rules
  undoAutomation site       401     403     403     403        403        403    200
`

const definition = definitionWith()
const rule = { name: 'No spam', state: 'off', definition }
const since = '2026-01-01T00:00:00Z'
const ofBirding = async (scene: Scene, fields: object = {}) => ({
  communityId: await idOfBirding(scene),
  ...fields,
})
const birding = async (scene: Scene) => `communityId=${await idOfBirding(scene)}`
const newRule = async (scene: Scene) => {
  const { id } = await newAutomation(scene.admin, await idOfBirding(scene), {}, { state: 'off' })
  return `/api/automation/${id}`
}
const newSiteRule = async (scene: Scene) =>
  `/api/automation/${(await newAutomation(scene.admin, null, {}, { state: 'off' })).id}`

const calls: Record<string, Call> = {
  listAutomation: async (who, scene) => who.get(`/api/automation?${await birding(scene)}`),
  'listAutomation site': (who) => who.get('/api/automation'),
  createAutomation: async (who, scene) => who.post('/api/automation', await ofBirding(scene, rule)),
  'createAutomation site': (who) => who.post('/api/automation', rule),
  orderAutomation: async (who, scene) => who.put('/api/automation', await ofBirding(scene, { order: [] })),
  'orderAutomation site': (who) => who.put('/api/automation', { order: [] }),
  tryAutomation: async (who, scene) =>
    who.post('/api/automation/try', await ofBirding(scene, { definition })),
  'tryAutomation site': (who) => who.post('/api/automation/try', { definition }),
  importAutomation: async (who, scene) =>
    who.post('/api/automation/import', await ofBirding(scene, { yaml: 'title: spam\naction: remove' })),
  listAutomationHits: async (who, scene) => who.get(`/api/automation/hits?${await birding(scene)}`),
  'listAutomationHits site': (who) => who.get('/api/automation/hits'),
  getAutomation: async (who, scene) => who.get(await newRule(scene)),
  'getAutomation site': async (who, scene) => who.get(await newSiteRule(scene)),
  updateAutomation: async (who, scene) => who.put(await newRule(scene), { name: 'Less spam' }),
  'updateAutomation site': async (who, scene) => who.put(await newSiteRule(scene), { name: 'Less spam' }),
  deleteAutomation: async (who, scene) => who.delete(await newRule(scene)),
  'deleteAutomation site': async (who, scene) => who.delete(await newSiteRule(scene)),
  undoAutomation: async (who, scene) => who.post(`${await newRule(scene)}/undo`, { since }),
  'undoAutomation site': async (who, scene) => who.post(`${await newSiteRule(scene)}/undo`, { since }),
}

describeAuthorization({ endpoints: automationEndpoints, table, calls })
