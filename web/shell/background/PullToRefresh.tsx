import { useEffect, useState } from 'react'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Background.module.css'

const pullToRefreshPx = 120

/** How far the indicator follows the finger, as a share of the finger's distance. */
const signShare = 0.5

/** Pull to refresh: reloads a feed that is pulled down from its top. */
export function PullToRefresh() {
  const navigator = useNavigator()
  const { key } = useShownPage()
  const [pulledPx, setPulledPx] = useState(0)
  const isEnough = pulledPx >= pullToRefreshPx

  useEffect(() => {
    let start: Touch | null = null
    let pulled = 0
    const pull = (px: number) => {
      pulled = px
      setPulledPx(px)
    }
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      start = touches.length === 1 && touch && scrollY <= 0 && isInFeed(target) ? touch : null
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!start || !touch) return
      const down = touch.clientY - start.clientY
      const isSideways = Math.abs(touch.clientX - start.clientX) > Math.abs(down)
      if (event.touches.length > 1 || scrollY > 0 || (pulled === 0 && (down <= 0 || isSideways))) {
        start = null
        return pull(0)
      }
      // Prevents the browser's own overscroll.
      if (event.cancelable) event.preventDefault()
      pull(Math.max(0, down))
    }
    const end = () => {
      if (start && pulled >= pullToRefreshPx) navigator.reload()
      start = null
      pull(0)
    }
    const cancel = () => {
      start = null
      pull(0)
    }
    addEventListener('touchstart', begin, { passive: true })
    addEventListener('touchmove', move, { passive: false })
    addEventListener('touchend', end)
    addEventListener('touchcancel', cancel)
    return () => {
      removeEventListener('touchstart', begin)
      removeEventListener('touchmove', move)
      removeEventListener('touchend', end)
      removeEventListener('touchcancel', cancel)
    }
  }, [navigator])

  if (pulledPx === 0) return null
  const downPx = Math.min(pulledPx, pullToRefreshPx * 1.5) * signShare
  return (
    <div
      key={key}
      className={styles.pull}
      data-enough={isEnough || undefined}
      style={{ transform: `translateY(${downPx}px) rotate(${pulledPx * 2}deg)` }}
    >
      <Icon name="refresh" />
    </div>
  )
}

/** Only in lists of posts and comments; elsewhere the gesture is the browser's own. */
const isInFeed = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('main') !== null &&
  target.closest('dialog') === null &&
  document.querySelector('main [data-feed]') !== null
