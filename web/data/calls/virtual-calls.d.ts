declare module 'virtual:calls' {
  const addresses: Readonly<Record<import('../../../contract/endpoints/index.ts').EndpointName, string>>
  export default addresses
}
