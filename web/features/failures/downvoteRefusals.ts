import { t } from '../../../contract/texts/t.ts'

/** Why a downvote was refused, by code. */
export const downvoteRefusals = (): Readonly<Record<string, string>> => ({
  'downvotes-off': t('There are no downvotes here.'),
  'downvotes-for-members': t('Join this community to downvote.'),
  'downvotes-need-trust': t('You need a higher trust level to downvote here. See your settings.'),
})
