import { Parser } from 'htmlparser2'
import { charsetIn } from './encoding.ts'

/** A picture that a page offers as its preview. */
export interface OfferedPicture {
  readonly url: string
  /** In pixels, as declared; null if not. */
  width: number | null
  height: number | null
}

/** What the markup of a page says, as written there. */
export interface Markup {
  title: string
  ogTitle: string | null
  twitterTitle: string | null
  readonly ogImages: OfferedPicture[]
  readonly twitterImages: OfferedPicture[]
  readonly linkedImages: OfferedPicture[]
  base: string | null
  /** The content of `<meta http-equiv="refresh">`. */
  refresh: string | null
  charset: string | null
  language: string | null
  /** The name of the root element. */
  root: string | null
  isHeadRead: boolean
}

/** Their content is not part of the page, or is no HTML: `<title>` there is not the title of the page. */
const inert = new Set([
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'svg',
  'template',
  'textarea',
  'xmp',
])

/** The others end the head, also where a page leaves out the tags around it (HTML standard, "the in head insertion mode"). */
const ofHead = new Set([
  'base',
  'basefont',
  'bgsound',
  'head',
  'html',
  'link',
  'meta',
  'noframes',
  'noscript',
  'script',
  'style',
  'template',
  'title',
])

type Attributes = Record<string, string>

/** Parses HTML that comes in pieces. Malformed HTML gives what could be parsed. */
export function createMarkupParser() {
  const markup: Markup = {
    title: '',
    ogTitle: null,
    twitterTitle: null,
    ogImages: [],
    twitterImages: [],
    linkedImages: [],
    base: null,
    refresh: null,
    charset: null,
    language: null,
    root: null,
    isHeadRead: false,
  }
  let inertDepth = 0
  let titles = 0
  let isInTitle = false
  const parser = new Parser({
    onopentag(tag, attributes) {
      const name = tag.replace(/^\w+:/, '')
      markup.root ??= name
      if (name === 'html') markup.language ??= attributes.lang ?? attributes['xml:lang'] ?? null
      if (inertDepth === 0 && !ofHead.has(name)) markup.isHeadRead = true
      if (inert.has(name)) inertDepth += 1
      if (inertDepth > 0) return
      if (name === 'title') {
        titles += 1
        isInTitle = titles === 1
      }
      if (name === 'meta') readMeta(markup, attributes)
      if (name === 'base') markup.base ??= attributes.href ?? null
      if (name === 'link' && attributes.href && wordsOf(attributes.rel).includes('image_src'))
        markup.linkedImages.push(pictureAt(attributes.href))
    },
    ontext(text) {
      if (isInTitle) markup.title += text
    },
    onclosetag(tag) {
      const name = tag.replace(/^\w+:/, '')
      if (name === 'title') isInTitle = false
      if (name === 'head') markup.isHeadRead = true
      if (inert.has(name)) inertDepth -= 1
    },
  })
  return { markup, write: (text: string) => parser.write(text), end: () => parser.end() }
}

export function parseMarkup(html: string): Markup {
  const { markup, write, end } = createMarkupParser()
  write(html)
  end()
  return markup
}

function readMeta(markup: Markup, { property, name, content = '', charset, ...others }: Attributes): void {
  const equivalent = others['http-equiv']?.trim().toLowerCase()
  markup.charset ??= charset ?? (equivalent === 'content-type' ? charsetIn(content) : null)
  if (equivalent === 'refresh') markup.refresh ??= content
  const value = content.trim()
  if (value) for (const key of [...wordsOf(property), ...wordsOf(name)]) properties[key]?.(markup, value)
}

const wordsOf = (list = ''): string[] => list.toLowerCase().split(/\s+/).filter(Boolean)

const pictureAt = (url: string): OfferedPicture => ({ url, width: null, height: null })

const addOgImage = (markup: Markup, url: string) => {
  markup.ogImages.push(pictureAt(url))
}

const addTwitterImage = (markup: Markup, url: string) => {
  markup.twitterImages.push(pictureAt(url))
}

/** The width or height is of the picture before it. */
const setOgSize = (side: 'width' | 'height') => (markup: Markup, value: string) => {
  const last = markup.ogImages.at(-1)
  const pixels = Number.parseInt(value, 10)
  if (last && pixels >= 0) last[side] = pixels
}

const properties: Record<string, (markup: Markup, value: string) => void> = {
  'og:title': (markup, value) => {
    markup.ogTitle ??= value
  },
  'twitter:title': (markup, value) => {
    markup.twitterTitle ??= value
  },
  'og:image': addOgImage,
  'og:image:url': addOgImage,
  'og:image:secure_url': addOgImage,
  'og:image:width': setOgSize('width'),
  'og:image:height': setOgSize('height'),
  'twitter:image': addTwitterImage,
  'twitter:image:src': addTwitterImage,
}
