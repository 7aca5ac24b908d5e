import { Button } from './Button.tsx'
import styles from './LoadMore.module.css'
import { opensElsewhere } from './opensElsewhere.ts'

interface LoadMore {
  onLoad: () => void
  busy?: boolean
  /** Address of the next page; with it the control is a link that also works without JavaScript. */
  href?: string
  label?: string
}

/** The rest of a list, on request. */
export function LoadMore({ onLoad, busy = false, href, label = 'Load more' }: LoadMore) {
  return (
    <div className={styles.row}>
      {href && !busy ? (
        <Button
          href={href}
          rel="next"
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            onLoad()
          }}
        >
          {label}
        </Button>
      ) : (
        <Button busy={busy} onClick={onLoad}>
          {label}
        </Button>
      )}
    </div>
  )
}
