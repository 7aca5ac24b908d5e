const nines = (digits: number) => '9'.repeat(digits)

/** Ids and numbers at and beyond every limit: of JavaScript, of bigint, and of an id on the wire, which has 24 digits. */
export const oddNumbers = [
  ...[15, 17, 18, 19, 20, 23, 24, 25, 40].map(nines),
  ...['1', '3', '6'].map((kind) => `${kind}${nines(23)}`),
  '-1',
  `-${nines(18)}`,
  `-${nines(24)}`,
  '1.5',
  '1e3',
  '1e21',
]
const besideOne = oddNumbers.flatMap((odd) => [
  [odd, '1'],
  ['1', odd],
])

/** Cursors of every form that a call answers with. */
export const oddCursors = [
  ...oddNumbers,
  ...besideOne.map(([key, id]) => `${key}.${id}`),
  ...oddNumbers.flatMap((odd) => [`${odd}.1.1`, `1.1.${odd}`]),
  ...besideOne.map(([key, id]) => Buffer.from(`1.${key}.${id}`).toString('base64url')),
  ...besideOne.map(([key, id]) => Buffer.from(`${key}.1.${id}`).toString('hex')),
]
