import type { FastifyInstance } from 'fastify'
import { errors } from '../contract/errors.ts'
import { accountRoutes } from './accounts/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { serveApiDocs } from './apidocs/serve.ts'
import { commentRoutes } from './comments/routes.ts'
import { communityRoutes } from './communities/routes.ts'
import { communityRequestRoutes } from './communityRequests/routes.ts'
import type { Config } from './config.ts'
import type { Db } from './database/connection.ts'
import { serveExports } from './exports/download.ts'
import { exportRoutes } from './exports/routes.ts'
import { registerApi } from './http/api.ts'
import { createGuestCache } from './http/guestCache.ts'
import { addSecurityHeaders, contentSecurityPolicy } from './http/headers.ts'
import { type IpBlocks, refuseBlocked } from './http/ipBlocks.ts'
import { type Pages, registerPages } from './http/pages.ts'
import { createRateLimiter } from './http/rateLimits.ts'
import type { Route, Services } from './http/route.ts'
import type { Secrets } from './http/secrets.ts'
import { createServer } from './http/server.ts'
import { sessionReader } from './http/sessionId.ts'
import { createShortCache } from './http/shortCache.ts'
import { serveFiles } from './http/static.ts'
import { imageRoutes } from './images/routes.ts'
import { serveImages } from './images/serve.ts'
import { ipBlockRoutes } from './ipblocks/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { listRoutes } from './lists/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { moderatorRoutes } from './moderators/routes.ts'
import { moderationLogRoutes } from './modlog/routes.ts'
import { muteRoutes } from './mutes/routes.ts'
import { serveEvents } from './notifications/events.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { serveManifest } from './site/manifest.ts'
import { siteRoutes } from './site/routes.ts'
import { staticPageRoutes } from './staticPages/routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import type { FileStore } from './storage/store.ts'
import { serveSyndication } from './syndication/serve.ts'
import { userRoutes } from './users/routes.ts'

/** The rooms of the forum, in the order in which a newcomer should read them. */
export const routes: readonly Route[] = [
  ...siteRoutes,
  ...staticPageRoutes,
  ...accountRoutes,
  ...userRoutes,
  ...communityRoutes,
  ...ruleRoutes,
  ...moderatorRoutes,
  ...communityRequestRoutes,
  ...postRoutes,
  ...linkRoutes,
  ...commentRoutes,
  ...moderationRoutes,
  ...moderationLogRoutes,
  ...imageRoutes,
  ...listRoutes,
  ...muteRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...mailRoutes,
  ...exportRoutes,
  ...searchRoutes,
  ...adminRoutes,
  ...ipBlockRoutes,
  ...statisticsRoutes,
]

/** Assembles the HTTP application; it listens nowhere yet. Without `pages` it serves the API alone. */
export async function createApp(given: {
  db: Db
  config: Config
  secrets: Secrets
  files: FileStore
  ipBlocks: IpBlocks
  pages?: Pages
}): Promise<FastifyInstance> {
  const { db, config, secrets, files, ipBlocks, pages } = given
  const services: Services = {
    db,
    config,
    secrets,
    files,
    ipBlocks,
    readSession: sessionReader(secrets.session),
    limiter: createRateLimiter({ enabled: config.rateLimits }),
    shared: createShortCache({ seconds: config.guestCacheSeconds }),
  }
  const app = await createServer(config)
  const guestCache = createGuestCache({ seconds: config.guestCacheSeconds })
  // The scripts of a development server would not get past the policy.
  const isDeveloped = pages?.filesFolder === null
  addSecurityHeaders(app, {
    policy: isDeveloped ? null : contentSecurityPolicy(config, pages?.renderer.inlineScripts ?? []),
  })
  refuseBlocked(app, ipBlocks, { name: config.siteName })
  registerApi(app, services, {
    routes,
    guestCache,
    switchedOff: config.imagePosts ? {} : { uploadImage: errors.noUploads },
  })
  serveEvents(app, services)
  serveApiDocs(app, config, pages)
  serveExports(app, services)
  serveImages(app, files)
  serveManifest(app, config)
  serveSyndication(app, services)
  if (pages?.filesFolder) await serveFiles(app, pages.filesFolder)
  if (pages) registerPages(app, services, { ...pages, routes, guestCache })
  return app
}
