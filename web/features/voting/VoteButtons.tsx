import { t } from '../../../contract/texts/t.ts'
import { plainAct } from '../../ui/buttons/plainAct.ts'
import { classNames } from '../../ui/classNames.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { abbreviateCount } from '../../ui/text/abbreviateCount.ts'
import styles from './VoteButtons.module.css'

interface VoteButtonsProps {
  /** The post or comment. */
  id: string
  upvotes: number
  downvotes: number
  /** The viewer's own vote: true up, false down, null none. */
  vote: boolean | null
  /** Called with true for the upper arrow. The caller treats a second press as removing the vote. */
  onPress: (up: boolean) => void
  disabled?: boolean
  direction?: 'horizontal' | 'vertical'
  size?: 'small' | 'medium'
}

/** The two vote arrows with the score between them. */
export function VoteButtons(props: VoteButtonsProps) {
  const { id, upvotes, downvotes, vote, onPress, disabled, direction = 'horizontal', size = 'medium' } = props
  const points = upvotes - downvotes
  return (
    <div className={classNames(styles.votes, styles[direction], styles[size])} data-vote={spoken(vote)}>
      <button
        type="button"
        {...(import.meta.env.SSR && plainAct('up', id))}
        className={classNames(styles.arrow, 'tip')}
        aria-label={t('Upvote')}
        data-key="a"
        aria-pressed={vote === true}
        disabled={disabled}
        onClick={() => onPress(true)}
      >
        <Icon name="vote-up" />
      </button>
      <data
        className={styles.points}
        value={String(points)}
        title={t('{upvotes, number} up, {downvotes, number} down', { upvotes, downvotes })}
      >
        {abbreviateCount(points)}
      </data>
      <button
        type="button"
        {...(import.meta.env.SSR && plainAct('down', id))}
        className={classNames(styles.arrow, 'tip')}
        aria-label={t('Downvote')}
        data-key="z"
        aria-pressed={vote === false}
        disabled={disabled}
        onClick={() => onPress(false)}
      >
        <Icon name="vote-down" />
      </button>
    </div>
  )
}

function spoken(vote: boolean | null): 'up' | 'down' | undefined {
  if (vote === null) return undefined
  return vote ? 'up' : 'down'
}
