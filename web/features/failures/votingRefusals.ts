import { t } from '../../../contract/texts/t.ts'

/** Why a vote was refused, by code. */
export const votingRefusals = (): Readonly<Record<string, string>> => ({
  'bots-cannot-vote': t("Bots can't vote here."),
  'too-many-votes-on-member': t(
    "You've voted on too many of this member's posts and comments today. Try again tomorrow.",
  ),
  'downvotes-off': t('Downvotes are turned off here.'),
  'downvotes-for-members': t('Join this community to downvote.'),
  'downvotes-need-trust': t('You need a higher trust level to downvote here. See your settings.'),
})
