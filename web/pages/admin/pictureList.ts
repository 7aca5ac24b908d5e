import type { BlockedPicture } from '../../../contract/entities/blockedPicture.ts'

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** A list of pictures as CSV, which other sites can import. */
export const csvOfPictures = (pictures: readonly Pick<BlockedPicture, 'hash' | 'note'>[]): string =>
  ['hash,note', ...pictures.map(({ hash, note }) => `${hash},${quoted(note)}`), ''].join('\r\n')

/** The pictures in a CSV file; lines that do not begin with a hash are skipped, such as the header. */
export const picturesOfCsv = (csv: string): { hash: string; note: string }[] =>
  csv.split(/\r?\n/).flatMap((line) => {
    const [, hash, note = ''] = /^"?([0-9a-f]{16})"?(?:[,;\t](.*))?$/i.exec(line.trim()) ?? []
    if (hash === undefined) return []
    const [, inner] = /^"(.*)"$/.exec(note) ?? []
    return [{ hash: hash.toLowerCase(), note: inner === undefined ? note : inner.replaceAll('""', '"') }]
  })
