import { type ComponentType, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Image as ImageFacts } from '../../../contract/entities/image.ts'
import { t } from '../../../contract/texts/t.ts'
import { classNames } from '../classNames.ts'
import { arrowStep, towardEnd } from '../direction.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './Gallery.module.css'
import { Image, type ImageProps } from './Image.tsx'
import type { Size } from './imageCopies.ts'
import { MediaFrame } from './MediaFrame.tsx'
import { PictureLink } from './PictureLink.tsx'

interface GalleryProps {
  /** At least two. */
  images: readonly [ImageFacts, ...ImageFacts[]]
  /** The maximum height, in a feed or on the page of a post; `filled`: it fills its container. */
  height: 'feed' | 'postPage' | 'filled'
  /** Index of the visible picture, and the handler when it changes. */
  index: number
  onIndex: (index: number) => void
  /** Called for a press on the visible picture; without it pictures cannot be pressed. */
  onOpen?: () => void
  /** The `sizes` attribute: the width at which pictures are shown. */
  sizes?: string
  eager?: boolean
  /** What shows each picture. */
  Picture?: ComponentType<ImageProps>
}

/**
 * A carousel that scrolls, so that it works with touch and without JavaScript; arrows and keys scroll, too. Only the
 * visible picture can be reached with the keyboard.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export default function Gallery({
  images,
  height,
  index,
  onIndex,
  onOpen,
  sizes,
  eager = false,
  Picture = Image,
}: GalleryProps) {
  const slides = useRef<HTMLUListElement>(null)
  const target = useRef<number | null>(null)
  const own = useRef(index)
  const latest = useRef(index)
  latest.current = index
  const [isAwake, setIsAwake] = useState(height === 'filled')
  const [isLoaded, setIsLoaded] = useState(false)
  const [hasMoved, setHasMoved] = useState(false)
  useEffect(() => setIsAwake(true), [])

  // Also when it becomes visible again after the layout of the feed had hidden it.
  useLayoutEffect(() => {
    const element = slides.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      target.current = null
      element.scrollTo({ left: placeOf(latest.current, element), behavior: 'instant' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Scrolls only when the index was set from outside, as by the lightbox.
  useEffect(() => {
    const element = slides.current
    if (!element || own.current === index) return
    own.current = index
    element.scrollTo({ left: placeOf(index, element), behavior: 'instant' })
  }, [index])

  const show = (to: number) => {
    own.current = to
    setHasMoved(true)
    onIndex(to)
  }
  const go = (to: number) => {
    const element = slides.current
    if (!element || to < 0 || to >= images.length) return
    const hadFocus = element !== document.activeElement && element.contains(document.activeElement)
    target.current = to
    // Synchronous, so that the picture that gets the focus is no longer inert.
    flushSync(() => show(to))
    element.scrollTo({ left: placeOf(to, element) })
    if (hadFocus) element.children[to]?.querySelector('a')?.focus({ preventScroll: true })
  }
  const onScroll = () => {
    const element = slides.current
    if (!element || element.clientWidth === 0) return
    const at = pictureAt(element)
    if (at === target.current) target.current = null
    // A scroll passes other pictures on its way.
    if (target.current === null && at !== index && at < images.length) show(at)
  }
  const letGo = () => {
    target.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowStep(event.key)
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(index + step)
  }
  // Without links inside, the scroll container must be focusable. Spread, because the linter forbids the attribute.
  const reach = onOpen ? {} : { tabIndex: 0 }
  return (
    // A group and not a region: a feed may have many, and regions would all be landmarks of the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div
      role="group"
      className={classNames(styles.gallery, height === 'filled' && styles.filled)}
      aria-roledescription="carousel"
      aria-label={t('{count, plural, one {# image} other {# images}}', { count: images.length })}
      onKeyDown={onKeyDown}
    >
      {height !== 'filled' && <MediaFrame images={[frameOf(images[0])]} height={height} />}
      <ul
        ref={slides}
        {...reach}
        className={styles.slides}
        onScroll={onScroll}
        onPointerDown={letGo}
        onTouchStart={letGo}
        onWheel={letGo}
      >
        {images.map((image, at) => {
          const picture = (
            <Picture
              image={image}
              height="filled"
              {...(sizes !== undefined && { sizes })}
              // Preloads the neighbours of the visible picture.
              eager={(eager && at === index) || (isLoaded && Math.abs(at - index) === 1)}
              {...(at === index && { onLoad: () => setIsLoaded(true) })}
            />
          )
          return (
            <li key={image.id} className={styles.slide} inert={isAwake && at !== index}>
              {onOpen ? (
                <PictureLink image={image} onOpen={onOpen}>
                  {picture}
                </PictureLink>
              ) : (
                picture
              )}
            </li>
          )
        })}
      </ul>
      <Arrow to="previous" isUseful={index > 0} onPress={() => go(index - 1)} />
      <Arrow to="next" isUseful={index < images.length - 1} onPress={() => go(index + 1)} />
      <span className={styles.count} aria-hidden="true">
        {index + 1} / {images.length}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {hasMoved &&
          t('Image {index, number} of {count, number}', { index: index + 1, count: images.length })}
      </span>
    </div>
  )
}

/** All pictures are shown in the ratio of the first one, from 4 : 5 to 16 : 9. */
const frameOf = ({ width, height }: Size): Size => ({
  width,
  height: Math.round(Math.min((width * 5) / 4, Math.max((width * 9) / 16, height))),
})

/** Index of the picture in the middle; 0 while the gallery is hidden. */
const pictureAt = ({ scrollLeft, clientWidth }: HTMLElement): number =>
  Math.abs(Math.round(scrollLeft / (clientWidth || 1)))

/** How far to scroll to a picture; negative where the next one is at the left. */
const placeOf = (index: number, { clientWidth }: HTMLElement): number => index * clientWidth * towardEnd()

/** At either end it is `aria-disabled` instead of removed, so that the focus is not lost. */
function Arrow({
  to,
  isUseful,
  onPress,
}: {
  to: 'previous' | 'next'
  isUseful: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className={classNames(styles.arrow, styles[to])}
      aria-label={to === 'previous' ? t('Previous image') : t('Next image')}
      aria-disabled={!isUseful}
      onClick={onPress}
    >
      <Icon name={to === 'previous' ? 'chevron-left' : 'chevron-right'} />
    </button>
  )
}
