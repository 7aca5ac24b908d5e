import { type Route, route } from '../../core/api/route.ts'
import { deleteLogo, setLogo } from './logo.ts'

export const brandingRoutes: readonly Route[] = [
  route('setLogo', (call) => setLogo(call, call.viewer, call.upload)),
  route('deleteLogo', (call) => deleteLogo(call, call.viewer)),
]
