import { useEffect, useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './VideoEmbed.module.css'

const embedLoadMarginPx = 200

interface VideoEmbedProps {
  /** Of the player, from `videoOf`. */
  src: string
  /** URL of the page with the video, for readers without the player. */
  href: string
  title: string
}

/** A video player of another site, loaded only near the viewport; until then, and without JavaScript, a link. */
export function VideoEmbed({ src, href, title }: VideoEmbedProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) setIsNear(true)
      },
      { rootMargin: `${embedLoadMarginPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={box} className={styles.box}>
      {isNear ? (
        <iframe
          className={styles.player}
          src={src}
          title={t('Video: {title}', { title })}
          allow="encrypted-media; fullscreen; picture-in-picture"
          // The player refuses to play without a referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        />
      ) : (
        <a className={styles.link} href={href} target="_blank" rel="noreferrer nofollow">
          <Icon name="play" size={28} />
          {t('Watch video')}
        </a>
      )}
    </div>
  )
}
