import { useContext } from 'react'
import { InitialContext } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { useShownPage } from '../../router/page.ts'

interface HeadProps {
  /** Without the name of the site; omitted on the front page. */
  title?: string
  /** One or two sentences, for search engines and link previews. */
  description?: string | null
  /** The canonical path, when it differs from the requested one. */
  canonicalPath?: string
  noindex?: boolean
  /** Whether the page has an Atom feed. */
  hasFeed?: boolean
  /** The picture of link previews, as a path of this site; the logo by default. */
  image?: HeadImage | null
  /** When a page that is an article was written. */
  publishedAt?: string
}

interface HeadImage {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly altText?: string | null
}

/** With an opaque background: some previews paint transparent pixels black. */
const logo = { url: 'icon-maskable-512.png', width: 512, height: 512 }

/** The metadata of a page for browsers, search engines and link previews. React moves it into the head. */
export function Head({ title, description, canonicalPath, noindex, hasFeed, image, publishedAt }: HeadProps) {
  const site = useContext(SiteContext)
  const { path } = useShownPage()
  const newCount = useContext(InitialContext)?.user?.notificationsNewCount ?? 0
  const fullTitle = title ? `${title} · ${site.name}` : site.name
  const url = site.origin + (canonicalPath ?? path)
  const shown: HeadImage = image ?? { ...logo, url: (site.logo?.path ?? '/') + logo.url }
  const about = description?.trim() || site.description
  return (
    <>
      <title>{newCount > 0 ? `(${newCount}) ${fullTitle}` : fullTitle}</title>
      <meta name="description" content={about} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      {hasFeed && !noindex && (
        <link rel="alternate" type="application/atom+xml" href={`${path === '/' ? '/all' : path}.atom`} />
      )}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={publishedAt ? 'article' : 'website'} />
      {publishedAt && <meta property="article:published_time" content={publishedAt} />}
      <meta property="og:title" content={title ?? site.name} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.origin + shown.url} />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      <meta property="og:image:alt" content={shown.altText || fullTitle} />
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}
