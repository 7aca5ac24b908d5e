import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { plainAct } from '../../ui/buttons/plainAct.ts'
import { classNames } from '../../ui/classNames.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { abbreviateCount } from '../../ui/text/abbreviateCount.ts'
import styles from './VoteButtons.module.css'

interface VoteButtonsProps {
  /** The post or comment. */
  id: string
  /** NaN while they are hidden. */
  upvotes: number
  downvotes: number
  /** The viewer's own vote: true up, false down, null none. */
  vote: boolean | null
  /** Called with true for the upper arrow. The caller treats a second press as removing the vote. */
  onPress: (up: boolean) => void
  disabled?: boolean
  /** Who can downvote; everyone if it is absent. */
  downvoters?: Post['downvoters'] | undefined
  direction?: 'horizontal' | 'vertical'
  size?: 'small' | 'medium'
}

/** The two vote arrows with the score between them. */
export function VoteButtons(props: VoteButtonsProps) {
  const { id, upvotes, downvotes, vote, onPress, disabled, downvoters } = props
  const { direction = 'horizontal', size = 'medium' } = props
  const points = upvotes - downvotes
  const isHidden = Number.isNaN(points)
  const arrow = (up: boolean, label: string) => (
    <button
      type="button"
      {...(import.meta.env.SSR && plainAct(up ? 'up' : 'down', id))}
      className={classNames(styles.arrow, 'tip')}
      aria-label={label}
      data-key={up ? 'a' : 'z'}
      aria-pressed={vote === up}
      disabled={disabled}
      onClick={() => onPress(up)}
    >
      <Icon name={up ? 'vote-up' : 'vote-down'} />
    </button>
  )
  return (
    <div className={classNames(styles.votes, styles[direction], styles[size])} data-vote={spoken(vote)}>
      {arrow(true, t('Upvote'))}
      {isHidden ? (
        <span className={styles.points} title={t('Points are hidden for now')}>
          –
        </span>
      ) : (
        <data
          className={styles.points}
          value={points}
          title={t('{upvotes, number} up, {downvotes, number} down', { upvotes, downvotes })}
        >
          {abbreviateCount(points)}
        </data>
      )}
      {/* A downvote that is there can be taken back. */}
      {(downvoters !== 'nobody' || vote === false) &&
        arrow(false, downvoters ? t('Downvote (restricted)') : t('Downvote'))}
    </div>
  )
}

function spoken(vote: boolean | null): 'up' | 'down' | undefined {
  if (vote === null) return undefined
  return vote ? 'up' : 'down'
}
