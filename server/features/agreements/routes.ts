import { type Route, route } from '../../core/api/route.ts'
import { agree } from './agree.ts'
import { listTermsVersions } from './versions.ts'

export const agreementRoutes: readonly Route[] = [
  route('agree', agree),
  route('listTermsVersions', (call) => listTermsVersions(call, call.query)),
]
