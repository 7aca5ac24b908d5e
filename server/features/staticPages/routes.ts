import { pagesOfPrivateForum } from '../../../contract/access.ts'
import { errors } from '../../../contract/errors.ts'
import { type Route, route } from '../../core/api/route.ts'
import { getStaticPage } from '../../core/staticPages/read.ts'
import { Refused } from '../../platform/http/refused.ts'
import { changeStaticPage, getStaticPageText, listStaticPageVersions, previewStaticPage } from './edit.ts'

export const staticPageRoutes: readonly Route[] = [
  route(
    'getStaticPage',
    (call) => {
      const { viewer, settings, params } = call
      if (settings.privateForum && !viewer && !pagesOfPrivateForum.has(params.pageName))
        throw new Refused(errors.notLoggedIn)
      return getStaticPage(call, params.pageName)
    },
    { fromReplica: 'forGuests' },
  ),
  route('getStaticPageText', (call) => getStaticPageText(call, call.params.pageName)),
  route('changeStaticPage', async (call) => {
    // Terms and privacy policy are promises of the site.
    await call.session.requireRecentPassword(call.db)
    return changeStaticPage(call, call.viewer, { slug: call.params.pageName, ...call.body })
  }),
  route('previewStaticPage', (call) => previewStaticPage(call, { slug: call.params.pageName, ...call.body })),
  route('listStaticPageVersions', (call) =>
    listStaticPageVersions(call.db, { slug: call.params.pageName, next: call.query.next }),
  ),
]
