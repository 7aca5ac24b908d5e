import { applicationPath } from '../contract/access.ts'
import { staticPages } from '../contract/staticPages.ts'

// The alias by its name, so that the list of aliases is not part of every page.
const staticPaths = [...staticPages, 'markdown-guide' as const].map((name) => `/${name}` as const)

/**
 * The paths of pages that most visitors never open. The paths are always loaded, so that none of them is mistaken for
 * a community; their routes are loaded on demand (otherRoutes.ts).
 */
export const otherPaths = [
  '/notifications',
  '/notifications/held',
  '/settings',
  '/confirm_email',
  '/reset_password',
  applicationPath,
  '/moderating',
  '/appeals',
  '/notice',
  '/notice/:number',
  '/suspended',
  '/modqueue',
  '/modlog',
  '/modmail',
  '/new',
  '/search',
  '/admin',
  '/admin/setup',
  '/admin/*screen',
  ...staticPaths,
  '/@:username',
  '/@:username/lists',
  '/@:username/lists/:listName',
  '/:communityName/modlog',
  '/:communityName/modtools',
  '/:communityName/modtools/:screen',
  '/invite/:code',
] as const

export type OtherPath = (typeof otherPaths)[number]
