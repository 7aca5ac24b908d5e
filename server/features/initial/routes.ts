import { type Route, route } from '../../core/api/route.ts'
import { getInitial } from './getInitial.ts'

export const initialRoutes: readonly Route[] = [
  route('getInitial', (call) => getInitial(call, call.viewAs), { fromReplica: 'forGuests' }),
]
