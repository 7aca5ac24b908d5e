/**
 * Every business constant of the specification, named with its unit. Each is an export of its own, so that a page
 * carries only those that it looks at.
 */
export * as limits from './limitValues.ts'
