import { type Route, route } from '../../core/api/route.ts'
import { answerQuestion, getApplication, openApplication, withdrawApplication } from './applicant.ts'
import { decideApplication } from './decide.ts'
import { listApplications } from './queue.ts'

export const applicationRoutes: readonly Route[] = [
  route('openApplication', openApplication),
  route('getApplication', getApplication),
  route('answerApplication', (call) => answerQuestion(call, call.body)),
  route('withdrawApplication', withdrawApplication),
  route('listApplications', ({ db, query }) => listApplications(db, query)),
  route('decideApplication', decideApplication),
]
