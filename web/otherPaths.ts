import { applicationPath } from '../contract/access.ts'
import { otherSpellings, staticPages } from '../contract/staticPages.ts'

const staticPaths = [...staticPages, ...(Object.keys(otherSpellings) as 'markdown-guide'[])].map(
  (name) => `/${name}` as const,
)

/**
 * The paths of pages that most visitors never open. The paths are always loaded, so that none of them is taken for the
 * name of a community; their routes are loaded with the first of them (otherRoutes.ts).
 */
export const otherPaths = [
  '/notifications',
  '/settings',
  '/confirm_email',
  '/reset_password',
  applicationPath,
  '/moderating',
  '/appeals',
  '/suspended',
  '/modqueue',
  '/modlog',
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
