import type { Community } from '../../../contract/entities/community.ts'
import type { GroupKind } from '../../../contract/groupKinds.ts'
import { communitySuggestions } from '../communities/suggestions.ts'

/**
 * The order in which communities are offered to a new member: those that they belong to already, such as default ones, then those
 * that are usual in this kind of group, then the others; each by size.
 *
 * @param largest the largest communities, by size.
 * @param kind undefined if it is unknown.
 */
export function offeredFirst(
  largest: readonly Community[],
  { own, kind }: { own: readonly Community[]; kind: GroupKind | undefined },
): Community[] {
  const usual = new Set(kind && communitySuggestions()[kind].map(({ name }) => name.toLowerCase()))
  const owned = new Set(own.map(({ id }) => id))
  const others = largest.filter(({ id }) => !owned.has(id))
  const isUsual = ({ name }: Community) => usual.has(name.toLowerCase())
  return [
    ...own.toSorted((one, other) => other.noMembers - one.noMembers),
    ...others.filter(isUsual),
    ...others.filter((community) => !isUsual(community)),
  ]
}
