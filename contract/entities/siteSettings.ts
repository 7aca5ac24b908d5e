import { type Static, Type } from 'typebox'
import { flag } from './schema.ts'

/** Settings of the site that admins change while it runs. */
export const SiteSettings = Type.Object({
  signupsDisabled: flag('Whether nobody can create an account.'),
  torBlocked: flag('Whether the site is closed to the Tor network.'),
})
export type SiteSettings = Static<typeof SiteSettings>
