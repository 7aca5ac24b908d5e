import { useContext, useEffect } from 'react'
import { InitialContext } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { useShownPage } from '../../router/page.ts'
import { LinkPreview, type PreviewImage } from './LinkPreview.tsx'

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
  image?: PreviewImage | null
  /** When a page that is an article was written. */
  publishedAt?: string
}

/** The metadata of a page for browsers, search engines and link previews. React moves it into the head. */
export function Head({ title, description, canonicalPath, noindex, hasFeed, image, publishedAt }: HeadProps) {
  const site = useContext(SiteContext)
  const { path } = useShownPage()
  useEffect(() => forgetLinkPreview, [])
  const newCount = useContext(InitialContext)?.user?.notificationsNewCount ?? 0
  const fullTitle = title ? `${title} · ${site.name}` : site.name
  const url = site.origin + (canonicalPath ?? path)
  return (
    <>
      <title>{newCount > 0 ? `(${newCount}) ${fullTitle}` : fullTitle}</title>
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      {hasFeed && !noindex && (
        <link rel="alternate" type="application/atom+xml" href={`${path === '/' ? '/all' : path}.atom`} />
      )}
      {import.meta.env.SSR && (
        <LinkPreview
          site={site}
          title={title ?? site.name}
          text={description?.trim() || site.description}
          url={url}
          image={image ?? null}
          publishedAt={publishedAt ?? null}
        />
      )}
    </>
  )
}

/** The page from the server has the description and the preview of its own address only. */
function forgetLinkPreview() {
  for (const tag of document.head.querySelectorAll('[property],[name=description]')) tag.remove()
}
