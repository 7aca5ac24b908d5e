import { draftEndpoints } from '../../../contract/endpoints/drafts.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'

/** The answer of every call to everyone: each has drafts of their own, and nobody any say in others'. */
const table = `
                   guest  banned  member  author  elsewhere  moderator  admin
  listDrafts         401     200     200     200        200        200    200
  getDraft           401     200     200     200        200        200    200
  saveDraft          401     200     200     200        200        200    200
  deleteDraft        401     200     200     200        200        200    200
`

const calls: Record<string, Call> = {
  listDrafts: (who) => who.get('/api/drafts'),
  getDraft: (who) => who.get('/api/drafts/post:a'),
  saveDraft: (who) => who.put('/api/drafts/post:a', { body: 'One' }),
  deleteDraft: (who) => who.delete('/api/drafts/post:a'),
}

describeAuthorization({ endpoints: draftEndpoints, table, calls })
