import type { StaticPageName } from './staticPages.ts'

/** The static pages that guests of a private forum may read: what they agree to when they join, and whom to ask. */
export const pagesOfPrivateForum: ReadonlySet<string> = new Set<StaticPageName>([
  'terms',
  'privacy-policy',
  'contact-us',
])

/** The path of an invitation. */
export const invitationPath = (code: string): string => `/invite/${code}`
/** On any page, this fragment of the URL opens the form to sign up. */
export const signupFragment = 'create-account'
/** Where applicants see the state of their application. No community can have this name. */
export const applicationPath = '/my-application' as const
