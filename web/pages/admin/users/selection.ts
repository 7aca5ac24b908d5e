import type { BulkFilter } from '../../../../contract/entities/bulkAction.ts'
import type { BulkActionKind } from '../../../../contract/words.ts'
import type { FoundMembers } from '../../../data/admin/bulkActions.ts'

/** The accounts that a bulk action is for: ticked ones, or all that match the filters. */
export type Selection =
  | { readonly usernames: readonly string[] }
  | {
      readonly filter: BulkFilter
      readonly found: FoundMembers
      /** The posts and comments that match, and how many wrote them. */
      readonly contents?: { readonly count: number; readonly authors: number }
    }

const accountsOf = (selection: Selection): number =>
  'found' in selection ? selection.found.accounts : selection.usernames.length

/** How many accounts are selected, or for removals how many posts and comments. */
export const sizeOf = (selection: Selection, action: BulkActionKind = 'ban'): number =>
  action === 'remove' && 'found' in selection ? (selection.contents?.count ?? 0) : accountsOf(selection)
