import { scriptSafe } from '../../../contract/escapeMarkup.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import type { Viewer } from '../sessions/viewer.ts'

/**
 * The format of texts in an answer. `source`: the Markdown, for clients of the API. `html`: rendered, for our own pages.
 * `excerpt`: the beginning of a post as plain text, for the feeds on our own pages.
 */
export type BodyFormat = 'source' | 'html' | 'excerpt'

/** How something is serialized that is the same for everybody. There is no viewer in it, so none of theirs can get into it. */
export interface SharedView {
  /** Derives the ids that stand for deleted authors. */
  readonly ghostKey: Buffer
  /** Links to this host stay inside. */
  readonly siteHost: string | undefined
  readonly format: BodyFormat
  /** Whether search engines may follow the links of members. */
  readonly followsLinks: boolean
}

/** What the form of a shared part depends on besides the rows behind it: parts of different keys are different. */
export const sharedKey = ({ format, followsLinks }: SharedView): string =>
  followsLinks ? `${format} followed` : format

/** For whom an answer is serialized, and in which format. */
export interface ViewAs<Who extends Viewer | null = Viewer | null> extends SharedView {
  readonly viewer: Who
}

export const viewAs = <Who extends Viewer | null>(
  {
    viewer,
    secrets,
    config,
    settings,
  }: { viewer: Who; secrets: Secrets; config: Config; settings: Pick<SettingValues, 'nofollowLinks'> },
  format: BodyFormat,
): ViewAs<Who> => ({
  viewer,
  ghostKey: secrets.ghost,
  siteHost: config.siteUrl?.host,
  format,
  followsLinks: !settings.nofollowLinks,
})

/** Our own pages ask with `render=page`. */
export const requestedFormat = (query: { render?: string } | undefined): BodyFormat =>
  query?.render === 'page' ? 'html' : 'source'

/** Posts in a feed: our own pages show only the beginning of each. */
export const asExcerpts = (to: ViewAs): ViewAs => (to.format === 'html' ? { ...to, format: 'excerpt' } : to)

/** JSON as it is sent: for our own pages it also stands in script elements, where it is put as it is. */
export const textForPages = (json: string, { format }: SharedView): string =>
  format === 'source' ? json : scriptSafe(json)

/** Without anything that belongs to the viewer: their votes and mutes, and what only they may see. */
export const asGuest = (to: SharedView): ViewAs<null> => ({ ...to, viewer: null })
