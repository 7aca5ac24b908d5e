import { expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'

/*
 * Someone else may sit before the open session of an admin. What opens an account or the site to others, or cannot be undone, needs a
 * password that was given recently. What admins do all day, and can undo, does not: it is logged.
 */

/** What admins change with a password, and what it guards. */
const withPassword = {
  setAdmin: 'the rights of an admin',
  changeMembers: 'confirmed addresses, through which a password can be replaced; nothing else of it',
  changeSettings: 'who reads and who joins; no other setting',
  updateSiteSettings: 'who joins; not the Tor network',
  changeStaticPage: 'terms and privacy policy: promises of the site',
  makeBackup: 'everything in the database, in a file',
  renameCommunity: 'the address of a community, for everyone',
  deleteBackup: 'what a forum can be restored from',
}

/** What admins change without one, and how it is undone. */
const withoutPassword = {
  administrate: 'a ban is lifted, and what it removed comes back for 30 days',
  createIpBlock: 'cancelled; nobody can block themselves',
  cancelIpBlock: 'blocked again',
  cancelAllIpBlocks: 'blocked again',
  decideApplication: 'a member is banned; who was declined can apply again',
  createCommunities: 'nothing is lost',
  deleteCommunityRequest: 'requested again',
  changeReportReasons: 'changed back; the log has the former ones',
  setLogo: 'uploaded again',
  deleteLogo: 'uploaded again',
  tickChecklist: 'a list of what is left to do',
  previewStaticPage: 'changes nothing',
  changeJobs: 'only jobs that failed for good',
  sendTestMail: 'goes to the admin',
  verifyBackup: 'changes nothing',
  orderBulkAction: 'bans, logouts, removals, and votes that stop counting, undone for 30 days',
  changeBulkAction: 'stops or undoes one',
  changeWave: 'ends automatically',
  changeBlockedPictures: 'unblocked as easily',
  setMemberTrust: 'set again, or left to the job; it is logged',
  decideNotice: 'what moderators may do, too; it is logged',
}

it('each call of admins that writes states whether it needs their password', () => {
  const calls: [string, Endpoint][] = Object.entries(endpoints)
  const writing = calls.filter(([, { who, method }]) => who === 'admin' && method !== 'GET')
  const needing = writing.filter(([, { errors }]) => errors.includes('passwordNeeded'))
  expect(needing.map(([name]) => name).sort()).toEqual(Object.keys(withPassword).sort())
  const others = writing.filter((one) => !needing.includes(one))
  expect(others.map(([name]) => name).sort()).toEqual(Object.keys(withoutPassword).sort())
})
