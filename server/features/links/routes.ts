import { type Route, route } from '../../core/api/route.ts'
import { getLinkInfo } from './info.ts'

export const linkRoutes: readonly Route[] = [
  route('getLinkInfo', (call) => getLinkInfo(call, call.viewer, call.query.url ?? '')),
]
