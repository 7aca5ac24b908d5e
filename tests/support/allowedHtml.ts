/** Every element rendered Markdown may contain, with the allowed values of each of its attributes. */
const elements: Record<string, Record<string, RegExp>> = {
  p: { dir: /^(?:ltr|rtl)$/, class: /^md-heading md-heading-[1-6]$/ },
  strong: {},
  em: {},
  s: {},
  br: {},
  hr: {},
  blockquote: { dir: /^(?:ltr|rtl)$/ },
  ul: { dir: /^(?:ltr|rtl)$/ },
  ol: { dir: /^(?:ltr|rtl)$/, start: /^\d{1,9}$/, class: /^md-footnotes$/ },
  li: { dir: /^(?:ltr|rtl)$/, class: /^md-task$/, id: /^fn-(?:\w+-)?[\w-]{10}-\d{1,3}$/ },
  input: {
    type: /^checkbox$/,
    disabled: /^$/,
    checked: /^$/,
    'aria-label': /^(?:Not done|Done|Show spoiler)$/,
  },
  label: { class: /^md-spoiler$/ },
  span: { class: /^md-(?:keyword|name|string|number|comment|deleted)$/ },
  sup: {},
  details: { dir: /^(?:ltr|rtl)$/, class: /^md-spoiler$/ },
  summary: {},
  pre: { dir: /^(?:ltr|rtl)$/, tabindex: /^0$/ },
  code: { dir: /^(?:ltr|rtl)$/, class: /^language-[\w+#.-]{1,32}$/ },
  div: { class: /^md-table$/, tabindex: /^0$/, role: /^group$/, 'aria-label': /^Table$/ },
  table: { dir: /^(?:ltr|rtl)$/ },
  thead: {},
  tbody: {},
  tr: {},
  th: { dir: /^(?:ltr|rtl)$/, class: /^md-(?:left|center|right)$/ },
  td: { dir: /^(?:ltr|rtl)$/, class: /^md-(?:left|center|right)$/ },
  a: {
    dir: /^(?:ltr|rtl)$/,
    href: /^(?:https?:\/\/[^/?#]|ircs?:\/\/[^/?#]|mailto:|xmpp:|(?!\/\/)[^:/?#]*(?:[/?#]|$))/i,
    id: /^fnref-(?:\w+-)?[\w-]{10}-\d{1,3}-\d{1,3}$/,
    'aria-label': /^(?:Footnote \d{1,3}|Back to the text)$/,
    title: /^/,
    rel: /^(?:nofollow ugc noreferrer noopener|noopener)$/,
    referrerpolicy: /^no-referrer$/,
    target: /^_blank$/,
    'data-internal': /^$/,
  },
}

const elementsWithoutEnd = new Set(['br', 'hr', 'input'])
const piece = /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>|([^<>]+)/y

/**
 * Parses HTML much more strictly than a browser would and lists what is not allowed in rendered Markdown; an empty list
 * means that a browser, too, can find nothing but the elements, attributes and URLs that we generate.
 */
export function forbiddenIn(html: string): string[] {
  const complaints: string[] = []
  const open: string[] = []
  for (let position = 0; position < html.length; position = piece.lastIndex) {
    piece.lastIndex = position
    const found = piece.exec(html)
    if (!found) return [...complaints, `neither tag nor text: ${html.slice(position, position + 60)}`]
    const [, slash, name = '', attributes = '', text] = found
    if (text !== undefined) complaints.push(...strayCharacters(text))
    else if (slash) {
      if (open.pop() !== name || attributes) complaints.push(`</${name}> closes nothing`)
    } else {
      complaints.push(...forbiddenInTag(name, attributes))
      if (name === 'a' && open.includes('a')) complaints.push('a link in a link')
      if (name === 'label' && open.includes('label')) complaints.push('a label in a label')
      if (!elementsWithoutEnd.has(name)) open.push(name)
    }
  }
  return [...complaints, ...open.map((name) => `<${name}> is never closed`)]
}

function forbiddenInTag(name: string, attributes: string): string[] {
  const allowed = Object.hasOwn(elements, name) ? elements[name] : undefined
  if (!allowed) return [`<${name}>`]
  const given = new Map<string, string>()
  const complaints: string[] = []
  for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
    complaints.push(...strayCharacters(value))
    if (given.has(attribute)) complaints.push(`${attribute} twice`)
    given.set(attribute, decoded(value))
    const pattern = Object.hasOwn(allowed, attribute) ? allowed[attribute] : undefined
    if (!pattern?.test(decoded(value))) complaints.push(`<${name} ${attribute}="${value}">`)
  }
  return name === 'a' ? [...complaints, ...carelessLink(given)] : complaints
}

/** An external link must not send a referrer, and no URL may contain characters that browsers remove or convert. */
function carelessLink(attributes: Map<string, string>): string[] {
  const href = attributes.get('href')
  if (href === undefined) return ['a link without address']
  if (!/^[\x21-\x5b\x5d-\x7e]*$/.test(href)) return [`an address with strange characters: ${href}`]
  const isElsewhere = /^[a-z]+:/i.test(href)
  const isCareful = attributes.get('rel')?.startsWith('nofollow') && attributes.has('referrerpolicy')
  return isElsewhere && !isCareful ? [`a careless link to ${href}`] : []
}

function strayCharacters(text: string): string[] {
  if (text.includes('\0')) return ['a null character']
  return /&(?!(?:amp|lt|gt|quot);)/.test(text) ? [`an unescaped ampersand: ${text.slice(0, 60)}`] : []
}

function decoded(value: string): string {
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
