import { t } from '../../../contract/texts/t.ts'
import { opensNewTab } from '../navigation/opensNewTab.ts'
import { Button } from './Button.tsx'
import styles from './LoadMore.module.css'

interface LoadMoreProps {
  onLoad: () => void
  busy?: boolean
  /** URL of the next page; with it the control is a link that also works without JavaScript. */
  href?: string
  label?: string
}

/** Loads the next page of a list on request. */
export function LoadMore({ onLoad, busy = false, href, label = t('Load more') }: LoadMoreProps) {
  return (
    <div className={styles.row}>
      {href && !busy ? (
        <Button
          href={href}
          rel="next"
          onClick={(event) => {
            if (opensNewTab(event)) return
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
