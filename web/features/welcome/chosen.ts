import type { Community } from '../../../contract/entities/community.ts'

/** Ticked and unticked communities: id → whether the member wants to join. */
export type Choices = ReadonlyMap<string, boolean>

/** Whether a community is ticked: at first those that the member belongs to, such as the default ones. */
export const isChosen = (
  { id, userJoined }: Pick<Community, 'id' | 'userJoined'>,
  choices: Choices,
): boolean => choices.get(id) ?? userJoined === true

/** The request: only differences from the current memberships. */
export function changesOf(
  choices: Choices,
  joined: ReadonlySet<string>,
): { join: string[]; leave: string[] } {
  const changed = [...choices].filter(([id, wants]) => wants !== joined.has(id))
  return {
    join: changed.filter(([, wants]) => wants).map(([id]) => id),
    leave: changed.filter(([, wants]) => !wants).map(([id]) => id),
  }
}
