import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { fieldsOf } from '../../../contract/objects.ts'

/*
 * The pages of an archive: plain HTML without scripts, which can be read offline. All texts are escaped; what members wrote is shown
 * as its Markdown source.
 */

type Site = URL | null | undefined

export const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
article { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent) }
h2 { margin: 0 0 0.5rem; font-size: 1.1rem }
pre { margin: 0 0 0.5rem; font: inherit; white-space: pre-wrap }
img { max-width: 100%; height: auto }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0; font-size: 0.9rem }
dt { opacity: 0.7 }
dd { margin: 0 }
nav { display: flex; gap: 1rem; margin: 1rem 0 }
`

/** `postVotes` as "Post votes". */
const inWords = (name: string): string => {
  const words = name.replace(/[A-Z]+/g, (part) => ` ${part.length > 1 ? part : part.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function document(title: string, { root }: { root: string }, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'self' file:">
<title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="${root}style.css">
</head>
<body>
${body}
</body>
</html>
`
}

/** The first page: the account, and links to all others. */
export function indexPage({
  account,
  counts,
  site,
}: {
  account: unknown
  counts: Readonly<Record<string, number>>
  site: Site
}): string {
  const fields = fieldsOf(account)
  const title = typeof fields.username === 'string' ? `@${fields.username}` : 'Archive'
  const links = Object.entries(counts).map(([name, count]) =>
    count === 0
      ? `<li>${inWords(name)}: none</li>`
      : `<li><a href="pages/${name}-1.html">${inWords(name)}</a>: ${count}</li>`,
  )
  return document(
    title,
    { root: '' },
    `<h1>${escapeMarkup(title)}</h1>
${site ? `<p>Everything that ${link(site, site.host)} has about this account.</p>` : ''}
<p>The same for programs: <a href="data.json">data.json</a></p>
${itemMarkup(fields, { site, root: '' })}
<h2>Contents</h2>
<ul>
${links.join('\n')}
</ul>`,
  )
}

/** One page of a section, with some of its items. */
export function sectionPage({
  name,
  page,
  isLast,
  items,
  site,
}: {
  name: string
  /** From 1. */
  page: number
  isLast: boolean
  items: readonly unknown[]
  site: Site
}): string {
  const title = page === 1 ? inWords(name) : `${inWords(name)}, page ${page}`
  const nav = `<nav><a href="../index.html">Contents</a>
${page > 1 ? `<a href="${name}-${page - 1}.html" rel="prev">Previous page</a>` : ''}
${isLast ? '' : `<a href="${name}-${page + 1}.html" rel="next">Next page</a>`}</nav>`
  return document(
    title,
    { root: '../' },
    `<h1>${escapeMarkup(title)}</h1>
${nav}
${items.map((item) => itemMarkup(fieldsOf(item), { site, root: '../' })).join('\n')}
${nav}`,
  )
}

const link = (url: URL | string, text: string) =>
  `<a href="${escapeMarkup(String(url))}" rel="noreferrer">${escapeMarkup(text)}</a>`

/** Fields that are shown as a text of their own. */
const longTexts: ReadonlySet<string> = new Set(['body', 'text', 'aboutMe', 'note', 'description', 'answer'])

interface Place {
  readonly site: Site
  /** Leads to the folder of `index.html`. */
  readonly root: string
}

/** A heading, texts and pictures, and all other fields as a list. */
function itemMarkup(item: Readonly<Record<string, unknown>>, place: Place): string {
  const { title, ...others } = item
  const entries = Object.entries(others).filter(([, value]) => value !== null && value !== '')
  const isText = ([name, value]: [string, unknown]) => longTexts.has(name) && typeof value === 'string'
  return `<article>
${typeof title === 'string' ? `<h2>${escapeMarkup(title)}</h2>` : ''}
${entries
  .filter(isText)
  .map(([, value]) => `<pre>${escapeMarkup(String(value))}</pre>`)
  .join('\n')}
<dl>
${entries
  .filter((entry) => !isText(entry))
  .map(
    ([name, value]) =>
      `<dt>${escapeMarkup(inWords(name))}</dt><dd>${valueMarkup(name, value, item, place)}</dd>`,
  )
  .join('\n')}
</dl>
</article>`
}

function valueMarkup(
  name: string,
  value: unknown,
  item: Readonly<Record<string, unknown>>,
  { site, root }: Place,
): string {
  if (Array.isArray(value)) return value.map((one) => valueMarkup(name, one, item, { site, root })).join(' ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([key, one]) => `${escapeMarkup(inWords(key))}: ${valueMarkup(key, one, item, { site, root })}`)
      .join('<br>')
  const text = String(value)
  const picture = /^\/images\/(\d+)\.(\w+)\?sig=/.exec(text)
  if (picture)
    return `<img src="${root}pictures/${picture[1]}.${picture[2]}" alt="${escapeMarkup(altOf(item))}" loading="lazy">`
  const path = site && pathOf(name, text, item)
  return path ? link(new URL(path, site), text) : escapeMarkup(text)
}

const altOf = ({ altText }: Readonly<Record<string, unknown>>): string =>
  typeof altText === 'string' ? altText : ''

/** The path on the site of what a field names; null for others. */
function pathOf(name: string, text: string, { community }: Readonly<Record<string, unknown>>): string | null {
  if (name === 'username') return `/@${encodeURIComponent(text)}`
  if (name === 'community') return `/${encodeURIComponent(text)}`
  if ((name === 'publicId' || name === 'post') && typeof community === 'string')
    return `/${encodeURIComponent(community)}/post/${encodeURIComponent(text)}`
  return null
}
