import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import type { SavedContent } from '../../data/lists/listItems.ts'
import type { Content } from '../../data/posts/contents.ts'
import { ContentCard } from '../../features/feed/ContentCard.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './SavedItem.module.css'

interface SavedItemProps {
  saved: SavedContent
  isFirst: boolean
  /** Removes it from the list; only given to the owner. */
  onRemove?: () => void
}

/** A saved post or comment. */
export function SavedItem({ saved, isFirst, onRemove }: SavedItemProps) {
  const [isUncovered, setIsUncovered] = useState(false)
  const cover = isUncovered ? null : coverOf(saved)
  return (
    <>
      <div className={styles.line}>
        <span>{rich('Saved {time}', { time: <Time at={saved.savedAt} /> })}</span>
        {saved.type === 'post' && saved.item.deleted && <Tag tone="danger">{t('Deleted post')}</Tag>}
        {onRemove && (
          <Button
            small
            variant="soft"
            className={styles.remove}
            aria-label={removalLabel(saved)}
            onClick={onRemove}
          >
            {t('Remove')}
          </Button>
        )}
      </div>
      {cover ? (
        <Card as="article" padded className={styles.cover}>
          <span>{cover}</span>
          <Button small variant="soft" onClick={() => setIsUncovered(true)}>
            {t('Show')}
          </Button>
        </Card>
      ) : (
        <ContentCard content={saved} isFirst={isFirst} />
      )}
    </>
  )
}

const removalLabel = ({ type, item }: Content): string =>
  type === 'post'
    ? t('Remove “{title}” from the list', { title: item.title })
    : t('Remove a comment by {username} from the list', { username: item.username })

/** The text that stands for content the viewer does not want to see by default; null when it can be shown. */
function coverOf(content: Content): string | null {
  if (content.item.isAuthorMuted)
    return content.type === 'post' ? t('Post by someone you muted') : t('Comment by someone you muted')
  return content.type === 'post' && content.item.isCommunityMuted ? t('Post in a community you muted') : null
}
