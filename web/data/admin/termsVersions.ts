import { pagedQuery } from '../pagedQuery.ts'

/** The texts of the terms that members accepted, the latest first. */
export const termsVersionsQuery = pagedQuery({
  queryKey: ['terms versions'],
  load: (api, start, options) => api.call('listTermsVersions', { query: start }, options),
})
