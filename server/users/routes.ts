import { type Route, route } from '../http/route.ts'
import { getOwnUser, getUser } from './read.ts'

export const userRoutes: readonly Route[] = [
  route('getOwnUser', ({ db, viewer }) => getOwnUser(db, viewer)),
  route('getUser', ({ db, viewer, params }) => getUser(db, params.username, viewer)),
]
