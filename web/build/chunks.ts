import { basename, join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

/** The pages that guests come to read. Their first pages are kept small, and their next ones find most files loaded. */
export const readingPages = ['home/HomePage', 'community/CommunityPage', 'post/PostPage'].map(
  (page) => `pages/${page}.tsx`,
)

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/**
 * The chunks of the browser bundle. By default the bundler makes a file for each combination of pages that share code:
 * twenty small ones, each compressed separately and named in preload lists. Here one file has what every page needs, because one
 * file compresses better than several. It also has what the page of a post shares with another reading page: that page is the
 * largest, and so one file fewer. Further files have what the two others share, and what a single one needs. Other pages that use a
 * part of such a file load all of it, which costs a few kilobytes.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let pagesOf: ((id: string) => string[]) | null = null
  const group = (
    priority: number,
    nameOf: (users: string[]) => string | null,
  ): Rolldown.CodeSplittingGroup => ({
    debugName: `reading pages ${priority}`,
    priority,
    name(id, graph) {
      // The server finds the files of a page by the chunk of its module, so that must not be merged.
      if (id.endsWith('Page.tsx')) return null
      pagesOf ??= usersIn(graph)
      return nameOf(pagesOf(id).map((page) => basename(page, 'Page.tsx')))
    },
  })
  return [
    // First, because a group includes everything that its modules import.
    group(2, (users) => (users.length > 1 && users.includes('Post') ? 'every-page' : null)),
    group(1, (users) => users.join('-') || null),
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
