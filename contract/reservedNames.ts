/**
 * First parts of our own addresses. A community of such a name could never be visited, so none may have it;
 * compared without regard to case. Only words of the characters that a community name may have are listed.
 */
export const reservedCommunityNames: ReadonlySet<string> = new Set([
  // pages
  'about',
  'admin',
  'all',
  'bookmarks',
  'communities',
  'guidelines',
  'home',
  'lists',
  'login',
  'logout',
  'markdown_guide',
  'moderating',
  'new',
  'notifications',
  'post',
  'posts',
  'privacy',
  'search',
  'settings',
  'signup',
  'subscriptions',
  'terms',
  'user',
  'users',
  // files and machinery
  'api',
  'assets',
  'favicon',
  'fonts',
  'health',
  'images',
  'manifest',
  'offline',
  'robots',
  'sitemap',
  'static',
])
