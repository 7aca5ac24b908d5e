import { Type } from 'typebox'
import { OneOf } from '../entities/schema.ts'
import { staticPages } from '../staticPages.ts'
import { endpoint } from './endpoint.ts'

/** What a site says about itself; additions of ours. */
export const siteEndpoints = {
  getStaticPage: endpoint({
    method: 'GET',
    path: '/api/_pages/:pageName',
    summary: 'One of the static pages, as the owner of the site has written it.',
    who: 'all',
    sharedByGuests: true,
    params: Type.Object({ pageName: Type.String() }),
    response: Type.Object({
      name: OneOf(...staticPages),
      title: Type.String(),
      /** The beginning of the text in plain words, for search engines and link previews. */
      description: Type.String(),
      /** Rendered and safe to be put into a page; without the title. */
      html: Type.String(),
    }),
    errors: ['staticPageNotFound'],
  }),
}
