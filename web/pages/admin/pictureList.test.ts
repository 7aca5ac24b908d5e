import { expect, it } from 'vitest'
import { csvOfPictures, picturesOfCsv } from './pictureList.ts'

it('a list of pictures is imported as it was exported', () => {
  const pictures = [
    { hash: '0123456789abcdef', note: 'Spam, "cheap" watches; again' },
    { hash: 'ffffffff00000000', note: '' },
  ]
  expect(picturesOfCsv(csvOfPictures(pictures))).toEqual(pictures)
})

it.each([
  ['without notes', '0123456789ABCDEF\n', [{ hash: '0123456789abcdef', note: '' }]],
  ['with other separators', '0123456789abcdef;One\n', [{ hash: '0123456789abcdef', note: 'One' }]],
  ['of something else', 'name,age\nheron,3\n', []],
])('a file %s', (_, csv, pictures) => {
  expect(picturesOfCsv(csv)).toEqual(pictures)
})
