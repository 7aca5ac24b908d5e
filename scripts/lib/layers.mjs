/**
 * The allowed imports between folders. `npm run lint` checks every import against this list: static, type-only, dynamic and by glob.
 *
 * A layer is a folder with all that is in it; a file belongs to the narrowest folder that is listed. It may import its
 * own layer and those in `mayImport`, nothing else. `*` makes each folder a layer of its own, so that siblings cannot
 * import each other. Tests may import anything, and nothing imports tests.
 *
 * @typedef {{ folder: string, mayImport: string[] }} Layer
 */

/**
 * Folders of which each may import those before it.
 *
 * @param {string} parent
 * @param {string[]} names from the bottom to the top
 * @param {string[]} below layers that all of them may import
 * @returns {Layer[]}
 */
const inOrder = (parent, names, below) =>
  names.map((name, index) => ({
    folder: `${parent}/${name}`,
    mayImport: [...below, ...names.slice(0, index).map((lower) => `${parent}/${lower}`)],
  }))

/** @type {Layer[]} */
export const layers = [
  // The interface between browser and server. Both import it, so it imports nothing of ours.
  { folder: 'contract', mayImport: [] },

  // ── server: entry points → features → core → platform ──

  // The name and version of the program.
  { folder: 'package.json', mayImport: [] },

  { folder: 'server/version.ts', mayImport: ['package.json'] },

  // Settings, without anything that acts on them. All of the server may read them.
  { folder: 'server/config.ts', mayImport: ['contract'] },

  // The technical base. It knows no forum: nothing here says "post" or "community".
  ...inOrder(
    'server/platform',
    [
      'nodeVersion.ts',
      'errors.ts',
      'log.ts',
      'database',
      'cache',
      'archive',
      'text',
      'markdown',
      'storage',
      'fetch',
      'mail',
      'valkey',
      'http',
      'jobs',
    ],
    ['contract', 'server/config.ts'],
  ),

  // The nouns that several features need, and how a call reaches its feature. The order is part of the design: a
  // comment knows its post, a post its community, a community its members, and none of them the other way round.
  ...inOrder(
    'server/core',
    [
      'retention',
      'settings',
      'automation',
      'counters',
      'searchIndex',
      'sessions',
      'visits',
      'access',
      'waves',
      'traffic',
      'api',
      'staticPages',
      'permissions',
      'notifications',
      'moderationLog',
      'reports',
      'images',
      'trust',
      'content',
      'users',
      'communities',
      'accounts',
      'applications',
      'mutes',
      'lists',
      'posts',
      'comments',
      'review',
      'ipBlocks',
      'atom',
    ],
    ['contract', 'server/config.ts', 'server/platform'],
  ),

  // Backups contain the version of the program. They come before features that report about the whole forum.
  {
    folder: 'server/core/backups',
    mayImport: [
      'contract',
      'server/version.ts',
      'server/config.ts',
      'server/platform',
      'server/core/images',
      'server/core/counters',
    ],
  },

  // The description of the API shows answers that a test has recorded.
  {
    folder: 'server/features/apiDocs',
    mayImport: [
      'contract',
      'server/version.ts',
      'server/config.ts',
      'server/platform',
      'server/core',
      'tests/apiExamples/examples.json',
    ],
  },

  // The metrics and the state of the system name the version of the program.
  {
    folder: 'server/features/monitoring',
    mayImport: ['contract', 'server/version.ts', 'server/config.ts', 'server/platform', 'server/core'],
  },
  {
    folder: 'server/features/system',
    mayImport: ['contract', 'server/version.ts', 'server/config.ts', 'server/platform', 'server/core'],
  },

  // What was held is stored as its author would: by the abilities of posts and comments.
  {
    folder: 'server/features/reviewing',
    mayImport: [
      'contract',
      'server/config.ts',
      'server/platform',
      'server/core',
      'server/features/posting',
      'server/features/commenting',
    ],
  },

  // What people do. A feature imports no other feature: shared code belongs to core.
  {
    folder: 'server/features/*',
    mayImport: ['contract', 'server/config.ts', 'server/platform', 'server/core'],
  },

  // What moderators of a community do. The queue shows reports, and alerts are about the queue.
  ...inOrder(
    'server/features/moderating',
    ['bans', 'removals', 'reports', 'queue', 'alerts'],
    ['contract', 'server/config.ts', 'server/platform', 'server/core'],
  ),

  // Reads dumps of other forums into the database. No request gets here.
  {
    folder: 'server/import',
    mayImport: ['contract', 'server/platform', 'server/core'],
  },

  // The list of background tasks, for whichever process performs them.
  {
    folder: 'server/tasks.ts',
    mayImport: ['contract', 'server/config.ts', 'server/platform', 'server/core', 'server/features'],
  },

  // Sentences for operators about errors of the system: at the start, and of commands.
  { folder: 'server/startFailure.ts', mayImport: ['server/config.ts', 'server/platform'] },

  // The commands of the operator.
  {
    folder: 'server/cli',
    mayImport: [
      'contract',
      'server/config.ts',
      'server/platform',
      'server/core',
      'server/features',
      'server/import',
      'server/startFailure.ts',
      'server/tasks.ts',
    ],
  },

  // The files at the top put the server together: routes, jobs, start and stop.
  { folder: 'server', mayImport: ['contract'] },

  // ── web: entry points → pages → shell → features → router → data, ui, device ──

  // Browser APIs behind small functions: storage, notifications, installation.
  { folder: 'web/device', mayImport: ['contract'] },

  // The design system. It knows no forum and makes no requests: its data comes as props.
  { folder: 'web/ui', mayImport: ['contract'] },

  // Queries, mutations and their cache. It renders nothing.
  { folder: 'web/data', mayImport: ['contract', 'web/device'] },

  // Which page is at a path, history, guards, and dialogs that the back button closes.
  { folder: 'web/router', mayImport: ['contract', 'web/device', 'web/data'] },

  // Parts of the forum that several pages show. The order is part of the design: comments are voted on, so comments
  // know voting, and voting knows nothing of comments.
  ...inOrder(
    'web/features',
    [
      'dialogs',
      'failures',
      'drafts',
      'passwordPrompt',
      'authors',
      'bots',
      'editHistory',
      'communities',
      'sharing',
      'muting',
      'pictures',
      'images',
      'madeWithAi',
      'reasons',
      'report',
      'trust',
      'lists',
      'login',
      'agreement',
      'signup',
      'erasing',
      'invitations',
      'unsavedChanges',
      'communityCreation',
      'search',
      'notifications',
      'welcome',
      'postActions',
      'posts',
      'held',
      'voting',
      'comments',
      'feed',
      'moderation',
      'automation',
    ],
    ['contract', 'web/device', 'web/ui', 'web/data', 'web/router'],
  ),

  // The frame of every page: bars, columns, layouts, and the states of a page that failed.
  {
    folder: 'web/shell',
    mayImport: ['contract', 'web/device', 'web/ui', 'web/data', 'web/router', 'web/features'],
  },

  // One folder a route. A page imports no other page: shared parts belong to features.
  {
    folder: 'web/pages/*',
    mayImport: ['contract', 'web/device', 'web/ui', 'web/data', 'web/router', 'web/features', 'web/shell'],
  },

  // Structured data for search engines. Only the server imports it.
  {
    folder: 'web/structuredData',
    mayImport: ['contract', 'web/ui', 'web/data', 'web/router', 'web/features'],
  },

  // The service worker runs without a page.
  { folder: 'web/worker', mayImport: ['contract'] },

  // Style sheets and fonts for all pages.
  { folder: 'web/styles', mayImport: [] },

  // Plugins of the build, run by Vite and never by a browser.
  { folder: 'web/build', mayImport: ['contract', 'web/ui'] },

  // The files at the top put the application together: table of routes, entry points, the document around a page.
  { folder: 'web', mayImport: ['contract'] },
]
