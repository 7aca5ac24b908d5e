import { useInfiniteQuery } from '@tanstack/react-query'
import type { StaticPageName } from '../../../../contract/staticPages.ts'
import { t } from '../../../../contract/texts/t.ts'
import { staticPageVersionsQuery } from '../../../data/admin/staticPageTexts.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { Loading } from '../../../features/failures/Loading.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { LoadMore } from '../../../ui/buttons/LoadMore.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { TextVersion } from '../TextVersion.tsx'

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
      {!list.data && <Loading error={list.error} onRetry={list.refetch} />}
      {list.data && versions.length === 0 && (
        <p className="quiet">{t('Earlier versions show up here after the first edit.')}</p>
      )}
      {versions.length > 0 && (
        <ul className="stack">
          {versions.map(({ id, text, changedAt, changedBy }) => (
            <TextVersion
              key={id}
              id={`version-${id}`}
              about={
                <>
                  <Time at={changedAt} />{' '}
                  {changedBy ? <Link href={pathOfUser(changedBy)}>@{changedBy}</Link> : t('deleted account')}
                  {text === null && ` · ${t('default text')}`}
                  {id === current && ` · ${t('current')}`}
                </>
              }
              text={text}
              action={
                id !== current && (
                  <Button small onClick={() => onPutBack(text)}>
                    {text === null ? t('Restore default') : t('Use this version')}
                  </Button>
                )
              }
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onLoad={() => list.fetchNextPage()} />}
    </Section>
  )
}
