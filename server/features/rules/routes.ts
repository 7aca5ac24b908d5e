import { ownHosts } from '../../config.ts'
import { type Route, route } from '../../core/api/route.ts'
import { getRule, listRules } from '../../core/communities/rules.ts'
import { createRule } from './create.ts'
import { deleteRule } from './delete.ts'
import { editRule } from './edit.ts'
import { reorderRules } from './reorder.ts'

export const ruleRoutes: readonly Route[] = [
  route('listRules', ({ db, params, config }) => listRules(db, params.communityId, ownHosts(config)), {
    fromReplica: 'forGuests',
  }),
  route('createRule', ({ db, viewer, params, body, config }) =>
    createRule(db, viewer, params.communityId, body, ownHosts(config)),
  ),
  route('reorderRules', ({ db, viewer, params, body, config }) =>
    reorderRules(db, viewer, params.communityId, body.order, ownHosts(config)),
  ),
  route('getRule', ({ db, params, config }) => getRule(db, params, ownHosts(config)), {
    fromReplica: 'forGuests',
  }),
  route('updateRule', ({ db, viewer, params, body, config }) =>
    editRule(db, viewer, params, body, ownHosts(config)),
  ),
  route('deleteRule', ({ db, viewer, params, config }) => deleteRule(db, viewer, params, ownHosts(config))),
]
