import { type Route, route } from '../../core/api/route.ts'
import { listAutomationHits } from './hits.ts'
import { importAutomation } from './import.ts'
import {
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomation,
  orderAutomation,
  orderUndo,
  updateAutomation,
} from './rules.ts'
import { tryAutomation } from './try.ts'

export const automationRoutes: readonly Route[] = [
  route('listAutomation', ({ db, viewer, query }) => listAutomation(db, viewer, query)),
  route('createAutomation', async ({ db, viewer, body, automation }) => {
    const rule = await createAutomation(db, viewer, body)
    await automation.refresh()
    return rule
  }),
  route('orderAutomation', async ({ db, viewer, body, automation }) => {
    const rules = await orderAutomation(db, viewer, body)
    await automation.refresh()
    return rules
  }),
  route('tryAutomation', (call) => tryAutomation(call, call.viewer, call.body)),
  route('importAutomation', ({ db, viewer, body }) => importAutomation(db, viewer, body)),
  route('listAutomationHits', ({ db, viewer, query }) => listAutomationHits(db, viewer, query)),
  route('getAutomation', ({ db, viewer, params }) => getAutomation(db, viewer, params.ruleId)),
  route('updateAutomation', async ({ db, viewer, params, body, automation }) => {
    const rule = await updateAutomation(db, viewer, { ...params, ...body })
    await automation.refresh()
    return rule
  }),
  route('deleteAutomation', async ({ db, viewer, params, automation }) => {
    const rule = await deleteAutomation(db, viewer, params.ruleId)
    await automation.refresh()
    return rule
  }),
  route('undoAutomation', ({ db, viewer, params, body }) => orderUndo(db, viewer, { ...params, ...body })),
]
