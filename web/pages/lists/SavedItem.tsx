import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import type { Content } from '../../data/contents.ts'
import type { SavedContent } from '../../data/listItems.ts'
import { ContentCard } from '../feed/ContentCard.tsx'
import styles from './SavedItem.module.css'

interface SavedItem {
  saved: SavedContent
  isFirst: boolean
  /** Called when the owner wants it out of the list; nobody else can. */
  onRemove?: () => void
}

/** A post or comment in a list, under a line about that. */
export function SavedItem({ saved, isFirst, onRemove }: SavedItem) {
  const [isUncovered, setIsUncovered] = useState(false)
  const cover = isUncovered ? null : coverOf(saved)
  return (
    <>
      <div className={styles.line}>
        <span>
          Saved <Time at={saved.savedAt} />
        </span>
        {saved.type === 'post' && saved.item.deleted && <Tag tone="danger">Deleted post</Tag>}
        {onRemove && (
          <Button
            small
            variant="soft"
            className={styles.remove}
            aria-label={`Remove ${nameOf(saved)} from the list`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
      {cover ? (
        <Card as="article" padded className={styles.cover}>
          <span>{cover}</span>
          <Button small variant="soft" onClick={() => setIsUncovered(true)}>
            Show
          </Button>
        </Card>
      ) : (
        <ContentCard content={saved} isFirst={isFirst} />
      )}
    </>
  )
}

const nameOf = (content: Content): string =>
  content.type === 'post' ? content.item.title : `a comment by ${content.item.username}`

/** What stands in place of something that the viewer does not want to see unasked; null when they do. */
function coverOf(content: Content): string | null {
  if (content.item.isAuthorMuted)
    return content.type === 'post' ? 'Post by somebody you muted' : 'Comment by somebody you muted'
  return content.type === 'post' && content.item.isCommunityMuted ? 'Post in a community you muted' : null
}
