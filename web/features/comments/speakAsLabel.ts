import { t } from '../../../contract/texts/t.ts'

/** The label of the choice of a role. */
export const speakAsLabel = (role: 'mods' | 'admins'): string =>
  role === 'mods' ? t('Speak as moderator') : t('Speak as admin')
