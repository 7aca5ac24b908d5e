import { t } from '../../../contract/texts/t.ts'
import { useAnswerBotOwner } from '../../data/users/profiles.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import styles from './BotOwnerAnswer.module.css'

/** Lets the member whom a bot names as its owner confirm that, or take their name away. Load it lazily. */
export default function BotOwnerAnswer({
  username,
  isConfirmed,
}: {
  username: string
  isConfirmed: boolean
}) {
  const answer = useAnswerBotOwner(username, useNotifyActionFailure())
  const busyWith = answer.isPending ? answer.variables : null
  return (
    <div className={styles.answer}>
      <p>
        {isConfirmed
          ? t('You run this bot.')
          : t('This bot says you run it. Its profile shows that once you confirm.')}
      </p>
      {!isConfirmed && (
        <Button small icon="check" busy={busyWith === true} onClick={() => answer.mutate(true)}>
          {t('Confirm')}
        </Button>
      )}
      <Button small icon="close" busy={busyWith === false} onClick={() => answer.mutate(false)}>
        {isConfirmed ? t('Remove my name') : t("It's not mine")}
      </Button>
    </div>
  )
}
