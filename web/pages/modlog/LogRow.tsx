import { Fragment, type ReactNode } from 'react'
import { banKindWords } from '../../../contract/bans.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { t } from '../../../contract/texts/t.ts'
import type { BanKind } from '../../../contract/words.ts'
import { AuthorLink } from '../../features/authors/AuthorLink.tsx'
import { accountsText } from '../../features/moderation/accountsText.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { formatDate } from '../../ui/text/formatDate.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './LogRow.module.css'
import { type Gap, partsOf, settingNames, shortUrl, wordings } from './wordings.ts'

interface LogRowProps {
  entry: ModerationLogEntry
  /** Whether the entry names its community. */
  showsCommunity: boolean
}

/** One entry of the log: actor, action, target, community and reason. */
export function LogRow({ entry, showsCommunity }: LogRowProps) {
  const { community, reason, details } = entry
  return (
    <li className={styles.row}>
      <p className={styles.entry}>
        <Actor entry={entry} /> <Words entry={entry} showsCommunity={showsCommunity} />
        {showsCommunity && community && !wordings[entry.action].includes('{community}') && (
          <>
            {' in '}
            <Community name={community.name} />
          </>
        )}
      </p>
      {details.rule && (
        <p className={styles.reason}>
          Rule: <span dir="auto">{details.rule}</span>
        </p>
      )}
      {reason !== null && (
        <p className={styles.reason}>
          Reason: <span dir="auto">{reason}</span>
        </p>
      )}
      <p className={styles.time}>
        <Time at={entry.createdAt} />
      </p>
    </li>
  )
}

function Actor({ entry: { moderator, actedAs } }: { entry: ModerationLogEntry }) {
  const isAdmin = actedAs === 'admins'
  // A hidden name, or the command line of the server.
  if (!moderator) return <span className={styles.actor}>{isAdmin ? t('An admin') : t('A moderator')}</span>
  return (
    <>
      <AuthorLink item={moderator} className={styles.actor} /> <Tag>{isAdmin ? t('Admin') : t('Mod')}</Tag>
    </>
  )
}

function Words({ entry, showsCommunity }: LogRowProps) {
  const filled: Record<`{${Gap}}`, () => ReactNode> = {
    '{post}': () => <Post entry={entry} />,
    '{comment}': () => <Comment entry={entry} />,
    '{content}': () => (entry.comment ? <Comment entry={entry} /> : <Post entry={entry} />),
    '{subject}': () =>
      entry.user ? (
        <>
          the ban of <AuthorLink item={entry.user} className={styles.target} />
        </>
      ) : (
        filled['{content}']()
      ),
    '{image}': () => <Image entry={entry} />,
    '{user}': () => (entry.user ? <AuthorLink item={entry.user} className={styles.target} /> : 'someone'),
    '{community}': () =>
      showsCommunity && entry.community ? (
        <>
          the community <Community name={entry.community.name} />
        </>
      ) : (
        'the community'
      ),
    '{until}': () => entry.details.expiresAt && ` until ${formatDate(new Date(entry.details.expiresAt))}`,
    '{activity}': () => activityFrom(entry.details.kind),
    '{from}': () => entry.details.kind && banKindWords[entry.details.kind],
    '{changed}': () => entry.details.changed?.length && `: ${settingNames(entry.details.changed)}`,
    '{badge}': () => entry.details.badgeType,
    '{formerName}': () => entry.details.formerName,
    '{newName}': () => entry.details.newName,
    '{address}': () => (entry.details.address ? shortUrl(entry.details.address) : 'all addresses'),
    '{request}': () => entry.details.communityName,
    '{applicant}': () => entry.details.applicant,
    '{removed}': () => removedText(entry.details),
    '{accounts}': () => accountsText(entry.details.noAccounts ?? 0),
    '{backup}': () => entry.details.backupName,
  }
  const isPlaceholder = (part: string): part is keyof typeof filled => part in filled
  return partsOf(wordings[entry.action]).map((part) => (
    <Fragment key={part}>{isPlaceholder(part) ? filled[part]() || null : part}</Fragment>
  ))
}

/** How much a ban removed; empty for entries that do not say it. */
function removedText({ noPosts, noComments }: LogRowProps['entry']['details']): string {
  if (noPosts === undefined || noComments === undefined) return ''
  return `: ${noPosts} ${noPosts === 1 ? 'post' : 'posts'} and ${noComments} ${noComments === 1 ? 'comment' : 'comments'}`
}

/** The kind of a ban, before its community; empty for taking part, and for a suspension. */
const activityFrom = (kind: BanKind | undefined) =>
  (kind === 'posting' || kind === 'commenting') && `${banKindWords[kind]} in `

const Community = ({ name }: { name: string }) => (
  <Link href={`/${name}`} className={styles.target}>
    {name}
  </Link>
)

/** The path of the entry's subject; null when it no longer exists. */
const pathOfLoggedPost = ({ post, community }: ModerationLogEntry): string | null =>
  post && community && `/${community.name}/post/${post.publicId}`

function Post({ entry }: { entry: ModerationLogEntry }) {
  const href = pathOfLoggedPost(entry)
  if (href === null) return 'a post'
  const title = entry.post?.title
  if (!title)
    return (
      <Link href={href} className={styles.target}>
        {t('a post')}
      </Link>
    )
  return (
    <>
      the post{' '}
      <Link href={href} className={styles.target}>
        <bdi>{title}</bdi>
      </Link>
    </>
  )
}

function Comment({ entry }: { entry: ModerationLogEntry }) {
  const href = pathOfLoggedPost(entry)
  if (href === null || !entry.comment) return 'a comment'
  return (
    <>
      <Link href={`${href}/${entry.comment.id}`} className={styles.target}>
        {t('a comment')}
      </Link>
      {' on '}
      <Post entry={entry} />
    </>
  )
}

/** The subject of an image: a post, a member, or the community itself. */
function Image({ entry }: { entry: ModerationLogEntry }) {
  if (entry.post)
    return (
      <>
        an image of <Post entry={entry} />
      </>
    )
  if (!entry.user) return 'a picture of the community'
  return (
    <>
      an image of <AuthorLink item={entry.user} className={styles.target} />
    </>
  )
}
