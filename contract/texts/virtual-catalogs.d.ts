declare module 'virtual:catalogs' {
  /** The translations of each language, by the English message. */
  export const catalogs: Readonly<Record<string, Readonly<Record<string, import('./pieces.ts').Message>>>>
}
