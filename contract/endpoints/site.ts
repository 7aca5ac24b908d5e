import { Type } from 'typebox'
import { oneOf, text } from '../entities/schema.ts'
import { staticPages } from '../staticPages.ts'
import { endpoint } from './endpoint.ts'

/** What a site publishes about itself; an addition to the original API. */
export const siteEndpoints = {
  getStaticPage: endpoint({
    method: 'GET',
    path: '/api/_pages/:pageName',
    summary: 'Returns one of the static pages as the owner of the site wrote it.',
    who: 'all',
    openInPrivateForum: true,
    sharedByGuests: true,
    params: Type.Object({
      pageName: Type.String({
        description: 'The name of the page.',
        choices: staticPages,
      }),
    }),
    response: Type.Object({
      name: oneOf(staticPages, 'The name of the page.'),
      title: text('The title.'),
      description: text('The beginning as plain text, for search engines and link previews.'),
      html: text('The text without its title as safe HTML.'),
    }),
    errors: ['staticPageNotFound'],
  }),
}
