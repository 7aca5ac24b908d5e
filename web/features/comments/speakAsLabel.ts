import { t } from '../../../contract/texts/t.ts'

/** The label of the choice of a role. */
export const speakAsLabel = (role: 'mods' | 'admins' | 'community'): string =>
  role === 'mods'
    ? t('Speak as moderator')
    : role === 'admins'
      ? t('Speak as admin')
      : t('Comment as the community')
