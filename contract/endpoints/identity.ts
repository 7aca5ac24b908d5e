import { Type } from 'typebox'
import { flag, int, listOf, Nullable, oneOf, text, time } from '../entities/schema.ts'
import { staticPageMaxLength, staticPageVersionsPerPage } from '../limitValues.ts'
import { staticPages } from '../staticPages.ts'
import { endpoint } from './endpoint.ts'
import { next, optional } from './parameters.ts'
import { pictureErrors } from './pictureErrors.ts'

const ofPage = Type.Object({
  pageName: Type.String({ description: 'The name of the page.', choices: staticPages }),
})
const changedBy = Nullable(text('The name of the admin who saved it; null if the account is deleted.'))

const StaticPageText = Type.Object({
  name: oneOf(staticPages, 'The name of the page.'),
  text: text('The text that is in force, as Markdown with variables, such as `siteName` in double braces.'),
  isOriginal: flag('Whether this is the text that comes with the program.'),
  lockedBy: Nullable(
    text('The file in the data directory that overrides what is saved here; null if there is none.'),
  ),
  version: Nullable(text('The id of the version that was saved last; null if none was.')),
})

const shownPage = Type.Object({
  title: text('The title.'),
  html: text('The text without its title as safe HTML.'),
})

const Logo = Type.Object({
  path: text('Where its icons are: the name of an icon, such as `icon-192.png`, follows.'),
  width: int('The width of the picture in pixels.'),
  height: int('The height of the picture in pixels.'),
})

/** How the site looks and what its pages say, besides its settings; an addition to the original API. */
export const identityEndpoints = {
  setLogo: endpoint({
    method: 'POST',
    path: '/api/_admin/logo',
    summary: 'Makes a picture the logo of the site, and its icons.',
    who: 'admin',
    changesWhatGuestsSee: true,
    limit: 'uploads',
    upload: true,
    response: Logo,
    errors: pictureErrors,
  }),
  deleteLogo: endpoint({
    method: 'DELETE',
    path: '/api/_admin/logo',
    summary: 'Puts the original logo back.',
    who: 'admin',
    changesWhatGuestsSee: true,
    response: Type.Object({ success: flag('Always true: a failure is an error.') }),
    errors: [],
  }),
  getStaticPageText: endpoint({
    method: 'GET',
    path: '/api/_admin/pages/:pageName',
    summary: 'Returns the text of a static page, to be edited.',
    who: 'admin',
    params: ofPage,
    response: StaticPageText,
    errors: ['staticPageNotFound'],
  }),
  changeStaticPage: endpoint({
    method: 'PUT',
    path: '/api/_admin/pages/:pageName',
    summary:
      'Saves another text of a static page. Every process of the server shows it within a second; earlier texts are kept. Needs a password that was given recently.',
    who: 'admin',
    changesWhatGuestsSee: true,
    params: ofPage,
    body: Type.Object({
      text: Nullable(
        text(
          `Markdown of at most ${staticPageMaxLength.toLocaleString('en')} characters; null puts the text of the program back.`,
        ),
      ),
      basedOn: Nullable(text('The `version` that was edited, so that nobody’s changes are lost.')),
    }),
    response: StaticPageText,
    errors: [
      'passwordNeeded',
      'staticPageNotFound',
      'staticPageTooLong',
      'staticPageLocked',
      'staticPageChanged',
    ],
  }),
  previewStaticPage: endpoint({
    method: 'POST',
    path: '/api/_admin/pages/:pageName/preview',
    summary: 'Shows a text as the page would show it.',
    who: 'admin',
    params: ofPage,
    body: Type.Object({ text: text('The Markdown.') }),
    response: shownPage,
    errors: ['staticPageNotFound', 'staticPageTooLong'],
  }),
  listStaticPageVersions: endpoint({
    method: 'GET',
    path: '/api/_admin/pages/:pageName/versions',
    summary: `Lists the saved versions of a static page, the latest first, ${staticPageVersionsPerPage} at a time.`,
    who: 'admin',
    params: ofPage,
    query: optional({ next }),
    response: Type.Object({
      versions: listOf(
        Type.Object({
          id: text('The id of the version.'),
          text: Nullable(text('The Markdown; null for the text of the program.')),
          changedAt: time('When it was saved.'),
          changedBy,
        }),
        'The versions of this page.',
      ),
      next: Nullable(text('The cursor of the next page; null at the end.')),
    }),
    errors: ['staticPageNotFound', 'invalidCursor'],
  }),
}
