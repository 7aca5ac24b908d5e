import { type Route, route } from '../../core/api/route.ts'
import { createInvitation } from './create.ts'
import { getInvitation, listInvitations } from './read.ts'
import { withdrawInvitation } from './withdraw.ts'

export const invitationRoutes: readonly Route[] = [
  route('createInvitation', createInvitation),
  route('listInvitations', ({ db, viewer, query }) => listInvitations(db, viewer, query)),
  route('getInvitation', ({ db, params }) => getInvitation(db, params.code)),
  route('withdrawInvitation', ({ db, viewer, params }) => withdrawInvitation(db, viewer, params.code)),
]
