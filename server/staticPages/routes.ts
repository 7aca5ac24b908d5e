import { type Route, route } from '../http/route.ts'
import { getStaticPage } from './read.ts'

export const staticPageRoutes: readonly Route[] = [
  route('getStaticPage', ({ config, shared, params }) => getStaticPage({ config, shared }, params.pageName)),
]
