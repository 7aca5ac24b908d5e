import { type Route, route } from '../../core/api/route.ts'
import { getRule, listRules } from '../../core/communities/rules.ts'
import { createRule } from './create.ts'
import { deleteRule } from './delete.ts'
import { editRule } from './edit.ts'
import { reorderRules } from './reorder.ts'

export const ruleRoutes: readonly Route[] = [
  route('listRules', ({ db, params }) => listRules(db, params.communityId), { fromReplica: 'forGuests' }),
  route('createRule', ({ db, viewer, params, body }) => createRule(db, viewer, params.communityId, body)),
  route('reorderRules', ({ db, viewer, params, body }) =>
    reorderRules(db, viewer, params.communityId, body.order),
  ),
  route('getRule', ({ db, params }) => getRule(db, params), { fromReplica: 'forGuests' }),
  route('updateRule', ({ db, viewer, params, body }) => editRule(db, viewer, params, body)),
  route('deleteRule', ({ db, viewer, params }) => deleteRule(db, viewer, params)),
]
