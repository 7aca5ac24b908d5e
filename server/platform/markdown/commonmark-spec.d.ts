declare module 'commonmark-spec' {
  /** The examples of the specification in order; tabs are written as arrows, →. */
  export const tests: { markdown: string; html: string; section: string; number: number }[]
}
