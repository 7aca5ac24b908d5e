import './styles/base.css'
import { dehydrate } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { ApiGuide } from '../contract/apiDocument.ts'
import type { PageAnswer, PageRequest, Renderer } from '../contract/pages.ts'
import { App } from './App.tsx'
import { createQueryClient } from './data/api.ts'
import { copyScript, deviceScript, escaped, headOf, htmlDocument, offlineScript } from './document.ts'
import { standstill } from './navigation.ts'
import type { PageState } from './pageState.ts'
import { OfflineState } from './pages/status/OfflineState.tsx'
import { fullPatience, resolveView, type View } from './resolveView.ts'
import { CrashScreen } from './shell/Crash.tsx'
import { structuredData } from './structuredData/structuredData.ts'

const statusOf = { page: 200, 'not-found': 404, forbidden: 403 } as const

async function render(request: PageRequest): Promise<PageAnswer> {
  const { site, api, path, search, assetsFor } = request
  const queryClient = createQueryClient(api)
  const view = await resolveView({ path, search }, queryClient, fullPatience)
  if ('to' in view) return { status: view.permanent ? 301 : 302, location: view.to }
  if (view.kind === 'failed') throw view.error
  const renderedAt = Date.now()
  const rendered = renderToString(
    <App
      site={site}
      queryClient={queryClient}
      renderedAt={renderedAt}
      first={{ path, search, view, key: '', arrival: 'first' }}
      navigator={standstill}
    />,
  )
  const state: PageState = { site, renderedAt, kind: view.kind, queries: dehydrate(queryClient) }
  const facts = isForSearchEngines(rendered)
    ? structuredData(view, { path, search }, site, queryClient)
    : null
  queryClient.clear()
  return {
    status: statusOf[view.kind],
    html: htmlDocument({ site, assets: assetsFor(sourceOf(view)), rendered, state, facts }),
  }
}

/** A page that is not to be found has nothing to say to those who search. Its texts cannot look like this: they are escaped. */
const isForSearchEngines = (rendered: string) => !headOf(rendered).includes('name="robots"')

const sourceOf = (view: View) => (view.kind === 'page' ? view.file.replace('./', 'web/') : null)

/** A page that no program takes over: it needs styles alone, which come with the programs while they are developed. */
async function renderApiDocs(
  { site, assetsFor }: Pick<PageRequest, 'site' | 'assetsFor'>,
  guide: ApiGuide,
): Promise<string> {
  // Few ask for it.
  const { default: ApiDocsPage } = await import('./pages/apidocs/ApiDocsPage.tsx')
  const source = 'web/pages/apidocs/ApiDocsPage.tsx'
  const assets = assetsFor(source)
  const address = escaped(`${site.origin}/api/docs`)
  const description = `How programs talk with ${site.name}: every call of its API, with examples.`
  const head = [
    `<title>API · ${escaped(site.name)}</title>`,
    `<meta name="description" content="${escaped(description)}"><link rel="canonical" href="${address}">`,
    ...(assets.headStart === undefined
      ? []
      : [assets.entry, `/${source}`].map((path) => `<script type="module" src="${path}"></script>`)),
  ]
  const rendered = renderToStaticMarkup(<ApiDocsPage site={site} guide={guide} />)
  return htmlDocument({
    site,
    assets,
    rendered: head.join('') + rendered,
    state: null,
    facts: null,
    script: copyScript,
  })
}

export const renderer: Renderer = {
  render,
  renderApiDocs,
  renderFailure({ site, assetsFor }, reason) {
    const isOffline = reason === 'offline'
    const title = `<title>${isOffline ? 'Offline' : 'Something went wrong'} · ${escaped(site.name)}</title>`
    const rendered = renderToString(
      <div id="page">
        {isOffline ? (
          <main>
            <OfflineState />
          </main>
        ) : (
          <CrashScreen
            text={
              reason === 'unavailable' ? 'The database does not answer. Please try again in a moment.' : ''
            }
          />
        )}
      </div>,
    )
    return htmlDocument({
      site,
      assets: assetsFor(null),
      rendered: title + rendered,
      state: null,
      facts: null,
      ...(isOffline && { script: offlineScript }),
    })
  },
  inlineScripts: [deviceScript, offlineScript, copyScript],
}
