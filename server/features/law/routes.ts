import { type Route, route } from '../../core/api/route.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import { getLawDocuments } from './documents.ts'
import { getTransparency } from './transparency.ts'

export const lawRoutes: readonly Route[] = [
  route('getTransparency', ({ db, query, viewer, settings }) =>
    getTransparency(db, query.year, languageOfMember(settings, viewer.language)),
  ),
  route('getLawDocuments', getLawDocuments),
]
