import { applicationPath, pagesOfPrivateForum } from '../contract/access.ts'
import { ownHeldQuery } from './data/users/held.ts'
import type { OtherPath } from './otherPaths.ts'
import { type PageModule, type Route, type RouteDefinition, route } from './router/route.ts'

/** The query parameters of a queue of moderators. */
const queueKeys = ['kind', 'sort', 'filter', 'reason', 'rule', 'next'] as const

type Definitions<Paths extends string> = { readonly [Path in Paths]: RouteDefinition<Path> }

const logKeys = ['action', 'moderator', 'from', 'to', 'next']

const definitions: Definitions<OtherPath> = {
  '/notifications': {
    page: './pages/notifications/NotificationsPage.tsx',
    queryKeys: ['kind'],
    loginRequired: true,
  },
  '/notifications/held': {
    page: './pages/notifications/HeldPage.tsx',
    loginRequired: true,
    prepare: async ({ load }) => {
      await load(ownHeldQuery({}))
      return undefined
    },
  },
  '/settings': { page: './pages/settings/SettingsPage.tsx', loginRequired: true },
  // The targets of mailed links (contract/mailLinks.ts).
  '/confirm_email': {
    page: './pages/mailLinks/ConfirmEmailPage.tsx',
    openInPrivateForum: true,
    unlisted: true,
    queryKeys: ['token'],
  },
  '/reset_password': {
    page: './pages/mailLinks/ResetPasswordPage.tsx',
    openInPrivateForum: true,
    unlisted: true,
    queryKeys: ['token'],
  },
  [applicationPath]: { page: './pages/application/ApplicationPage.tsx', openInPrivateForum: true },
  '/appeals': {
    page: './pages/appeals/AppealsPage.tsx',
    queryKeys: ['next'],
    loginRequired: true,
    prepare: async (page) => (await import('./pages/appeals/prepareAppeals.ts')).prepareAppeals(page),
  },
  '/notice': { page: './pages/notice/NoticePage.tsx', openInPrivateForum: true, queryKeys: ['address'] },
  '/notice/:number': {
    page: './pages/notice/SentNoticePage.tsx',
    openInPrivateForum: true,
    queryKeys: ['key'],
    prepare: async (page) => (await import('./pages/notice/prepareNotice.ts')).prepareSentNotice(page),
  },
  '/modmail': {
    page: './pages/modmail/ModmailPage.tsx',
    queryKeys: ['conversation', 'community', 'next'],
    loginRequired: true,
    prepare: async (page) => (await import('./pages/modmail/prepareModmail.ts')).prepareModmail(page),
  },
  '/suspended': { page: './pages/suspended/SuspendedPage.tsx', openInPrivateForum: true },
  '/moderating': {
    page: './pages/moderating/ModeratingPage.tsx',
    queryKeys: ['sort', 'next'],
    loginRequired: true,
    prepare: async (page) => (await import('./pages/moderating/moderatingFeed.ts')).prepareModerating(page),
  },
  '/modqueue': {
    page: './pages/modqueue/ModqueuePage.tsx',
    queryKeys: ['scope', 'community', ...queueKeys],
    loginRequired: true,
    prepare: async (page) => (await import('./pages/modqueue/queueParams.ts')).prepareQueue(page),
  },
  '/modlog': {
    page: './pages/modlog/ModlogPage.tsx',
    queryKeys: ['community', ...logKeys],
    prepare: async (page) => (await import('./pages/modlog/prepareModlog.ts')).prepareSiteModlog(page),
  },
  '/new': {
    page: './pages/new/NewPostPage.tsx',
    queryKeys: ['edit', 'community'],
    loginRequired: true,
    prepare: async (page) => (await import('./pages/new/prepareNewPost.ts')).prepareNewPost(page),
  },
  '/search': {
    page: './pages/search/SearchPage.tsx',
    unlisted: true,
    queryKeys: ['q', 'in', 'sort', 'next'],
    prepare: async (page) => (await import('./pages/search/prepareSearch.ts')).prepareSearch(page),
  },
  '/admin': admin(),
  '/admin/setup': {
    page: './pages/admin/SetupPage.tsx',
    loginRequired: true,
    queryKeys: ['step'],
    prepare: async (page) => (await import('./pages/admin/setup/prepareSetup.ts')).prepareSetup(page),
  },
  '/admin/*screen': admin(),
  '/about': staticPage('about'),
  '/guidelines': staticPage('guidelines'),
  '/moderator-guidelines': staticPage('moderator-guidelines'),
  '/terms': staticPage('terms'),
  '/privacy-policy': staticPage('privacy-policy'),
  '/contact-us': staticPage('contact-us'),
  '/markdown_guide': staticPage('markdown_guide'),
  '/markdown-guide': staticPage('markdown-guide'),
  '/@:username': {
    page: './pages/profile/ProfilePage.tsx',
    queryKeys: ['filter', 'tab', 'next'],
    prepare: async (page) => (await import('./pages/profile/prepareProfile.ts')).prepareProfile(page),
  },
  '/@:username/lists': {
    page: './pages/lists/ListsPage.tsx',
    queryKeys: ['sort', 'filter'],
    prepare: async (page) => (await import('./pages/lists/prepareLists.ts')).prepareLists(page),
  },
  '/@:username/lists/:listName': {
    page: './pages/lists/ListPage.tsx',
    queryKeys: ['page', 'next'],
    prepare: async (page) => (await import('./pages/lists/prepareLists.ts')).prepareList(page),
  },
  '/:communityName/modlog': {
    page: './pages/modlog/ModlogPage.tsx',
    queryKeys: logKeys,
    prepare: async (page) => (await import('./pages/modlog/prepareModlog.ts')).prepareCommunityModlog(page),
  },
  '/:communityName/modtools': modtools(),
  '/:communityName/modtools/:screen': modtools(),
  '/invite/:code': {
    page: './pages/invite/InvitePage.tsx',
    openInPrivateForum: true,
    prepare: async (page) => (await import('./pages/invite/prepareInvitation.ts')).prepareInvitation(page),
  },
}

function admin(): RouteDefinition<string> {
  return {
    page: './pages/admin/AdminPage.tsx',
    queryKeys: [
      'q',
      'state',
      'role',
      'sort',
      'since',
      'before',
      'ip',
      'mailDomain',
      'writtenMax',
      'writtenSince',
      'link',
      'like',
      'application',
      'trustMax',
      'waiting',
      'period',
      'year',
      'filter',
      'setting',
      'kind',
      'of',
      'by',
      'from',
      'to',
      'next',
      'page',
    ],
    loginRequired: true,
    prepare: async (page) => (await import('./pages/admin/prepareAdmin.ts')).prepareAdmin(page),
  }
}

function staticPage(name: string): RouteDefinition<string> {
  return {
    page: './pages/static/StaticPage.tsx',
    ...(pagesOfPrivateForum.has(name) && { openInPrivateForum: true }),
    prepare: async (page) => (await import('./pages/static/prepareStatic.ts')).prepareStatic(name, page),
  }
}

function modtools(): RouteDefinition<string> {
  return {
    page: './pages/modtools/ModtoolsPage.tsx',
    queryKeys: [...queueKeys, 'page', 'conversation', 'to'],
    loginRequired: true,
    prepare: async (page) => (await import('./pages/modtools/prepareModtools.ts')).prepareModtools(page),
  }
}

const modules = import.meta.glob<PageModule>([
  './pages/*/*Page.tsx',
  '!./pages/{home,login,communities,community,post}/*Page.tsx',
])

export const otherRoute = (path: OtherPath): Route => route(definitions[path], modules)
