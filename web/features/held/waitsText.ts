import { t } from '../../../contract/texts/t.ts'

/** What members read after they have sent something that waits for review. */
export const waitsText = (): string => t("A moderator will review this first. You'll get a notification.")
