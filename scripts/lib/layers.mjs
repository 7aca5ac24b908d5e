/**
 * What may import what. `npm run lint` holds every import against this list: static, type-only, dynamic and by glob.
 *
 * A layer is a folder with all that is in it; a file belongs to the narrowest folder that is listed. It may import its
 * own layer and what is listed after it, nothing else. `*` makes a layer of each folder, so that siblings do not
 * know each other. Tests may import what they like, and nothing imports tests.
 *
 * @typedef {{ folder: string, mayImport: string[] }} Layer
 */

/**
 * Folders of which each may import those before it.
 *
 * @param {string} parent
 * @param {string[]} names from the bottom to the top
 * @param {string[]} below what all of them may import
 * @returns {Layer[]}
 */
const inOrder = (parent, names, below) =>
  names.map((name, index) => ({
    folder: `${parent}/${name}`,
    mayImport: [...below, ...names.slice(0, index).map((lower) => `${parent}/${lower}`)],
  }))

/** @type {Layer[]} */
export const layers = [
  // What travels between browser and server. Both import it, so it imports nothing of ours.
  { folder: 'contract', mayImport: [] },

  // ── server: entry points → features → core → platform ──

  // The name and version of the program.
  { folder: 'package.json', mayImport: [] },

  // Settings, without anything that acts on them. All of the server may read them.
  { folder: 'server/config.ts', mayImport: ['contract'] },

  // The technical base. It knows no forum: nothing here says "post" or "community".
  ...inOrder(
    'server/platform',
    ['database', 'cache', 'archive', 'markdown', 'storage', 'fetch', 'mail', 'valkey', 'http', 'jobs'],
    ['contract', 'server/config.ts'],
  ),

  // The nouns that several features need, and how a call reaches its feature. The order is part of the design: a
  // comment knows its post, a post its community, a community its members, and none of them the other way round.
  ...inOrder(
    'server/core',
    [
      'settings',
      'counters',
      'sessions',
      'access',
      'api',
      'permissions',
      'notifications',
      'moderationLog',
      'reports',
      'removals',
      'images',
      'users',
      'communities',
      'accounts',
      'applications',
      'mutes',
      'lists',
      'posts',
      'comments',
      'ipBlocks',
      'atom',
    ],
    ['contract', 'server/config.ts', 'server/platform'],
  ),

  // Backups name the version of the program. They are about the whole of a forum, so what is told of it comes after them.
  {
    folder: 'server/core/backups',
    mayImport: [
      'contract',
      'package.json',
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
      'package.json',
      'server/config.ts',
      'server/platform',
      'server/core',
      'tests/apiExamples/examples.json',
    ],
  },

  // The metrics and the state of the system name the version of the program.
  {
    folder: 'server/features/monitoring',
    mayImport: ['contract', 'package.json', 'server/config.ts', 'server/platform', 'server/core'],
  },
  {
    folder: 'server/features/system',
    mayImport: ['contract', 'package.json', 'server/config.ts', 'server/platform', 'server/core'],
  },

  // What people do. A feature imports no other feature: what two of them need belongs to core.
  {
    folder: 'server/features/*',
    mayImport: ['contract', 'server/config.ts', 'server/platform', 'server/core'],
  },

  // Reads dumps of other forums into the database. No request gets here.
  {
    folder: 'server/import',
    mayImport: ['contract', 'server/config.ts', 'server/platform', 'server/core'],
  },

  // The list of background tasks, for whichever process performs them.
  {
    folder: 'server/tasks.ts',
    mayImport: ['contract', 'server/config.ts', 'server/platform', 'server/core', 'server/features'],
  },

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
      'server/tasks.ts',
    ],
  },

  // The files at the top put the server together: routes, jobs, start and stop.
  { folder: 'server', mayImport: ['contract'] },

  // ── web: entry points → pages → shell → features → router → data, ui, device ──

  // The browser behind small functions: storage, notifications, what is installed.
  { folder: 'web/device', mayImport: ['contract'] },

  // The design system. It knows no forum and asks no server: what it shows comes as props.
  { folder: 'web/ui', mayImport: ['contract'] },

  // Queries, mutations and what is kept of their answers. It renders nothing.
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
      'editHistory',
      'communities',
      'sharing',
      'muting',
      'pictures',
      'images',
      'reasons',
      'report',
      'lists',
      'login',
      'signup',
      'invitations',
      'unsavedChanges',
      'communityCreation',
      'search',
      'notifications',
      'welcome',
      'postActions',
      'posts',
      'voting',
      'comments',
      'feed',
      'moderation',
    ],
    ['contract', 'web/device', 'web/ui', 'web/data', 'web/router'],
  ),

  // The frame of every page: bars, columns, layouts, and the states of a page that failed.
  {
    folder: 'web/shell',
    mayImport: ['contract', 'web/device', 'web/ui', 'web/data', 'web/router', 'web/features'],
  },

  // One folder a route. A page imports no other page: what two of them show belongs to features.
  {
    folder: 'web/pages/*',
    mayImport: ['contract', 'web/device', 'web/ui', 'web/data', 'web/router', 'web/features', 'web/shell'],
  },

  // What search engines read of a page. Only the server imports it.
  {
    folder: 'web/structuredData',
    mayImport: ['contract', 'web/data', 'web/router', 'web/features'],
  },

  // The service worker runs without a page.
  { folder: 'web/worker', mayImport: ['contract', 'web/device'] },

  // Style sheets and fonts for all pages.
  { folder: 'web/styles', mayImport: [] },

  // Plugins of the build, run by Vite and never by a browser.
  { folder: 'web/build', mayImport: ['contract', 'web/ui'] },

  // The files at the top put the application together: table of routes, entry points, the document around a page.
  { folder: 'web', mayImport: ['contract'] },
]
