import type { Route } from '../http/route.ts'

export const commentRoutes: readonly Route[] = []
