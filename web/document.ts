import { escapeMarkup } from '../contract/escapeMarkup.ts'
import type { PageAssets, Site } from '../contract/pages.ts'
import { backOnlineDelayMs } from './device/connectivity.ts'
import { preloadedFontUrl } from './styles/fonts.ts'

/**
 * Runs before anything is painted: what this device prefers becomes attributes that the style sheets look at, so that
 * nothing flashes. Storage may be switched off, which must not stop it.
 */
export const deviceScript = `(function(d,s,t,p){d.theme=matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light";try{s=localStorage;t=s.getItem("theme");if(t)d.theme=t;p=JSON.parse(s.getItem("preferences"))||{};if(p.font=="system")d.font="system";if(p.feed_layout=="compact")d.feedLayout="compact"}catch(e){}})(document.documentElement.dataset)`

/** After the offline page has been seen, the page that was wanted comes by itself once there is a connection for so long. */
export const offlineScript = `addEventListener("online",function(){setTimeout(function(){location.reload()},${backOnlineDelayMs})})`

/** Gives the commands on the page about the API a button that copies them, where there is a clipboard. */
export const copyScript = `navigator.clipboard&&document.querySelectorAll("[data-copy]").forEach(function(p,_,__,b){b=document.createElement("button");b.type="button";b.textContent="Copy";b.onclick=function(){navigator.clipboard.writeText(p.firstChild.textContent).then(function(){b.textContent="Copied"})};p.append(b)})`

/** What systems paint around the page: the colours of the bar at its top. */
const themeColors = ['light', 'dark']
  .map(
    (theme) =>
      `<meta name="theme-color" content="${theme === 'dark' ? '#171c19' : '#ffffff'}" media="(prefers-color-scheme: ${theme})">`,
  )
  .join('')

interface Document {
  site: Site
  assets: PageAssets
  /** Title and the like, then the page; as React gives them. */
  rendered: string
  /** What the browser goes on from; null for a page that stays as it is. */
  state: object | null
  /** What the page says about itself to search engines, as JSON-LD; null where it says nothing. */
  facts: object | null
  /** One of the scripts that the content security policy lets in. */
  script?: string
}

/** Where the page begins; everything that React puts before it belongs into the head. */
const startOfPage = (rendered: string) => rendered.indexOf('<div id="page"')
export const headOf = (rendered: string) => rendered.slice(0, startOfPage(rendered))

/**
 * The whole HTML document around a rendered page. Its program has low priority: the page can be read without, so what makes it
 * readable comes first where there is not room for both.
 */
export function htmlDocument({ site, assets, rendered, state, facts, script }: Document): string {
  const start = startOfPage(rendered)
  const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${escapeMarkup(href)}">`).join('')
  const preloads = assets.preloads
    .map((href) => `<link rel="modulepreload" href="${escapeMarkup(href)}" fetchpriority="low">`)
    .join('')
  return `<!doctype html><html lang="en"><head>${assets.headStart ?? ''}<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><script>${deviceScript}</script><link rel="preload" href="${escapeMarkup(preloadedFontUrl)}" as="font" type="font/woff2" crossorigin>${styles}${
    state
      ? `<script type="module" src="${escapeMarkup(assets.entry)}" fetchpriority="low"></script>${preloads}`
      : ''
  }<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.json">${themeColors}<meta name="application-name" content="${escapeMarkup(site.name)}">${rendered.slice(0, start)}</head><body><div id="root">${rendered.slice(start)}</div>${facts ? `<script type="application/ld+json">${scriptSafe(facts)}</script>` : ''}${
    state ? `<script type="application/json" id="state">${scriptSafe(state)}</script>` : ''
  }${script ? `<script>${script}</script>` : ''}</body></html>`
}

/** Inside a script element only `<` can do harm. */
const scriptSafe = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')
