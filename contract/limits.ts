/**
 * Constants that browser and server share, or that the descriptions of calls name; with their units. What only one side
 * reads is defined there. Each is an export of its own, so that a page's bundle contains only those it uses.
 */
export * as limits from './limitValues.ts'
