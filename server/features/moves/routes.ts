import { type Route, route } from '../../core/api/route.ts'
import { listMerges, listSameLinks, mergePost, undoMerge } from './merges.ts'
import { decideMove, listMoves, movePost } from './moves.ts'

export const moveRoutes: readonly Route[] = [
  route('movePost', ({ db, viewer, params, body }) => movePost(db, viewer, { ...params, ...body })),
  route('listMoves', ({ db, viewer, params }) => listMoves(db, viewer, params)),
  route('decideMove', ({ db, viewer, params, body }) => decideMove(db, viewer, { ...params, ...body })),
]

export const mergeRoutes: readonly Route[] = [
  route('mergePost', ({ db, viewer, params, body }) => mergePost(db, viewer, { ...params, ...body })),
  route('listSameLinks', ({ db, viewer, params }) => listSameLinks(db, viewer, params)),
  route('listMerges', ({ db, viewer, params }) => listMerges(db, viewer, params)),
  route('undoMerge', ({ db, viewer, params }) => undoMerge(db, viewer, params)),
]
