import { type Route, route } from '../../core/api/route.ts'
import { decideMove, listMoves, movePost } from './moves.ts'

export const moveRoutes: readonly Route[] = [
  route('movePost', ({ db, viewer, params, body }) => movePost(db, viewer, { ...params, ...body })),
  route('listMoves', ({ db, viewer, params }) => listMoves(db, viewer, params)),
  route('decideMove', ({ db, viewer, params, body }) => decideMove(db, viewer, { ...params, ...body })),
]
