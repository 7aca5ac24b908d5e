import { basename, join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

/** The pages that guests come to read. Their first pages are kept small, and their next ones find most files loaded. */
export const readingPages = ['home/HomePage', 'community/CommunityPage', 'post/PostPage'].map(
  (page) => `pages/${page}.tsx`,
)

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/**
 * The chunks of the browser bundle. By default the bundler makes a file for each combination of pages that share code:
 * twenty small ones, each compressed separately and named in preload lists. Here one file has what every page and all
 * reading pages need, because one file compresses better than several, and further files have what two reading pages or a
 * single one need. Other pages that use a part of such a file load all of it, which costs a few kilobytes.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let pagesOf: ((id: string) => string[]) | null = null
  const sharedBy = (pages: number, priority: number, name?: string): Rolldown.CodeSplittingGroup => ({
    debugName: `shared by ${pages} pages`,
    priority,
    name(id, graph) {
      // The server finds the files of a page by the chunk of its module, so that must not be merged.
      if (id.endsWith('Page.tsx')) return null
      pagesOf ??= usersIn(graph)
      const users = pagesOf(id)
      // Styles of two pages are part of every page, because a style sheet comes with a script of its own, which may be empty.
      const least = id.endsWith('.css') ? Math.min(pages, 2) : pages
      return users.length < least ? null : (name ?? users.map((page) => basename(page, 'Page.tsx')).join('-'))
    },
  })
  return [
    // First, because a group includes everything that its modules import.
    sharedBy(readingPages.length, 3, 'every-page'),
    sharedBy(2, 2),
    sharedBy(1, 1),
    // With the call, so that what its answer changes does not have to be fetched after it.
    { name: 'api', test: /\/web\/data\/(?:browserApi|.*\/cached\w+)\.ts$/, priority: 0 },
    // One name in the preload lists of the first page; forms and settings would otherwise share three files.
    { name: 'drafts', test: /\/web\/(?:features\/drafts\/|device\/draftRevisions)/, priority: 0 },
  ]
}

const sourceFile = (path: string) => normalizePath(join(import.meta.dirname, '..', path))

/** The reading pages that need a module: which import it, directly or indirectly, or whose entry point does. */
function usersIn(graph: Graph): (id: string) => string[] {
  const initial = importsOf(sourceFile('entry-browser.tsx'), graph)
  const needs = new Map(readingPages.map((page) => [page, importsOf(sourceFile(page), graph)]))
  return (id) => readingPages.filter((page) => initial.has(id) || needs.get(page)?.has(id))
}

/** A module and its static imports, without dynamic ones. */
function importsOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, graph, found)
  return found
}
