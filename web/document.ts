import { accentThemes } from '../contract/accent.ts'
import { escapeMarkup, scriptSafe } from '../contract/escapeMarkup.ts'
import { honeypotPath } from '../contract/honeypot.ts'
import { type Language, languages } from '../contract/languages.ts'
import type { Announcement, FormSecrets, PageAssets, Site } from '../contract/pages.ts'
import { formPath } from '../contract/plainForms.ts'
import { inLanguage } from '../contract/texts/language.ts'
import { t } from '../contract/texts/t.ts'
import { backOnlineDelayMs } from './device/connectivity.ts'
import { preloadedFontUrl } from './styles/fonts.ts'
import { earlyInputScript } from './ui/forms/earlyInput.ts'

/**
 * Runs before the first paint: sets the preferences of this device as attributes for the style sheets, so that nothing
 * flashes. Storage may be disabled, which must not stop it.
 */
export const deviceScript = `(function(d,s,t,p){d.theme=matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light";try{s=localStorage;t=s.getItem("theme");if(t)d.theme=t;if(s.getItem("announcement")==d.announcement)delete d.announcement;p=JSON.parse(s.getItem("preferences"))||{};if(p.theme)d.theme=p.theme;if(p.text_size)d.textSize=p.text_size;if(p.font=="system")d.font="system";if(p.feed_layout=="compact")d.feedLayout="compact";if((sessionStorage.getItem("feed place")||"").indexOf((history.state||0).key+" ")==0)d.returning=""}catch(e){}})(document.documentElement.dataset)`

/** Hides an announcement that was closed on this device or has ended, before the first paint, so that nothing shifts. */
export const announcementScript = `(function(e,a,u,b){function c(){delete e.dataset.announcement}b=a.lastChild;b.hidden=false;b.onclick=function(){try{localStorage.setItem("announcement",e.dataset.announcement)}catch(e){}c();(document.getElementById("main")||e).focus()};u=a.dataset.end-Date.now();if(u<2e9)setTimeout(c,u)})(document.documentElement,document.getElementById("announcement"))`

/** Reloads the offline page once the connection has been back for a while. */
export const offlineScript = `addEventListener("online",function(){setTimeout(function(){location.reload()},${backOnlineDelayMs})})`

/** Adds buttons that copy the commands on the API documentation page, where the browser has a clipboard. */
export const copyScript = `navigator.clipboard&&document.querySelectorAll("[data-copy]").forEach(function(p,_,__,b){b=document.createElement("button");b.type="button";b.textContent="Copy";b.onclick=function(){navigator.clipboard.writeText(p.firstChild.textContent).then(function(){b.textContent="Copied"})};p.append(b)})`

/** With scripts, pressing a button never sends the form that it belongs to without them. */
export const startScript = `${earlyInputScript};addEventListener("submit",function(e){if(e.target.id=="act")e.preventDefault()})`

