import { useContext } from 'react'
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
}

/** What the page says about itself to browsers, search engines and link previews. React moves it into the head. */
export function Head({ title, description, canonicalPath, noindex }: Head) {
  const site = useContext(SiteContext)
  const { path } = useShown()
  const fullTitle = title ? `${title} · ${site.name}` : site.name
  const address = site.origin + (canonicalPath ?? path)
  const about = description?.trim() || site.description
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={about} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title ?? site.name} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={address} />
    </>
  )
}
