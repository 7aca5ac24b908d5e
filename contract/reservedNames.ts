/**
 * First segments of our own paths. A community with such a name could not be reached, so none may have it; compared
 * without regard to case. Lists only words that would be valid names.
 */
export const reservedCommunityNames: ReadonlySet<string> = new Set([
  // pages
  'about',
  'admin',
  'all',
  'appeals',
  'bookmarks',
  'communities',
  'confirm_email',
  'guidelines',
  'home',
  'licences',
  'lists',
  'login',
  'logout',
  'markdown_guide',
  'moderating',
  'modqueue',
  'modlog',
  'modmail',
  'new',
  'notice',
  'notifications',
  'post',
  'posts',
  'privacy',
  'reset_password',
  'search',
  'settings',
  'signup',
  'subscriptions',
  'suspended',
  'terms',
  'user',
  'users',
  // files and internal paths
  'api',
  'assets',
  'favicon',
  'fonts',
  'health',
  'clientz',
  'healthz',
  'images',
  'manifest',
  'metrics',
  'offline',
  'readyz',
  'robots',
  'sitemap',
  'static',
])

/** Names that stand for the site itself: a member with such a name could deceive others. */
const officialWords = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'moderator',
  'moderators',
  'official',
  'operator',
  'postmaster',
  'root',
  'security',
  'staff',
  'superuser',
  'support',
  'sysadmin',
  'sysop',
  'system',
  'webmaster',
]
/** Too short to be taken for another word by one letter. */
const shortOfficialWords: ReadonlySet<string> = new Set(['api', 'mod', 'mods'])

/** A name with characters that are easily mistaken for each other made equal. */
const lookOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('7', 't')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')

const officialLook = new RegExp(`^(?:${officialWords.map(lookOf).join('|')})+$`)

/** Whether a name is one of `reserved`, or looks like it: `bo4rd` for `board`. */
export function isReservedName(name: string, reserved: readonly string[]): boolean {
  const look = lookOf(name)
  return reserved.some((one) => lookOf(one) === look)
}

/** Whether a name consists of words for the site itself, or looks like it: `admin`, `root_admln`, `5upport`. */
export const looksOfficial = (name: string): boolean =>
  shortOfficialWords.has(name.toLowerCase()) || officialLook.test(lookOf(name))
