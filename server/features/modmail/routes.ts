import { type Route, route } from '../../core/api/route.ts'
import { getConversation, listConversations } from './conversations.ts'
import { updateConversation } from './update.ts'
import { addMessage, startConversation } from './write.ts'

export const modmailRoutes: readonly Route[] = [
  route('listConversations', ({ db, viewer, query }) => listConversations(db, viewer, query)),
  route('getConversation', ({ db, viewer, params, query }) =>
    getConversation(db, viewer, { ...params, ...query }),
  ),
  route('startConversation', (call) => startConversation(call, call.viewer, call.body)),
  route('addMessage', ({ db, viewer, params, body }) => addMessage(db, viewer, { ...params, ...body })),
  route('updateConversation', ({ db, viewer, params, body }) =>
    updateConversation(db, viewer, { ...params, ...body }),
  ),
]
