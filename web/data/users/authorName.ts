import { t } from '../../../contract/texts/t.ts'
/** The displayed name of an author; only admins see the names of deleted accounts. */
export const nameOfAuthor = (
  item: { userDeleted: boolean; username: string },
  viewer: { isAdmin: boolean } | null,
): string => (item.userDeleted && !viewer?.isAdmin ? t('Ghost') : `@${item.username}`)
