import { expect, it } from 'vitest'
import { picturesOfCsv } from './pictureList.ts'

const hash = '0123456789abcdef'
const other = 'ffffffff00000000'

it.each([
  [
    'as sites export it',
    `\ufeffhash,note\r\n${hash},"Spam, ""cheap"" watches; again"\r\n${other},\r\n`,
    [
      { hash, note: 'Spam, "cheap" watches; again' },
      { hash: other, note: '' },
    ],
  ],
  [
    'with a formula',
    `${hash},'=1+1\r\n${other},"'-2, two"\r\n`,
    [
      { hash, note: '=1+1' },
      { hash: other, note: '-2, two' },
    ],
  ],
  ["with notes that begin with '", `${hash},'quoted'\r\n`, [{ hash, note: "'quoted'" }]],
  ['with a note of two lines', `${hash},"One\r\n${other},two"\r\n`, [{ hash, note: `One\r\n${other},two` }]],
  ['without notes', '0123456789ABCDEF\n', [{ hash, note: '' }]],
  [
    'with other separators',
    ` ${hash};One \n"${other}"\tTwo`,
    [
      { hash, note: 'One' },
      { hash: other, note: 'Two' },
    ],
  ],
  ['with more columns', `${hash},"One",two\n`, [{ hash, note: '"One",two' }]],
  ['of something else', 'name,age\nheron,3\n', []],
])('a file %s', (_, csv, pictures) => {
  expect(picturesOfCsv(csv)).toEqual(pictures)
})
