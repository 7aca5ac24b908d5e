import type { Site } from '../../../contract/pages.ts'

export interface PreviewImage {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly altText?: string | null
}

interface LinkPreviewProps {
  site: Site
  title: string
  text: string
  /** The canonical address of the page. */
  url: string
  /** The logo by default. */
  image: PreviewImage | null
  /** When a page that is an article was written. */
  publishedAt: string | null
}

/** With an opaque background: some previews paint transparent pixels black. */
const logo = { url: 'icon-maskable-512.png', width: 512, height: 512 }

/**
 * What search engines and other programs show of a link to the page, as Open Graph and Twitter name it. They ask the server for the page, so nothing of
 * this is in the scripts of pages.
 */
export function LinkPreview({ site, title, text, url, image, publishedAt }: LinkPreviewProps) {
  const shown: PreviewImage = image ?? { ...logo, url: (site.logo?.path ?? '/') + logo.url }
  return (
    <>
      <meta name="description" content={text} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={publishedAt ? 'article' : 'website'} />
      {publishedAt && <meta property="article:published_time" content={publishedAt} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.origin + shown.url} />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      <meta property="og:image:alt" content={shown.altText || title} />
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}
