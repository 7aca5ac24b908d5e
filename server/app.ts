import type { FastifyInstance } from 'fastify'
import { errors } from '../contract/errors.ts'
import { isKeyOf } from '../contract/objects.ts'
import type { Config } from './config.ts'
import { type Pages, registerPages } from './core/api/pages.ts'
import { guardPrivateForum } from './core/api/privateForum.ts'
import { registerApi } from './core/api/registerApi.ts'
import type { Route, Services } from './core/api/route.ts'
import { noAutomation, watchAutomation } from './core/automation/live.ts'
import { noWithheldImages, watchWithheldImages } from './core/images/withheldImages.ts'
import { sessionParser } from './core/sessions/sessionId.ts'
import { watchWrites } from './core/sessions/viewer.ts'
import { languageOf } from './core/settings/language.ts'
import { fixedSettings, type LiveSettings } from './core/settings/live.ts'
import { logoView } from './core/settings/logo.ts'
import { TrafficCounts } from './core/traffic/counts.ts'
import { createGuard } from './core/traffic/guard.ts'
import { createPasses } from './core/traffic/passes.ts'
import { noScrapers, watchScrapers } from './core/traffic/scrapers.ts'
import { createSearchEngines, type SearchEngines } from './core/traffic/searchEngines.ts'
import { Visits } from './core/visits/visits.ts'
import { serveFirstAdminLink } from './features/accounts/firstAdminLink.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { agreementRoutes } from './features/agreements/routes.ts'
import { serveApiDocs } from './features/apiDocs/serve.ts'
import { appealRoutes } from './features/appeals/routes.ts'
import { applicationRoutes } from './features/applications/routes.ts'
import { automationRoutes } from './features/automation/routes.ts'
import { serveBackups } from './features/backups/download.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { serveBlockedPicturesFile } from './features/blockedPictures/file.ts'
import { blockedPictureRoutes } from './features/blockedPictures/routes.ts'
import { serveAccent } from './features/branding/accent.ts'
import { iconShapes, serveIcons } from './features/branding/logo.ts'
import { serveManifest } from './features/branding/manifest.ts'
import { brandingRoutes } from './features/branding/routes.ts'
import { commentRoutes } from './features/commenting/routes.ts'
import { communityRoutes } from './features/communities/routes.ts'
import { communityRequestRoutes } from './features/communityRequests/routes.ts'
import { discussionRoutes } from './features/discussions/routes.ts'
import { draftRoutes } from './features/drafts/routes.ts'
import { editHistoryRoutes } from './features/editHistory/routes.ts'
import { serveSyndication } from './features/feeds/atom/serve.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { serveForms } from './features/forms/serve.ts'
import { imageRoutes } from './features/images/routes.ts'
import { serveImages } from './features/images/serve.ts'
import { initialRoutes } from './features/initial/routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { ipBlockRoutes } from './features/ipBlocks/routes.ts'
import { lawRoutes } from './features/law/routes.ts'
import { serveLawFiles } from './features/law/serveFiles.ts'
import { linkRoutes } from './features/links/routes.ts'
import { listRoutes } from './features/lists/routes.ts'
import { mailRoutes } from './features/mailedLinks/routes.ts'
import { memberHistoryRoutes } from './features/memberHistory/routes.ts'
import { serveQueueFeed } from './features/moderating/alerts/serveQueueFeed.ts'
import { moderationRoutes } from './features/moderating/routes.ts'
import { moderationLogRoutes } from './features/moderationLog/routes.ts'
import { serveModerationLogFile } from './features/moderationLog/serveFile.ts'
import { serveLogFeed } from './features/moderationLog/serveLogFeed.ts'
import { moderatorRoutes } from './features/moderators/routes.ts'
import { modmailRoutes } from './features/modmail/routes.ts'
import { Metrics, type ShareFigures } from './features/monitoring/metrics.ts'
import { serveMonitoring } from './features/monitoring/serve.ts'
import { mergeRoutes, moveRoutes } from './features/moves/routes.ts'
import { muteRoutes } from './features/muting/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { serveEvents } from './features/notifications/events.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { serveExports } from './features/ownData/download.ts'
import { ownDataRoutes } from './features/ownData/routes.ts'
import { postRoutes } from './features/posting/routes.ts'
import { userRoutes } from './features/profiles/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { reviewRoutes } from './features/reviewing/routes.ts'
import { ruleRoutes } from './features/rules/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { serveSettingChangesFile } from './features/siteSettings/changes.ts'
import { siteSettingsRoutes } from './features/siteSettings/routes.ts'
import { staticPageRoutes } from './features/staticPages/routes.ts'
import { statisticsRoutes } from './features/statistics/routes.ts'
import { keepFailures } from './features/system/failures.ts'
import { systemRoutes } from './features/system/routes.ts'
import { trafficRoutes } from './features/traffic/routes.ts'
import { serveHoneypot } from './features/traffic/serveHoneypot.ts'
import { servePass } from './features/traffic/servePass.ts'
import { trustRoutes } from './features/trust/routes.ts'
import { voteRoutes } from './features/voting/routes.ts'
import { waveRoutes } from './features/waves/routes.ts'
import { serveWellKnown } from './features/wellKnown/serve.ts'
import { createItems } from './platform/cache/items.ts'
import { createOrders } from './platform/cache/orders.ts'
import { withoutBatches } from './platform/database/batch.ts'
import type { Database, Db } from './platform/database/connection.ts'
import { noReplicas, type Replicas } from './platform/database/replicas.ts'
import type { DatabaseWatch } from './platform/database/watch.ts'
import { createAnswers } from './platform/http/answers.ts'
import { addSecurityHeaders, contentSecurityPolicy } from './platform/http/headers.ts'
import { redirectFormerHosts } from './platform/http/host.ts'
import { type IpBlocks, refuseBlocked } from './platform/http/ipBlocks.ts'
import { answerOtherMethods, methodNotAllowed } from './platform/http/methods.ts'
import { endTurns, noOverload, type Overload } from './platform/http/overload.ts'
import { createRateLimiter } from './platform/http/rateLimits.ts'
import type { Secrets } from './platform/http/secrets.ts'
import { createServer } from './platform/http/server.ts'
import { serveFiles } from './platform/http/static.ts'
import type { Jobs } from './platform/jobs/queue.ts'
import type { DiskSpace } from './platform/storage/diskSpace.ts'
import type { FileStore } from './platform/storage/store.ts'
import { noValkey, type Valkey } from './platform/valkey/connection.ts'

