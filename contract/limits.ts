/**
 * The constants of the specification that browser and server share, named with their units. Each is an export of its
 * own, so that a page's bundle contains only those it uses.
 */
export * as limits from './limitValues.ts'
