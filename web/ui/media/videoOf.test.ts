import { describe, expect, it } from 'vitest'
import { videoOf } from './videoOf.ts'

const id = 'dQw4w9WgXcQ'
const list = 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'
const embed = `https://www.youtube-nocookie.com/embed/${id}`

// [CORE-2-123]
describe('a link to a video', () => {
  it.each([
    [`https://www.youtube.com/watch?v=${id}`, embed],
    [`http://youtube.com/watch?feature=shared&v=${id}`, embed],
    [`https://m.youtube.com/watch?v=${id}`, embed],
    [`https://music.youtube.com/watch?v=${id}&si=x`, embed],
    [`https://WWW.YouTube.com/watch/?v=${id}`, embed],
    [`https://youtu.be/${id}?si=tracking`, embed],
    [`https://www.youtube.com/live/${id}?feature=share`, embed],
    [`https://www.youtube.com/shorts/${id}/`, embed],
    [`https://www.youtube.com/embed/${id}`, embed],
    [`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`, embed],
    [`https://www.youtube.com/watch?v=${id}&list=${list}`, `${embed}?list=${list}`],
    [
      `https://www.youtube.com/playlist?list=${list}`,
      `https://www.youtube-nocookie.com/embed/videoseries?list=${list}`,
    ],
    [`https://www.youtube.com/watch?v=${id}&list=WL`, embed],
  ])('%s leads to the embed that sets no cookies', (address, embedded) => {
    expect(videoOf(address)).toBe(embedded)
  })

  it.each([
    ['t=90', 90],
    ['t=90s', 90],
    ['start=90', 90],
    ['t=1h2m3s', 3723],
    ['t=2m', 120],
    ['t=1h', 3600],
  ])('starts where %s says', (start, seconds) => {
    expect(videoOf(`https://youtu.be/${id}?${start}`)).toBe(`${embed}?start=${seconds}`)
    expect(videoOf(`https://www.youtube.com/watch?v=${id}&${start}`)).toBe(`${embed}?start=${seconds}`)
  })

  it('starts where the part behind the hash says', () => {
    expect(videoOf(`https://youtu.be/${id}#t=90`)).toBe(`${embed}?start=90`)
  })

  it.each(['t=', 't=soon', 't=-5', 't=1e3', 't=99999999999'])('starts at the beginning for %s', (start) => {
    expect(videoOf(`https://youtu.be/${id}?${start}`)).toBe(embed)
  })
})

describe('what only looks like a video', () => {
  it.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${id}x`,
    `https://www.youtube.com/watch?v=${id.slice(0, -1)}%22`,
    `https://www.youtube.com/embed/..%2F..%2Fevil`,
    'https://www.youtube.com/playlist?list=WL',
    'https://www.youtube.com/playlist?list="><script>alert(1)</script>',
    `https://youtu.be/playlist?list=${list}`,
    `https://evil.example/playlist?list=${list}`,
    `https://evil.example/watch?v=${id}`,
    `https://youtube.com.evil.example/watch?v=${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    `https://youtube.com@evil.example/watch?v=${id}`,
    `https://someone:secret@youtube.com/watch?v=${id}`,
    `https://youtube.com:8080/watch?v=${id}`,
    `https://evil.example/?u=https://youtube.com/watch?v=${id}`,
    `https://evil.example#youtube.com/watch?v=${id}`,
    `https://youtubе.com/watch?v=${id}`,
    `javascript:alert(1)//youtube.com/watch?v=${id}`,
    `ftp://youtube.com/watch?v=${id}`,
    `//youtube.com/watch?v=${id}`,
    'youtube.com',
    '',
  ])('%s is an ordinary link', (address) => {
    expect(videoOf(address)).toBeNull()
  })
})
