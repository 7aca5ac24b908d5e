/**
 * Details of a test that is one of several with the same proof: only the representative is part of `npm test`, all are
 * of `npm run test:long`.
 */
export const longUnless = (isRepresentative: boolean) => (isRepresentative ? {} : { tag: '@long' })
