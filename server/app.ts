import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './accounts/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { communityRoutes } from './communities/routes.ts'
import type { Config } from './config.ts'
import type { Db } from './database/connection.ts'
import { registerApi } from './http/api.ts'
import { createGuestCache } from './http/guestCache.ts'
import { createRateLimiter } from './http/rateLimits.ts'
import type { Route, Services } from './http/route.ts'
import type { Secrets } from './http/secrets.ts'
import { createServer } from './http/server.ts'
import { postRoutes } from './posts/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { userRoutes } from './users/routes.ts'

/** The rooms of the forum, in the order in which a newcomer should read them. */
export const routes: readonly Route[] = [
  ...siteRoutes,
  ...accountRoutes,
  ...userRoutes,
  ...communityRoutes,
  ...postRoutes,
  ...commentRoutes,
]

/** Assembles the HTTP application; it listens nowhere yet. */
export async function createApp(given: {
  db: Db
  config: Config
  secrets: Secrets
}): Promise<FastifyInstance> {
  const services: Services = { ...given, limiter: createRateLimiter({ enabled: given.config.rateLimits }) }
  const app = await createServer(given.config)
  const guestCache = createGuestCache({ seconds: given.config.guestCacheSeconds })
  registerApi(app, services, { routes, guestCache })
  return app
}
