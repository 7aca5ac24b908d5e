import { pagesQuery } from '../pagesQuery.ts'

/** The texts of the terms that members accepted, the latest first. */
export const termsVersionsQuery = pagesQuery({
  queryKey: ['terms versions'],
  load: (api, start, options) => api.call('listTermsVersions', { query: start }, options),
})
