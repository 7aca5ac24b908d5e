import { type Route, route } from '../../core/api/route.ts'
import { getStaticPage } from './read.ts'

export const staticPageRoutes: readonly Route[] = [
  route('getStaticPage', (call) => getStaticPage(call, call.params.pageName), { mayBeOld: 'forGuests' }),
]
