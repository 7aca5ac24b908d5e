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
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up image ${positionOf(active.id)} of ${keys.length}.`,
    onDragOver: ({ over }) => (over ? `Over place ${positionOf(over.id)} of ${keys.length}.` : undefined),
    onDragEnd: ({ over }) =>
      over ? `Put down at place ${positionOf(over.id)} of ${keys.length}.` : undefined,
    onDragCancel: ({ active }) => `Put back at place ${positionOf(active.id)} of ${keys.length}.`,
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
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragEnd={({ active, over }) => over && uploads.move(String(active.id), String(over.id))}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol ref={list} className={styles.list} aria-label={t('Chosen images')}>
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

const instructions =
  'To move an image, press Space or Enter. While it is picked up, move it with the arrow keys. Press Space or Enter again to put it down, or Escape to put it back.'
