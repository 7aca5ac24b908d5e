import { escapeMarkup } from '../contract/escapeMarkup.ts'
import { inLanguage } from '../contract/texts/language.ts'
import { t } from '../contract/texts/t.ts'
import './styles/base.css'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { ApiGuide } from '../contract/apiDocument.ts'
import type { PageAnswer, PageRequest, PlainForm, Renderer } from '../contract/pages.ts'
import { App } from './App.tsx'
import { pageQueries } from './data/pageQueries.ts'
import {
  announcementScript,
  copyScript,
  deviceScript,
  htmlDocument,
  offlineScript,
  plainForms,
  splitHead,
  startScript,
  structuredDataMarkup,
} from './document.ts'
import { Gallery } from './features/posts/gallery.ts'
import type { PageState } from './pageState.ts'
import { markupFigures, renderWithParts } from './renderWithParts.tsx'
import type { ShownPage } from './router/page.ts'
import { type ResolvedPage, resolvePage } from './router/resolvePage.ts'
import { hasRoute, knownSearch, unlistedPaths } from './router/route.ts'
import { routes } from './routes.ts'
import CrashScreen, { crashTitle } from './shell/status/CrashScreen.tsx'
import { OfflineState } from './shell/status/OfflineState.tsx'
import StatusPage from './shell/status/StatusPage.tsx'
import { stateText } from './stateText.ts'
import { structuredData } from './structuredData/structuredData.ts'

const statusOf = { page: 200, 'not-found': 404, forbidden: 403 } as const

async function render(request: PageRequest): Promise<PageAnswer> {
  const { language, site: served, api, path, search, assetsFor, forms, jsonOf, sharedOf } = request
  // The browser does not need data that only the document shows.
  const { look: _look, ...site } = served
  const queries = pageQueries(api)
  const page = await resolvePage(routes, { path, search }, queries)
  if ('to' in page) return { status: page.permanent ? 301 : 302, location: page.to }
  if (page.kind === 'failed') throw page.error
  if (page.kind === 'not-found' && request.hasMissingPage) return { status: 404, isMissing: true }
  const shown: ShownPage = { path, search, content: page, key: '', arrival: 'first' }
  const loadedAt = Date.now()
  const queryClient = queries.client()
  const { rendered, renderedAt, insert, fill } = inLanguage(language, () =>
    renderWithParts({ site, queryClient, sharedOf }, (surroundings) => (
      <App {...surroundings} first={shown} StatusPage={StatusPage} />
    )),
  )
  const state: PageState = {
    site,
    renderedAt,
    loadedAt,
    kind: page.kind,
    queries: queries.loaded(),
  }
  const initial = await queries.loadInitial()
  // Search engines come as guests.
  const facts =
    !initial.user && isForSearchEngines(rendered.head)
      ? inLanguage(language, () => structuredData(page, { path, search }, site, queryClient))
      : null
  queryClient.clear()
  return {
    status: statusOf[page.kind],
    html: fill(
      htmlDocument({
        language,
        site: served,
        assets: assetsFor(sourceOf(page), language),
        rendered,
        state: stateText(state, { jsonOf, insert }),
        facts: structuredDataMarkup(facts),
        forms: plainForms(forms, path + search),
      }),
    ),
  }
}

/** Pages with `noindex` need no structured data. User texts cannot contain this tag, because they are escaped. */
const isForSearchEngines = (head: string) => !head.includes('name="robots"')

const sourceOf = (page: ResolvedPage) => (page.kind === 'page' ? page.file.replace('./', 'web/') : null)

/** A page without hydration needs styles only. During development these are part of the scripts. */
async function renderApiDocs(
  { site, assetsFor }: Pick<PageRequest, 'site' | 'assetsFor'>,
  guide: ApiGuide,
): Promise<string> {
  // Rarely requested, so it is loaded on demand.
  const { default: ApiDocsPage } = await import('./pages/apidocs/ApiDocsPage.tsx')
  const source = 'web/pages/apidocs/ApiDocsPage.tsx'
  const assets = assetsFor(source, 'en')
  const url = escapeMarkup(`${site.origin}/api/docs`)
  const description = t('The {site} API: every call, with examples.', { site: site.name })
  const head = [
    `<title>API · ${escapeMarkup(site.name)}</title>`,
    `<meta name="description" content="${escapeMarkup(description)}"><link rel="canonical" href="${url}">`,
    ...(assets.headStart === undefined
      ? []
      : [assets.entry, `/${source}`].map((path) => `<script type="module" src="${path}"></script>`)),
  ]
  const rendered = renderToStaticMarkup(<ApiDocsPage site={site} guide={guide} />)
  return htmlDocument({
    language: 'en',
    site,
    assets,
    rendered: { head: head.join(''), page: rendered },
    state: null,
    script: copyScript,
  })
}

async function renderForm(
  { language, site, assetsFor }: Pick<PageRequest, 'language' | 'site' | 'assetsFor'>,
  page: PlainForm,
): Promise<string> {
  // Rarely requested, so it is loaded on demand.
  const { default: FormPage } = await import('./pages/forms/FormPage.tsx')
  return htmlDocument({
    language,
    site,
    assets: assetsFor('web/pages/forms/FormPage.tsx', language),
    rendered: {
      head: `<title>${escapeMarkup(`${page.title} · ${site.name}`)}</title><meta name="robots" content="noindex">`,
      page: inLanguage(language, () => renderToStaticMarkup(<FormPage site={site} page={page} />)),
    },
    state: null,
  })
}

const renderFailure: Renderer['renderFailure'] = ({ language, site, assetsFor, requestId }, reason) => {
  const isOffline = reason === 'offline'
  const name = isOffline ? t('Offline') : crashTitle()
  const title = `<title>${name} · ${escapeMarkup(site.name)}</title>`
  const texts = reason === 'unavailable' && {
    text: t("The database isn't responding. Try again in a moment."),
  }
  const { head, page } = splitHead(
    renderToString(
      <div id="page">
        {isOffline ? (
          <main>
            <OfflineState />
          </main>
        ) : (
          <CrashScreen {...texts} {...(reason === 'crashed' && { requestId })} />
        )}
      </div>,
    ),
  )
  // Browsers store this page, so it must not contain outdated data or load anything.
  const { look, ...plain } = site
  return htmlDocument({
    language,
    site: isOffline || !look ? plain : { ...plain, look },
    assets: assetsFor(null, language),
    rendered: { head: title + head, page },
    state: null,
    ...(isOffline && { script: offlineScript }),
  })
}

await Gallery.prefetch()

export const renderer: Renderer = {
  knownSearch: (url) => knownSearch(routes, url),
  isPage: (path) => hasRoute(routes, path),
  render,
  renderApiDocs,
  renderForm,
  renderFailure: (request, reason) => inLanguage(request.language, () => renderFailure(request, reason)),
  markupFigures,
  unlistedPaths: () => unlistedPaths(routes),
  inlineScripts: [deviceScript, startScript, offlineScript, copyScript, announcementScript],
}