/** The routes of every feature, in the order in which a newcomer should read them. */
export const routes: readonly Route[] = [
  ...initialRoutes,
  ...brandingRoutes,
  ...staticPageRoutes,
  ...accountRoutes,
  ...agreementRoutes,
  ...waveRoutes,
  ...invitationRoutes,
  ...applicationRoutes,
  ...userRoutes,
  ...communityRoutes,
  ...ruleRoutes,
  ...automationRoutes,
  ...moderatorRoutes,
  ...moveRoutes,
  ...mergeRoutes,
  ...communityRequestRoutes,
  ...feedRoutes,
  ...discussionRoutes,
  ...postRoutes,
  ...linkRoutes,
  ...commentRoutes,
  ...draftRoutes,
  ...editHistoryRoutes,
  ...voteRoutes,
  ...appealRoutes,
  ...noticeRoutes,
  ...memberHistoryRoutes,
  ...modmailRoutes,
  ...moderationRoutes,
  ...reviewRoutes,
  ...moderationLogRoutes,
  ...imageRoutes,
  ...listRoutes,
  ...muteRoutes,
  ...trustRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...mailRoutes,
  ...ownDataRoutes,
  ...searchRoutes,
  ...adminRoutes,
  ...siteSettingsRoutes,
  ...blockedPictureRoutes,
  ...trafficRoutes,
  ...ipBlockRoutes,
  ...statisticsRoutes,
  ...systemRoutes,
  ...lawRoutes,
  ...backupRoutes,
]

