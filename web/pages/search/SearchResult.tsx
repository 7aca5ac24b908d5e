import type { Segment } from '../../../contract/entities/search.ts'
import { t } from '../../../contract/texts/t.ts'
import { InitialContext, useInitial } from '../../data/account/initial.ts'
import { useLinkRel } from '../../data/account/site.ts'
import { initialOfFacts, viewerFacts } from '../../data/account/viewerFacts.ts'
import { pathOfComment } from '../../data/comments/commentPath.ts'
import { contentOf } from '../../data/posts/contents.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { siteOfLink } from '../../data/posts/siteOfLink.ts'
import type { FoundContent } from '../../data/site/search.ts'
import { AuthorLink } from '../../features/authors/AuthorLink.tsx'
import { BadgeMarks } from '../../features/authors/BadgeMarks.tsx'
import { Marks } from '../../features/postActions/PostTags.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { CachedMarkup } from '../../ui/markup/CachedMarkup.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './SearchResult.module.css'

function SharedResult({ found }: { found: FoundContent }) {
  const initial = useInitial()
  return (
    <CachedMarkup
      name="search result"
      items={[found.item]}
      facts={{
        type: found.type,
        segments: found.segments,
        titleSegments: found.titleSegments,
        viewer: viewerFacts(found.item, initial),
      }}
      render={([item = found.item], { viewer, type, ...excerpts }) => (
        <InitialContext value={initialOfFacts(viewer, item)}>
          <Result found={{ ...contentOf({ item, type }), ...excerpts }} />
        </InitialContext>
      )}
    >
      <Result found={found} />
    </CachedMarkup>
  )
}

/** A found post or comment, with the matches in its text marked. The server shares its markup between viewers. */
export const SearchResult = import.meta.env.SSR ? SharedResult : Result

const Marked = ({ segments }: { segments: readonly Segment[] }) =>
  segments.map(({ text, isHit }, position) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a stored text, so no part ever comes, goes or moves.
    isHit ? <mark key={position}>{text}</mark> : <span key={position}>{text}</span>,
  )

const picturesOf = ({ type, item }: FoundContent): number =>
  (item.attachments ?? (type === 'post' ? item.images : [])).length

function Result({ found }: { found: FoundContent }) {
  const { item, segments, titleSegments } = found
  const rel = useLinkRel()
  const pictures = picturesOf(found)
  const { upvotes, downvotes } = item
  const points = upvotes === null || downvotes === null ? null : upvotes - downvotes
  return (
    <Card as="article" className={styles.result} aria-labelledby={`found-${found.type}-${item.id}`}>
      <p className={styles.byline}>
        <Link href={`/${item.communityName}`} className={styles.community}>
          {item.communityName}
        </Link>
        <span className={styles.dot} />
        <AuthorLink item={item} />
        <BadgeMarks types={item.authorBadges} />
        <span className={styles.dot} />
        <Time at={item.createdAt} />
        <Marks {...(item.madeWithAiBy && { madeWithAiBy: item.madeWithAiBy })} />
      </p>
      <h2 id={`found-${found.type}-${item.id}`} className={styles.title} dir="auto">
        {found.type === 'post' ? (
          <Link href={pathOfPost(found.item)} data-key="o">
            {titleSegments.length > 0 ? <Marked segments={titleSegments} /> : isolated(found.item.title)}
          </Link>
        ) : (
          <Link
            href={pathOfComment(
              { communityName: found.item.communityName, publicId: found.item.postPublicId },
              found.item.id,
            )}
            data-key="o"
          >
            {isolated(found.item.postTitle)}
          </Link>
        )}
      </h2>
      {segments.length > 0 && (
        <p className={styles.excerpt} dir="auto">
          <Marked segments={segments} />
        </p>
      )}
      <p className={styles.facts}>
        <span>
          {points === null
            ? t('Points are hidden for now')
            : rich('{points, plural, one {{number} point} other {{number} points}}', {
                points,
                number: <Count value={points} />,
              })}
        </span>
        {pictures > 0 && (
          <>
            <span className={styles.dot} />
            <span>{t('{count, plural, one {# image} other {# images}}', { count: pictures })}</span>
          </>
        )}
        {found.type === 'post' && (
          <>
            <span className={styles.dot} />
            <span>
              {rich('{count, plural, one {{number} comment} other {{number} comments}}', {
                count: found.item.noComments,
                number: <Count value={found.item.noComments} />,
              })}
            </span>
            {found.item.link && (
              <>
                <span className={styles.dot} />
                <a className={styles.domain} href={found.item.link.url} target="_blank" rel={rel}>
                  {siteOfLink(found.item.link)}
                  <Icon name="external" size={13} />
                </a>
              </>
            )}
          </>
        )}
      </p>
    </Card>
  )
}
