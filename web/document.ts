import type { PageAssets, Site } from '../contract/pages.ts'
import { preloadedFontUrl } from './styles/fonts.ts'

/**
 * Runs before anything is painted: what this device prefers becomes attributes that the style sheets look at, so that
 * nothing flashes. Storage may be switched off, which must not stop it.
 */
export const deviceScript = `(function(d,s,t,p){d.theme=matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light";try{s=localStorage;t=s.getItem("theme");if(t)d.theme=t;p=JSON.parse(s.getItem("preferences"))||{};if(p.font=="system")d.font="system";if(p.feed_layout=="compact")d.feedLayout="compact"}catch(e){}})(document.documentElement.dataset)`

interface Document {
  site: Site
  assets: PageAssets
  /** Title and the like, then the page; as React gives them. */
  rendered: string
  /** What the browser goes on from; null for a page that stays as it is. */
  state: object | null
}

/** Marks where the page begins; everything that React puts before it belongs into the head. */
export const rootStart = '<div id="page"'

/** The whole HTML document around a rendered page. */
export function htmlDocument({ site, assets, rendered, state }: Document): string {
  const start = rendered.indexOf(rootStart)
  const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${escaped(href)}">`).join('')
  const preloads = assets.preloads
    .map((href) => `<link rel="modulepreload" href="${escaped(href)}">`)
    .join('')
  return `<!doctype html><html lang="en"><head>${assets.headStart ?? ''}<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><script>${deviceScript}</script><link rel="preload" href="${escaped(preloadedFontUrl)}" as="font" type="font/woff2" crossorigin>${styles}${
    state ? `<script type="module" src="${escaped(assets.entry)}"></script>${preloads}` : ''
  }<link rel="icon" href="/favicon.svg" type="image/svg+xml"><meta name="application-name" content="${escaped(site.name)}">${rendered.slice(0, start)}</head><body><div id="root">${rendered.slice(start)}</div>${
    state ? `<script type="application/json" id="state">${scriptSafe(state)}</script>` : ''
  }</body></html>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text as it stands in HTML, in an attribute or not. */
export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** Inside a script element only `<` can do harm. */
const scriptSafe = (state: object) => JSON.stringify(state).replaceAll('<', '\\u003c')
