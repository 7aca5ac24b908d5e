import type { SettingValues } from '../../../contract/siteSettings.ts'
import { type Config, ownHosts } from '../../config.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import type { Viewer } from '../sessions/viewer.ts'

/**
 * The format of texts in an answer. `source`: the Markdown, for clients of the API. `html`: rendered, for our own pages.
 * `excerpt`: the beginning of a post as plain text, for the feeds on our own pages.
 */
export type BodyFormat = 'source' | 'html' | 'excerpt'

/** How items are serialized. It has no viewer, so no viewer state can get into them. */
export interface SharedView {
  /** Derives the ids that stand for deleted authors. */
  readonly ghostKey: Buffer
  /** Links to this host stay inside. */
  readonly siteHosts: readonly string[]
  readonly format: BodyFormat
  /** Whether search engines may follow the links of members. */
  readonly followsLinks: boolean
  /** The site has no downvotes. */
  readonly downvotesOff?: boolean
}

/** Everything that an item depends on besides its rows; part of the cache key. */
export const sharedKey = ({ format, followsLinks, downvotesOff }: SharedView): string =>
  `${format}${followsLinks ? ' followed' : ''}${downvotesOff ? ' without downvotes' : ''}`

/** The viewer and the format of an answer. */
export interface ViewAs<Who extends Viewer | null = Viewer | null> extends SharedView {
  readonly viewer: Who
}

export const viewAs = <Who extends Viewer | null>(
  {
    viewer,
    secrets,
    config,
    settings,
  }: {
    viewer: Who
    secrets: Secrets
    config: Config
    settings: Pick<SettingValues, 'nofollowLinks' | 'downvotes'>
  },
  format: BodyFormat,
): ViewAs<Who> => ({
  viewer,
  ghostKey: secrets.ghost,
  siteHosts: ownHosts(config),
  format,
  followsLinks: !settings.nofollowLinks,
  downvotesOff: !settings.downvotes,
})

/** Our own pages send `render=page`. */
export const requestedFormat = (query: { render?: string } | undefined): BodyFormat =>
  query?.render === 'page' ? 'html' : 'source'

/** Posts in a feed: our own pages show only the beginning of each. */
export const asExcerpts = (to: ViewAs): ViewAs => (to.format === 'html' ? { ...to, format: 'excerpt' } : to)

/** The view without a viewer: no votes, no mutes, nothing private. */
export const asGuest = (to: SharedView): ViewAs<null> => ({ ...to, viewer: null })