/** Creates the HTTP application without listening on a port. Without `pages` it serves only the API. */
export async function createApp(given: {
  db: Db
  config: Config
  secrets: Secrets
  files: FileStore
  ipBlocks: IpBlocks
  /** By default, those of the environment and the defaults. */
  liveSettings?: LiveSettings
  /** Without it, guests see content that other processes have removed until their cache expires. */
  watch?: DatabaseWatch | undefined
  /** Without replicas, everything is read from the primary. */
  replicas?: Replicas
  /** Without Valkey, rate limits are counted in the database. */
  valkey?: Valkey
  /** Without it, no request is refused under overload. */
  overload?: Overload
  /** Without it, the disk space is not checked. */
  diskSpace?: Pick<DiskSpace, 'isShort'>
  /** Without it, connections are not measured and slow statements are not logged. */
  database?: Pick<Database, 'pool' | 'waitingMs' | 'reportSlow'>
  /** Set if this process is one of several workers. */
  shareFigures?: ShareFigures
  /** Null or missing if this process runs no jobs. */
  jobs?: Pick<Jobs, 'isWorking'> | null
  pages?: Pages
  /** By default, by the DNS of the system. */
  searchEngines?: SearchEngines
  /** For tests: receives the lines of the log. */
  logTo?: { write(line: string): void }
}): Promise<FastifyInstance> {
  const { config, secrets, files, ipBlocks, pages, replicas = noReplicas, valkey = noValkey } = given
  const db = config.caches.has('batches') ? given.db : withoutBatches(given.db)
  const liveSettings = given.liveSettings ?? fixedSettings(config.locked)
  const settings = liveSettings.values
  const app = await createServer(config, undefined, given.logTo)
  const visits = new Visits(db, (error) => app.log.warn(error, 'could not store visits of posts'))
  app.addHook('onClose', () => visits.write())
  const automation = given.watch
    ? await watchAutomation(given.watch, (rule, error) =>
        app.log.error({ err: error, rule: rule.id }, 'a rule cannot be used'),
      )
    : noAutomation
  app.addHook('onClose', async () => automation.remove())
  const services: Services = {
    db,
    config,
    settings,
    liveSettings,
    secrets,
    files,
    ipBlocks,
    automation,
    parseSession: sessionParser(secrets.session),
    limiter: createRateLimiter(db, settings, valkey),
    overload: given.overload ?? noOverload,
    orders: createOrders({ seconds: config.caches.has('orders') ? config.guestCacheSeconds : 0 }),
    items: createItems(config.caches.has('items') ? undefined : 0),
    visits,
    replicas,
    valkey,
  }
  given.database?.reportSlow(config.slowStatementMs, (slow) => app.log.warn(slow, 'slow statement'))
  keepFailures(app, db)
  const metrics = new Metrics()
  if (given.shareFigures) metrics.shareWith(given.shareFigures)
  metrics.countRequests(app)
  const answers = createAnswers({ seconds: config.caches.has('answers') ? config.guestCacheSeconds : 0 })
  if (given.watch && (config.guestCacheSeconds > 0 || replicas.count > 0)) {
    const caches = [answers, services.orders]
    const watched = await watchWrites(given.watch, (writtenUpTo) => {
      // Called first, so that no older result is cached again.
      replicas.require(writtenUpTo)
      for (const cache of caches) cache.clear()
    })
    app.addHook('onClose', async () => watched.remove())
  }
  // Cached answers for guests may contain the old values.
  const settingsListener = liveSettings.onChange(() => {
    for (const cache of [answers, services.orders]) cache.clear()
  })
  app.addHook('onClose', async () => settingsListener())
  // The Content-Security-Policy would block the scripts of the development server.
  const isDevelopment = pages?.filesFolder === null
  const traffic = new TrafficCounts(db, (error) => app.log.warn(error, 'could not store counts of traffic'))
  app.addHook('onClose', () => traffic.write())
  endTurns(app, (request) => traffic.noteRequest(request, request.workMs))
  app.server.on('connection', services.overload.accepted)
  addSecurityHeaders(app, {
    policy: isDevelopment ? null : contentSecurityPolicy(config, pages?.renderer.inlineScripts ?? []),
  })
  redirectFormerHosts(app, config)
  refuseBlocked(app, ipBlocks, {
    name: () => settings.siteName,
    languageOf: (request) => languageOf(settings, request, null),
  })
  guardPrivateForum(app, services)
  registerApi(app, services, {
    routes,
    answers,
    diskSpace: given.diskSpace ?? { isShort: () => false },
    switchedOff: { uploadImage: () => (settings.imagePosts ? null : errors.noUploads) },
  })
  const eventStreams = serveEvents(app, services)
  serveApiDocs(app, services, pages)
  serveExports(app, services)
  serveBackups(app, services)
  serveModerationLogFile(app, services)
  serveLogFeed(app, services)
  serveSettingChangesFile(app, services)
  serveLawFiles(app, services)
  serveBlockedPicturesFile(app, services)
  serveFirstAdminLink(app, services)
  const withheld = given.watch ? await watchWithheldImages(given.watch) : noWithheldImages
  app.addHook('onClose', async () => withheld.remove())
  serveImages(app, { files, withheld })
  const scrapers = given.watch ? await watchScrapers(given.watch) : noScrapers
  app.addHook('onClose', async () => scrapers.remove())
  serveHoneypot(app, services, scrapers)
  const passes = createPasses({ secrets, config })
  servePass(app, services, { passes, traffic })
  const guard = createGuard({
    config,
    settings,
    scrapers,
    passes,
    traffic,
    searchEngines: given.searchEngines ?? createSearchEngines(),
  })
  serveManifest(app, { settings, liveSettings })
  serveIcons(app, files)
  serveAccent(app)
  serveSyndication(app, services, pages?.renderer)
  serveWellKnown(app, services)
  serveQueueFeed(app, services)
  serveMonitoring(app, {
    db,
    config,
    metrics,
    database: given.database,
    jobs: given.jobs,
    replicas,
    overload: services.overload.figures,
    eventStreams: eventStreams.count,
    valkey: config.valkeyUrl ? valkey : null,
    caches: {
      answers: answers.figures,
      items: services.items.figures,
      orders: services.orders.figures,
      ...(pages && { markup: pages.renderer.markupFigures }),
    },
  })
  const otherIcon = (file: string) => {
    const logo = isKeyOf(iconShapes, file) ? liveSettings.logo() : null
    return logo && logoView(logo).path + file
  }
  if (pages?.filesFolder) await serveFiles(app, pages.filesFolder, { otherIcon })
  if (pages) await serveForms(app, services, { ...pages, routes })
  if (pages) registerPages(app, services, { ...pages, routes, answers, guard })
  answerOtherMethods(app, {
    // As programs of the API know it.
    errorFor: (url) => (url.startsWith('/api/') ? errors.wrongMethod : methodNotAllowed),
  })
  return app
}
