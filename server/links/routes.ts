import { type Route, route } from '../http/route.ts'
import { readLinkInfo } from './info.ts'

export const linkRoutes: readonly Route[] = [
  route('getLinkInfo', (call) => readLinkInfo(call.config, call.viewer, call.query.url ?? '')),
]
