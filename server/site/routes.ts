import { type Route, route } from '../http/route.ts'
import { getInitial } from './initial.ts'

export const siteRoutes: readonly Route[] = [
  route('getInitial', ({ db, config, viewer }) => getInitial({ db, config }, viewer)),
]
