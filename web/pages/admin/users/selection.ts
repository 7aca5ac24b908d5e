import type { BulkFilter } from '../../../../contract/entities/bulkAction.ts'
import type { FoundMembers } from '../../../data/admin/bulkActions.ts'

/** The accounts that a bulk action is for: ticked ones, or all that match the filters. */
export type Selection =
  | { readonly usernames: readonly string[] }
  | { readonly filter: BulkFilter; readonly found: FoundMembers }

export const sizeOf = (selection: Selection): number =>
  'found' in selection ? selection.found.accounts : selection.usernames.length
