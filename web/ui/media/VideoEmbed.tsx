import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Icon } from '../icons/Icon.tsx'
import { opensNewTab } from '../navigation/opensNewTab.ts'
import styles from './VideoEmbed.module.css'

interface VideoEmbedProps {
  /** The URL of the player, from `videoOf`. */
  src: string
  /** URL of the page with the video, for readers without the player. */
  href: string
  title: string
  /** The URL of a picture of ours. */
  poster: string | null
}

/** The link that had the focus is gone. Not an inline function, which React would call again at each render. */
const takeFocus = (frame: HTMLIFrameElement | null) => frame?.focus()

/** A video player of another site, which is asked for nothing before a press; until then, and without JavaScript, a link. */
export function VideoEmbed({ src, href, title, poster }: VideoEmbedProps) {
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <div className={styles.box}>
      {isPlaying ? (
        <iframe
          ref={takeFocus}
          className={styles.player}
          // The press was for the video, not for its player.
          src={`${src}${src.includes('?') ? '&' : '?'}autoplay=1`}
          title={t('Video: {title}', { title })}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // The player refuses to play without a referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        />
      ) : (
        <a
          className={styles.link}
          href={href}
          target="_blank"
          rel="noreferrer nofollow"
          onClick={(event) => {
            if (opensNewTab(event)) return
            event.preventDefault()
            setIsPlaying(true)
          }}
        >
          {poster && <img className={styles.poster} src={poster} alt="" loading="lazy" />}
          <span className={styles.press}>
            <Icon name="play" size={28} />
            {t('Watch video')}
          </span>
        </a>
      )}
    </div>
  )
}
