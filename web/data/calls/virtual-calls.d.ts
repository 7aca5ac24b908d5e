declare module 'virtual:calls/frequent' {
  const addresses: Readonly<Record<typeof import('./frequentCalls.ts').frequentCalls[number], string>>
  export default addresses
}

declare module 'virtual:calls/rare' {
  const addresses: Readonly<
    Record<
      Exclude<
        import('../../../contract/endpoints/index.ts').EndpointName,
        typeof import('./frequentCalls.ts').frequentCalls[number]
      >,
      string
    >
  >
  export default addresses
}
