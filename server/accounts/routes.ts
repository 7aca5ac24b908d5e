import type { Route } from '../http/route.ts'

export const accountRoutes: readonly Route[] = []
