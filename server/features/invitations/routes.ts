import { type Route, route } from '../../core/api/route.ts'
import { createInvitation } from './create.ts'
import { listInvitations } from './list.ts'
import { getInvitation } from './queries.ts'
import { withdrawInvitation } from './withdraw.ts'

export const invitationRoutes: readonly Route[] = [
  route('createInvitation', createInvitation),
  route('listInvitations', ({ db, viewer, query }) => listInvitations(db, viewer, query)),
  route('getInvitation', ({ db, params }) => getInvitation(db, params.code)),
  route('withdrawInvitation', ({ db, viewer, params }) => withdrawInvitation(db, viewer, params.code)),
]
