/**
 * Constants that browser and server share, or that the descriptions of calls mention. Constants of one side are defined
 * there. Each is an export of its own, so that a page's bundle contains only those it uses.
 */
export * as limits from './limitValues.ts'
