import { t } from '../../../contract/texts/t.ts'

/** Messages for refusals to save something to a list, by code. */
export const saveRefusals = (): Readonly<Record<string, string>> => ({
  'list-full': t('This list is full.'),
  'list-not-found': t('This list is gone.'),
  'post/not-found': t('This post is gone.'),
})
