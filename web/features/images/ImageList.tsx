import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useRef } from 'react'
import { t } from '../../../contract/texts/t.ts'
import styles from './ImageList.module.css'
import { ImageRow } from './ImageRow.tsx'
import type { DraftImage, ImageUploads } from './imageUploads.ts'

interface ImageListProps {
  images: readonly DraftImage[]
  uploads: ImageUploads
  /** Called when the last image was removed, to move the focus. */
  onEmptied: () => void
}

/** The images of a post or comment that is being written, ordered by dragging with the pointer or the keyboard. */
export function ImageList({ images, uploads, onEmptied }: ImageListProps) {
  const list = useRef<HTMLOListElement>(null)
  const sensors = useSensors(
    // A small distance, so that a press on the handle is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = images.map(({ key }) => key)
  const positionOf = (key: string | number) => keys.indexOf(String(key)) + 1
  const count = keys.length
  const announcements: Announcements = {
    onDragStart: ({ active }) =>
      t('Picked up image {position, number} of {count, number}.', { position: positionOf(active.id), count }),
    onDragOver: ({ over }) =>
      over
        ? t('Over position {position, number} of {count, number}.', { position: positionOf(over.id), count })
        : undefined,
    onDragEnd: ({ over }) =>
      over
        ? t('Dropped at position {position, number} of {count, number}.', {
            position: positionOf(over.id),
            count,
          })
        : undefined,
    onDragCancel: ({ active }) =>
      t('Put back at position {position, number} of {count, number}.', {
        position: positionOf(active.id),
        count,
      }),
  }
  const remove = (key: string) => {
    const rows = [...(list.current?.children ?? [])]
    const index = keys.indexOf(key)
    const neighbour = rows[index + 1] ?? rows[index - 1]
    if (neighbour) neighbour.querySelector<HTMLElement>('textarea')?.focus({ preventScroll: true })
    else onEmptied()
    uploads.remove(key)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions() } }}
      onDragEnd={({ active, over }) => over && uploads.move(String(active.id), String(over.id))}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol ref={list} className={styles.list} aria-label={t('Selected images')}>
          {images.map((image, index) => (
            <ImageRow
              key={image.key}
              image={image}
              position={index + 1}
              count={images.length}
              onMove={(by) => {
                const other = images[index + by]
                if (other) uploads.move(image.key, other.key)
              }}
              onDescribe={(altText) => uploads.describe(image.key, altText)}
              onRemove={() => remove(image.key)}
              onRetry={() => uploads.retry(image.key)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

const instructions = (): string =>
  t(
    'To pick up an image, press Space or Enter. Move it with the arrow keys. Press Space or Enter again to drop it, or Escape to cancel.',
  )
