import { useContext } from 'react'
import { InitialContext } from '../data/initial.ts'
import { useShown } from '../navigation.ts'
import { SiteContext } from './site.ts'

interface Head {
  /** Without the name of the site; leave it out on the front page. */
  title?: string
  /** One or two sentences, for search engines and link previews. */
  description?: string | null
  /** The path under which the page is to be found, when that is not the one asked for. */
  canonicalPath?: string
  noindex?: boolean
  /** Whether feed readers can subscribe to what it shows. */
  hasFeed?: boolean
  /** What link previews show, the logo unless told; its address is a path of ours. */
  image?: HeadImage | null
}

interface HeadImage {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly altText: string | null
}

/** On a ground of its own: some previews paint what is transparent black. */
const logo: HeadImage = { url: '/icon-maskable-512.png', width: 512, height: 512, altText: null }

/** What the page says about itself to browsers, search engines and link previews. React moves it into the head. */
export function Head({ title, description, canonicalPath, noindex, hasFeed, image }: Head) {
  const site = useContext(SiteContext)
  const { path } = useShown()
  const newCount = useContext(InitialContext)?.user?.notificationsNewCount ?? 0
  const fullTitle = title ? `${title} · ${site.name}` : site.name
  const address = site.origin + (canonicalPath ?? path)
  const shown = image ?? logo
  const about = description?.trim() || site.description
  return (
    <>
      <title>{newCount > 0 ? `(${newCount}) ${fullTitle}` : fullTitle}</title>
      <meta name="description" content={about} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      {hasFeed && !noindex && (
        <link rel="alternate" type="application/atom+xml" href={`${path === '/' ? '/all' : path}.atom`} />
      )}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title ?? site.name} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={site.origin + shown.url} />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      {shown.altText && <meta property="og:image:alt" content={shown.altText} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}
