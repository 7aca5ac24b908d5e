import { t } from './texts/t.ts'
import { type CommenterGroup, commenterGroups } from './words.ts'

/** The trust level of a group, or null for members of the community. */
export const levelOf = (who: CommenterGroup): number | null => (who === 'members' ? null : Number(who.at(-1)))

/** The label of who may comment. */
export function commentersName(who: CommenterGroup): string {
  const level = levelOf(who)
  return level === null ? t('Members of the community') : t('Trust level {level, number} and up', { level })
}

/** Everyone, and each group that may comment instead. */
export const commenterChoices = (): { value: CommenterGroup | ''; label: string }[] => [
  { value: '', label: t('Everyone') },
  ...commenterGroups.map((value) => ({ value, label: commentersName(value) })),
]
