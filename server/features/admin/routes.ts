import { endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { type Route, route } from '../../core/api/route.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { actions } from './actions.ts'
import { findContents } from './bulk/contents.ts'
import { listBulkActions } from './bulk/list.ts'
import { changeBulkAction, findMembers, orderGivenBulkAction } from './bulk/order.ts'
import { getChecklist, tickChecklist } from './checklist.ts'
import { listAllComments } from './comments.ts'
import { changeMembers, setAdmin } from './memberActions.ts'
import { listMembers } from './members.ts'
import { listRelatedAccounts } from './relatedAccounts.ts'
import { listUsers } from './users.ts'
import { listUncountedVoters, listVotePatterns } from './votes/patterns.ts'
import { listSlowVoters } from './votes/slow.ts'

export const adminRoutes: readonly Route[] = [
  route('administrate', async (call) => {
    const { action } = call.body
    if (!isKeyOf(actions, action)) throw new Refused(errors.invalidAdminAction)
    await actions[action](call)
    return { success: true, 'success:': true }
  }),
  route('listUsers', ({ db, viewer, query }) => listUsers(db, viewer, query)),
  route('listMembers', ({ db, query }) => listMembers(db, query)),
  route('listRelatedAccounts', ({ db, params }) => listRelatedAccounts(db, params.username)),
  route('changeMembers', changeMembers),
  route('findMembers', (call) => findMembers(call, call.query)),
  route('findContents', (call) => findContents(call, call.query, (filter) => findMembers(call, filter))),
  route('orderBulkAction', orderGivenBulkAction),
  route('listBulkActions', async ({ db }) => ({ bulkActions: await listBulkActions(db) })),
  route('changeBulkAction', changeBulkAction),
  route(
    'listVotePatterns',
    ({ db, query }) =>
      listVotePatterns(db, parseChoice(endpoints.listVotePatterns.query.properties.period, query.period)),
    { fromReplica: 'forAll' },
  ),
  route('listUncountedVoters', ({ db }) => listUncountedVoters(db)),
  route('listSlowVoters', ({ db }) => listSlowVoters(db)),
  route('setAdmin', setAdmin),
  route('listAllComments', (call) => listAllComments(call.db, call.query, call.viewAs)),
  route('getChecklist', ({ db, config, settings }) => getChecklist(db, { config, settings })),
  route('tickChecklist', ({ db, config, settings, viewer, body }) =>
    tickChecklist({ db, config, settings }, viewer, body.item),
  ),
]
