import type { Route } from '../http/route.ts'

export const communityRoutes: readonly Route[] = []
