import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { MoveHandle } from '../../ui/buttons/MoveHandle.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { canRetry, uploadFailureText } from '../pictures/uploadFailure.ts'
import styles from './ImageRow.module.css'
import type { DraftImage } from './imageUploads.ts'

interface ImageRowProps {
  image: DraftImage
  /** Position, from 1. */
  position: number
  /** The number of images; a single one has no handle. */
  count: number
  /** Up or down by one. */
  onMove: (by: -1 | 1) => void
  onDescribe: (altText: string) => void
  onRemove: () => void
  onRetry: () => void
}

/** One image of a post: preview, upload progress and alt text. */
export function ImageRow({ image, position, count, onMove, onDescribe, onRemove, onRetry }: ImageRowProps) {
  const { key, name, src, altText, upload } = image
  const sortable = useSortable({
    id: key,
    transition: matchMedia('(prefers-reduced-motion: reduce)').matches ? null : glide,
  })
  const [isBroken, setIsBroken] = useState(false)
  const isRunning = upload.state === 'waiting' || upload.state === 'uploading'
  return (
    <li
      ref={sortable.setNodeRef}
      className={styles.row}
      data-dragged={sortable.isDragging || undefined}
      aria-label={t('Image {position, number}: {name}', { position, name })}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      {count > 1 && (
        <MoveHandle
          label={t('Move image {position, number}', { position })}
          className={styles.handle}
          isFirst={position === 1}
          isLast={position === count}
          onMove={onMove}
          onHandle={sortable.setActivatorNodeRef}
          {...sortable.attributes}
          {...sortable.listeners}
          // Ctrl+Enter submits from this field, too.
          onKeyDown={(event) => !event.ctrlKey && !event.metaKey && sortable.listeners?.onKeyDown?.(event)}
        />
      )}
      {isBroken ? (
        <span className={styles.thumbnail}>
          <Icon name="image" />
        </span>
      ) : (
        <img
          className={styles.thumbnail}
          src={src}
          alt=""
          width={64}
          height={64}
          decoding="async"
          draggable={false}
          onError={() => setIsBroken(true)}
        />
      )}
      <div className={styles.about}>
        <TextArea
          label={t('Alt text')}
          name="alt-text"
          rows={2}
          placeholder={t("Describe the image for people who can't see it")}
          maxLength={limits.altTextMaxLength}
          value={altText}
          onChange={onDescribe}
        />
        {isRunning && (
          <p className={styles.progress}>
            <progress
              max={100}
              value={upload.state === 'uploading' ? upload.percent : 0}
              aria-label={t('Upload progress for image {position, number}', { position })}
            />
            <span className={styles.percent}>
              {upload.state === 'uploading'
                ? t('{percent, number}%', { percent: upload.percent })
                : t('Waiting')}
            </span>
          </p>
        )}
        {upload.state === 'failed' && (
          <p className={styles.failure}>
            <span role="alert">{uploadFailureText(upload.error)}</span>
            {canRetry(upload.error) && (
              <Button small icon="refresh" onClick={onRetry}>
                {t('Try again')}
              </Button>
            )}
          </p>
        )}
      </div>
      <IconButton
        icon={isRunning ? 'close' : 'delete'}
        label={
          isRunning
            ? t('Cancel upload of image {position, number}', { position })
            : t('Remove image {position, number}', { position })
        }
        onClick={onRemove}
      />
    </li>
  )
}

const glide = { duration: 175, easing: 'ease' }
