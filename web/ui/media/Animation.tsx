import { useEffect, useState } from 'react'
import type { Image } from '../../../contract/entities/image.ts'
import { t } from '../../../contract/texts/t.ts'
import { Icon } from '../icons/Icon.tsx'
// Not of its own: the first page would name that file.
import styles from './PictureLink.module.css'

/** A larger animation waits for a press, in bytes. */
const startsAtOnceMost = 2_000_000

/** Whether the device wants neither stillness nor to save data. */
function startsAtOnce({ size }: Image): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches) return false
  return size <= startsAtOnceMost && !connection?.saveData
}

/**
 * Plays an animation over the picture of its first frame, which must be the element before it, and stops it. Small ones start as
 * soon as they can be seen.
 */
export default function Animation({ image }: { image: Image }) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!button || !startsAtOnce(image)) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      setIsPlaying(true)
    })
    observer.observe(button)
    return () => observer.disconnect()
  }, [button, image])
  const megabytes = Math.round(image.size / 100_000) / 10
  return (
    <>
      {isPlaying && (
        <img
          className={styles.moving}
          src={image.url}
          alt=""
          data-shown={isShown || undefined}
          onLoad={() => setIsShown(true)}
          onError={() => setIsPlaying(false)}
        />
      )}
      <button
        ref={setButton}
        type="button"
        className={styles.button}
        aria-label={
          isPlaying ? t('Stop animation') : t('Play animation, {megabytes, number} MB', { megabytes })
        }
        onClick={() => {
          setIsShown(false)
          setIsPlaying(!isPlaying)
        }}
      >
        <Icon name={isPlaying ? 'close' : 'play'} />
        {!isPlaying && image.size > startsAtOnceMost && t('{megabytes, number} MB', { megabytes })}
      </button>
    </>
  )
}
