/** The texts of a document, and the elements and attributes in it that our pages never contain. */
export interface Inspected {
  /** One line each; none means that no member's text has become an element, an attribute or an active URL. */
  readonly strangers: string[]
  readonly heading: string | undefined
  /** The alt texts of its pictures. */
  readonly descriptions: string[]
  /** The contents of the `meta` elements of the head, by name; repeated names have a list. */
  readonly metas: Record<string, string | string[]>
  /** The embedded state of the page, as parsed JSON. */
  readonly state: unknown
  /** The structured data, as parsed JSON. */
  readonly facts: unknown
}

/**
 * Runs in a browser, so it is self-contained: parses the server's pages with the browser's own parser, which runs no
 * scripts; null stands for the current document.
 */
export async function inspect(addresses: readonly string[] | null): Promise<Inspected[]> {
  const own = location.origin
  const forbidden =
    'iframe, frame, frameset, object, embed, applet, base, portal, math, style, template, noembed, marquee, plaintext, xmp, meta[http-equiv], [srcdoc], [ping], [background], [manifest], [formaction]'
  const acting = ['href', 'src', 'action', 'data', 'poster', 'xlink:href']
  /** The beginnings of our inline scripts: the theme, and the one that keeps input typed before the page is hydrated. */
  const ours = ['(function(d,s,t,p){', 'earlyInput=new Map;']
  const harmless = ['http:', 'https:', 'mailto:', 'xmpp:', 'irc:', 'ircs:']
  const loading =
    'img, script, source, video, audio, track, input, link:not([rel=canonical]), use, image, form'

  const isStrange = (element: Element, { name, value }: Attr) => {
    if (/^on/i.test(name)) return true
    if (name === 'style') return /url|expression/i.test(value)
    if (name === 'srcset') return value.split(', ').some((candidate) => !candidate.startsWith('/images/'))
    if (!acting.includes(name)) return false
    if (!URL.canParse(value, own)) return true
    const { protocol, origin } = new URL(value, own)
    return !harmless.includes(protocol) || (element.matches(loading) && origin !== own)
  }

  const inspectOne = (root: Document): Inspected => {
    const strangers = [...root.querySelectorAll(forbidden)].map(({ outerHTML }) => outerHTML.slice(0, 100))
    for (const element of root.querySelectorAll('*'))
      for (const attribute of element.attributes)
        if (isStrange(element, attribute))
          strangers.push(`<${element.localName} ${attribute.name}="${attribute.value.slice(0, 100)}">`)
    let state: unknown = null
    let facts: unknown = null
    for (const script of root.querySelectorAll('script'))
      if (script.id === 'state' && script.type === 'application/json') state = JSON.parse(script.text)
      else if (script.type === 'application/ld+json') facts = JSON.parse(script.text)
      else if (!script.src && !ours.some((start) => script.text.startsWith(start)))
        strangers.push(script.outerHTML.slice(0, 100))
    const metas: Record<string, string | string[]> = {}
    for (const meta of root.querySelectorAll('meta')) {
      const name = meta.getAttribute('property') ?? meta.name
      const before = metas[name]
      metas[name] = before === undefined ? meta.content : [before, meta.content].flat()
    }
    const heading = root.querySelector('h1')?.textContent ?? undefined
    const descriptions = [...root.querySelectorAll('img')].map(({ alt }) => alt)
    return { strangers, heading, descriptions, metas, state, facts }
  }

  if (!addresses) return [inspectOne(document)]
  const found: Inspected[] = []
  for (const address of addresses) {
    const html = await (await fetch(address)).text()
    found.push(inspectOne(new DOMParser().parseFromString(html, 'text/html')))
  }
  return found
}
