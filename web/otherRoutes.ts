import { otherSpellings, staticPages } from '../contract/staticPages.ts'
import { type PageModules, type Route, route } from './routes.tsx'

/** The pages that are not there to be read by everybody. The first pattern that fits wins. */
export const otherRoutes: readonly Route[] = [
  route('/notifications', './pages/notifications/NotificationsPage.tsx', { loginRequired: true }),
  route('/settings', './pages/settings/SettingsPage.tsx', { loginRequired: true }),
  // Where the links of our mails lead (contract/mailLinks.ts).
  route('/confirm_email', './pages/mailed/ConfirmEmailPage.tsx'),
  route('/reset_password', './pages/mailed/ResetPasswordPage.tsx'),
  route('/moderating', './pages/moderating/ModeratingPage.tsx', {
    loginRequired: true,
    prepare: async (page) => (await import('./pages/moderating/moderatingFeed.ts')).prepareModerating(page),
  }),
  route('/modqueue', './pages/modqueue/ModqueuePage.tsx', {
    loginRequired: true,
    prepare: async (page) => (await import('./pages/modqueue/queueAddress.ts')).prepareQueue(page),
  }),
  route('/modlog', './pages/modlog/ModlogPage.tsx', {
    prepare: async (page) => (await import('./pages/modlog/prepareModlog.ts')).prepareSiteModlog(page),
  }),
  route('/new', './pages/new/NewPostPage.tsx', {
    loginRequired: true,
    prepare: async (page) => (await import('./pages/new/prepareNewPost.ts')).prepareNewPost(page),
  }),
  route('/search', './pages/search/SearchPage.tsx', {
    prepare: async (page) => (await import('./pages/search/prepareSearch.ts')).prepareSearch(page),
  }),
  {
    expression: /^\/admin(?:\/(?<screen>[^/]+))?$/,
    page: './pages/admin/AdminPage.tsx',
    loginRequired: true,
    prepare: async (page) => (await import('./pages/admin/prepareAdmin.ts')).prepareAdmin(page),
  },
  ...[...staticPages, ...Object.keys(otherSpellings)].map((name) =>
    route(`/${name}`, './pages/static/StaticPage.tsx', {
      prepare: async (page) => (await import('./pages/static/prepareStatic.ts')).prepareStatic(name, page),
    }),
  ),
  route('/@:username', './pages/profile/ProfilePage.tsx', {
    prepare: async (page) => (await import('./pages/profile/prepareProfile.ts')).prepareProfile(page),
  }),
  route('/@:username/lists', './pages/lists/ListsPage.tsx', {
    prepare: async (page) => (await import('./pages/lists/prepareLists.ts')).prepareLists(page),
  }),
  route('/@:username/lists/:listName', './pages/lists/ListPage.tsx', {
    prepare: async (page) => (await import('./pages/lists/prepareLists.ts')).prepareList(page),
  }),
  route('/:communityName/modlog', './pages/modlog/ModlogPage.tsx', {
    prepare: async (page) => (await import('./pages/modlog/prepareModlog.ts')).prepareCommunityModlog(page),
  }),
  ...(['/:communityName/modtools', '/:communityName/modtools/:screen'] as const).map((path) =>
    route(path, './pages/modtools/ModtoolsPage.tsx', {
      loginRequired: true,
      prepare: async (page) => (await import('./pages/modtools/prepareModtools.ts')).prepareModtools(page),
    }),
  ),
]

export const otherModules: PageModules = import.meta.glob<Awaited<ReturnType<PageModules[string]>>>([
  './pages/*/*Page.tsx',
  '!./pages/{home,login,communities,community,post}/*Page.tsx',
])
