import { searchEndpoints } from '../../../contract/endpoints/search.ts'
import { describeAuthorization } from '../../../tests/support/authorization.ts'

describeAuthorization({
  endpoints: searchEndpoints,
  table: `
                guest  banned  member  author  elsewhere  moderator  admin
  search          200     200     200     200        200        200    200
  suggest         200     200     200     200        200        200    200
  countResults    200     200     200     200        200        200    200
`,
  calls: {
    search: (who) => who.get('/api/search?q=birds'),
    suggest: (who) => who.get('/api/search/suggestions?q=bir'),
    countResults: (who) => who.get('/api/search/counts?q=birds'),
  },
})