const hiddenFields = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`)
    .join('')

/**
 * The forms to which buttons (`act`) and the box for a comment (`write`) belong where scripts do not run: see server/features/forms.
 * They are outside the application, so that nothing of a session gets into markup that viewers share. Guests, who share whole
 * pages, are led to the login.
 *
 * @param address path and query of the page, which is shown again afterwards.
 */
export const plainForms = (secrets: FormSecrets | null, address: string): string =>
  secrets
    ? `<form id="act" method="post" action="${formPath('act')}" hidden>${hiddenFields({ token: secrets.token, back: address })}</form>` +
      `<form id="write" method="post" action="${formPath('comment')}" hidden>${hiddenFields({ ...secrets })}</form>`
    : `<form id="act" action="/login" hidden>${hiddenFields({ next: address })}</form>${honeypotLink}`

/** Hidden, so it is neither visible, focusable nor announced: whatever follows it is a program that does not obey robots.txt. */
const honeypotLink = `<a href="${honeypotPath}" rel="nofollow" hidden></a>`

const originalThemeColors = { light: '#ffffff', dark: '#171c19' }

/** The theme colours, which systems use around the page, as for the address bar. */
const themeColors = ({ look }: Site) =>
  accentThemes
    .map(
      (theme) =>
        `<meta name="theme-color" content="${(look?.accent?.themeColors ?? originalThemeColors)[theme]}" media="(prefers-color-scheme: ${theme})">`,
    )
    .join('')

const iconLinks = ({ logo }: Site) =>
  logo
    ? `<link rel="icon" href="${logo.path}favicon.png" type="image/png"><link rel="apple-touch-icon" href="${logo.path}apple-touch-icon.png">`
    : '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">'

/** Not part of the application, so pages without an announcement do not pay for it, and it can be read without scripts. */
const announcementMarkup = ({ kind, html, endsAt }: Announcement) =>
  `<aside id="announcement" aria-label="${escapeMarkup(t('Announcement'))}" data-kind="${kind}"${
    endsAt === null ? '' : ` data-end="${endsAt}"`
  }><div class="md">${html}</div><button type="button" aria-label="${escapeMarkup(t('Close announcement'))}" hidden>×</button></aside><script>${announcementScript}</script>`

interface Document {
  language: Language
  site: Site
  assets: PageAssets
  /** The metadata and the page, as rendered by React. */
  rendered: Rendered
  /** The JSON of the state for hydration; null for a page without hydration. */
  state: string | null
  /** Structured data, from `structuredDataMarkup`. */
  facts?: string
  /** From `plainForms`. */
  forms?: string
  /** An inline script that the content security policy allows. */
  script?: string
}

/** The output of React. */
export interface Rendered {
  /** Elements for the head. */
  readonly head: string
  readonly page: string
}

/** Splits the output of React: everything before the page belongs into the head. */
export function splitHead(rendered: string): { head: string; page: string } {
  const start = rendered.indexOf('<div id="page"')
  return { head: rendered.slice(0, start), page: rendered.slice(start) }
}

/** Structured data as JSON-LD. */
export const structuredDataMarkup = (facts: object | null): string =>
  facts ? `<script type="application/ld+json">${scriptSafe(JSON.stringify(facts))}</script>` : ''

const stylesheetLink = (href: string) => `<link rel="stylesheet" href="${escapeMarkup(href)}">`

/** The elements for these files; every page of a kind has the same. */
function linksTo(assets: PageAssets): { styles: string; scripts: string } {
  const known = knownLinks.get(assets)
  if (known) return known
  const preloads = assets.preloads
    .map((href) => `<link rel="modulepreload" href="${escapeMarkup(href)}" fetchpriority="low">`)
    .join('')
  const made = {
    styles: assets.styles.map(stylesheetLink).join(''),
    scripts: `<script>${startScript}</script><script type="module" src="${escapeMarkup(assets.entry)}" fetchpriority="low"></script>${preloads}`,
  }
  knownLinks.set(assets, made)
  return made
}

/** As the Open Graph protocol names it. */
const localeOf = (language: Language) => (language === 'en' ? 'en_US' : language)

const knownLinks = new WeakMap<PageAssets, { styles: string; scripts: string }>()

/**
 * The whole HTML document around a rendered page. Scripts have low priority: the page can be read without them, so on
 * slow connections styles and text come first.
 */
export function htmlDocument({
  language,
  site,
  assets,
  rendered,
  state,
  facts = '',
  forms = '',
  script,
}: Document): string {
  const { accent, announcement } = site.look ?? {}
  const { styles, scripts } = linksTo(assets)
  const accentStyle = accent ? stylesheetLink(accent.stylesheet) : ''
  return `<!doctype html><html lang="${language}"${languages[language].direction === 'rtl' ? ' dir="rtl"' : ''}${announcement ? ` data-announcement="${announcement.key}"` : ''}><head>${assets.headStart ?? ''}<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><script>${deviceScript}</script><link rel="preload" href="${escapeMarkup(preloadedFontUrl)}" as="font" type="font/woff2" crossorigin>${styles}${accentStyle}${state ? scripts : ''}${iconLinks(site)}<link rel="manifest" href="/manifest.json">${themeColors(site)}<meta name="application-name" content="${escapeMarkup(site.name)}"><meta property="og:locale" content="${localeOf(language)}">${rendered.head}</head><body>${announcement ? inLanguage(language, () => announcementMarkup(announcement)) : ''}<div id="root">${rendered.page}</div>${forms}${facts}${state ? `<script type="application/json" id="state">${state}</script>` : ''}${script ? `<script>${script}</script>` : ''}</body></html>`
}
