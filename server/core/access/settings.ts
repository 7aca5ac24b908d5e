import type { JoiningMode } from '../../../contract/words.ts'

/** Who may join, read and write. */
export interface AccessSettings {
  readonly joining: JoiningMode
  readonly approvalQuestions: readonly string[]
  readonly membersMayInvite: boolean
  readonly privateForum: boolean
  readonly confirmedEmailToPost: boolean
  readonly refusedMailDomains: readonly string[]
  readonly allowedMailDomains: readonly string[]
}

export const openToAll: AccessSettings = {
  joining: 'open',
  approvalQuestions: [],
  membersMayInvite: false,
  privateForum: false,
  confirmedEmailToPost: false,
  refusedMailDomains: [],
  allowedMailDomains: [],
}
