import { pagesOfPrivateForum } from '../../../contract/access.ts'
import { errors } from '../../../contract/errors.ts'
import { type Route, route } from '../../core/api/route.ts'
import { Refused } from '../../platform/http/refused.ts'
import { getStaticPage } from './read.ts'

export const staticPageRoutes: readonly Route[] = [
  route(
    'getStaticPage',
    (call) => {
      const { viewer, settings, params } = call
      if (settings.privateForum && !viewer && !pagesOfPrivateForum.has(params.pageName))
        throw new Refused(errors.notLoggedIn)
      return getStaticPage(call, params.pageName)
    },
    { mayBeOld: 'forGuests' },
  ),
]
