import { basename, join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

/** What guests come for: their first pages are kept light, and their next ones find most of it loaded. */
export const readingPages = ['home/HomePage', 'community/CommunityPage', 'post/PostPage'].map(
  (page) => `pages/${page}.tsx`,
)

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/**
 * How the program for the browser is divided. Left alone, the bundler makes a file of whatever the same pages share:
 * twenty small ones, each compressed for itself and named in lists of what to load. Here what every page needs is one
 * file, what all pages for reading need is another, and so is what two of them share, or what one of them needs besides
 * itself: other pages that use a part of that get the rest along with it, which is a few kilobytes.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let pagesOf: ((id: string) => string[]) | null = null
  const sharedBy = (pages: number, priority: number): Rolldown.CodeSplittingGroup => ({
    debugName: `shared by ${pages} pages`,
    priority,
    name(id, graph) {
      // The server finds the files of a page by its own.
      if (id.endsWith('Page.tsx')) return null
      pagesOf ??= usersIn(graph)
      const users = pagesOf(id)
      return users.length < pages ? null : users.map((page) => basename(page, 'Page.tsx')).join('-')
    },
  })
  return [
    { name: 'every-page', tags: ['$initial'], priority: 3 },
    // First, because a group takes along whatever its modules import.
    sharedBy(readingPages.length, 2),
    sharedBy(2, 1),
    sharedBy(1, 0),
  ]
}

/** Which of the pages for reading cannot be shown without a module. */
function usersIn(graph: Graph): (id: string) => string[] {
  const needs = new Map(
    readingPages.map((page) => [
      page,
      importsOf(normalizePath(join(import.meta.dirname, '..', page)), graph),
    ]),
  )
  return (id) => readingPages.filter((page) => needs.get(page)?.has(id))
}

/** A module and everything that it imports at once, not that which it fetches later. */
function importsOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, graph, found)
  return found
}
