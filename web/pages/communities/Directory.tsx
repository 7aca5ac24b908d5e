import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { communitiesQuery } from '../../data/communities/communities.ts'
import { DirectoryRow } from '../../features/communities/DirectoryRow.tsx'
import { failureText } from '../../features/failures/failureText.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './Directory.module.css'
import { communitiesPerPage, type DirectoryParams, directoryRequest, pathOfDirectory } from './directory.ts'

interface DirectoryProps {
  directoryParams: DirectoryParams
  /** Called to clear a search without results. */
  onShowAll: () => void
}

/** The communities of the directory. The previous results stay until the next ones are loaded. */
export function Directory({ directoryParams, onShowAll }: DirectoryProps) {
  const directory = useQuery({
    ...communitiesQuery(directoryRequest(directoryParams)),
    placeholderData: keepPreviousData,
  })
  const { data: communities, error, isPlaceholderData, isError } = directory
  const isSearch = directoryParams.q !== ''
  if (isError) return <ErrorState text={failureText(error)} onRetry={() => directory.refetch()} />
  if (!communities) return null
  const following = communities[communitiesPerPage]
  return (
    <>
      <p className={isSearch ? styles.note : 'visually-hidden'} role="status">
        {isSearch && !isPlaceholderData && searchNote(communities.length, directoryParams.q)}
      </p>
      {communities.length === 0 ? (
        isSearch ? (
          <EmptyState
            icon="search"
            title={t('No communities found')}
            text={t('Try a different name.')}
            action={<Button onClick={onShowAll}>{t('Show all communities')}</Button>}
          />
        ) : (
          <EmptyState
            icon="communities"
            title={t('No communities yet')}
            text={t("Communities will show up here once they're created.")}
          />
        )
      ) : (
        <Card>
          <ul className={styles.rows} aria-busy={isPlaceholderData}>
            {communities.slice(0, communitiesPerPage).map((community) => (
              <DirectoryRow key={community.id} community={community} />
            ))}
          </ul>
        </Card>
      )}
      {following && (
        <p className={styles.more}>
          <Button href={pathOfDirectory({ ...directoryParams, next: following.id })} rel="next">
            {t('More communities')}
          </Button>
        </p>
      )}
    </>
  )
}

function searchNote(found: number, q: string): string {
  if (found === 0) return ''
  if (found >= limits.communitySearchResults)
    return t('Showing the first {found, number} communities for “{q}”. Type more to narrow it down.', {
      found,
      q,
    })
  return t('{found, plural, one {# community} other {# communities}} found for “{q}”.', { found, q })
}
