import { type Route, route } from '../../core/api/route.ts'
import { getLawDocuments } from './documents.ts'
import { getTransparency } from './transparency.ts'

export const lawRoutes: readonly Route[] = [
  route('getTransparency', ({ db, query, language }) => getTransparency(db, query.year, language)),
  route('getLawDocuments', getLawDocuments),
]
