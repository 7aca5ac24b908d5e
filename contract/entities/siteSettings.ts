import { type Static, Type } from 'typebox'

/** What admins decide for the whole site while it runs (API contract 2.16). */
export const SiteSettings = Type.Object({
  /** Nobody can make an account. */
  signupsDisabled: Type.Boolean(),
  /** Nobody can come through the Tor network. */
  torBlocked: Type.Boolean(),
})
export type SiteSettings = Static<typeof SiteSettings>
