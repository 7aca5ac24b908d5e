import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaticPageName } from '../../../../contract/staticPages.ts'
import { t } from '../../../../contract/texts/t.ts'
import { type StaticPageVersion, staticPageVersionsQuery } from '../../../data/admin/staticPageTexts.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { failureText } from '../../../features/failures/failureText.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { LoadMore } from '../../../ui/buttons/LoadMore.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import styles from './StaticPages.module.css'

interface VersionsProps {
  name: StaticPageName
  /** The version in force. */
  current: string | null
  /** Puts a text into the editor; null for that of the program. */
  onPutBack: (text: string | null) => void
}

/** Earlier versions: author, time and text. */
export function Versions({ name, current, onPutBack }: VersionsProps) {
  const list = useInfiniteQuery(staticPageVersionsQuery(name))
  const versions = list.data?.pages.flatMap((page) => page.versions) ?? []
  return (
    <Section id="page-versions" title={t('Earlier versions')}>
      {!list.data &&
        (list.error ? (
          <ErrorState text={failureText(list.error)} onRetry={() => list.refetch()} />
        ) : (
          <Spinner label={t('Loading')} />
        ))}
      {list.data && versions.length === 0 && (
        <p className={styles.hint}>{t('Earlier versions show up here after the first edit.')}</p>
      )}
      {versions.length > 0 && (
        <ul className={styles.versions}>
          {versions.map((version) => (
            <Version
              key={version.id}
              version={version}
              isCurrent={version.id === current}
              onPutBack={onPutBack}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onLoad={() => list.fetchNextPage()} />}
    </Section>
  )
}

interface VersionProps {
  version: StaticPageVersion
  isCurrent: boolean
  onPutBack: VersionsProps['onPutBack']
}

function Version({ version: { id, text, changedAt, changedBy }, isCurrent, onPutBack }: VersionProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <li className={styles.version}>
      <p className={styles.by}>
        <Time at={changedAt} />{' '}
        {changedBy ? <Link href={pathOfUser(changedBy)}>@{changedBy}</Link> : t('deleted account')}
        {text === null && ` · ${t('default text')}`}
        {isCurrent && ` · ${t('current')}`}
      </p>
      <div className={styles.buttons}>
        {text !== null && (
          <Button
            small
            aria-expanded={isShown}
            aria-controls={`version-${id}`}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? t('Hide') : t('Show')}
          </Button>
        )}
        {!isCurrent && (
          <Button small onClick={() => onPutBack(text)}>
            {text === null ? t('Restore default') : t('Use this version')}
          </Button>
        )}
      </div>
      {isShown && (
        <pre className={styles.source} id={`version-${id}`} dir="auto">
          {text}
        </pre>
      )}
    </li>
  )
}
