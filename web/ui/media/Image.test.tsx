import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Image } from './Image.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { picture } from './testPicture.ts'

const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8')

const show = (facts: Parameters<typeof picture>[0], eager = false) =>
  renderToString(<Image image={picture(facts)} height="feed" eager={eager} />)

describe('a picture of a post', () => {
  it('[CORE-9-017] offers its whole copies by width, with a hint of how wide it is shown', () => {
    const html = show({ width: 4000, height: 3000 })
    expect(html).toContain('sizes="(max-width: 768px) 358px, 647px"')
    const [, srcSet = ''] = /srcSet="([^"]+)"/.exec(html) ?? []
    expect(srcSet.split(', ').map((copy) => copy.replace(/^.*size=(\S+)/, '$1'))).toEqual([
      '720x1440 720w',
      '1080x2160 1080w',
      '2160x4320 2160w',
    ])
  })

  it('reserves its space with its aspect ratio and average colour, without a style attribute', () => {
    const html = show({ width: 400, height: 300, averageColor: 'rgb(1,2,3)' })
    expect(html).toContain('viewBox="0 0 400 300" width="400"')
    expect(html).toContain('<rect width="400" height="300" fill="rgb(1,2,3)">')
    expect(html).not.toContain('style=')
  })

  it.each(['light', 'dark', 'any'] as const)(
    'that is seen on %s ground has it where the theme hides it',
    (ground) => {
      const html = show({ width: 400, height: 300, ground })
      expect(html).toContain(`<rect width="400" height="300" fill="var(--ground-${ground})">`)
      expect(tokens).toContain(`--ground-${ground}: `)
    },
  )

  it('narrower than its box names one copy, so that it is not enlarged', () => {
    const html = show({ width: 400, height: 300 })
    expect(html).not.toContain('srcSet')
    expect(html).toContain('src="/images/0123.jpeg?fit=contain')
  })

  it('[CORE-5-050] without copies is the original', () => {
    expect(show({ copies: [] })).toContain('src="/images/0123.jpeg?sig=x"')
  })

  it('has its alt text, or says that there is none', () => {
    expect(show({ altText: 'A heron & a pond' })).toContain('alt="A heron &amp; a pond"')
    expect(show({ altText: '  ' })).toContain('alt="Image without a description"')
  })

  it('is fetched when it comes near, or at once where it is the first of the page', () => {
    expect(show({})).toContain('loading="lazy"')
    expect(show({}, true)).toContain('loading="eager"')
  })
})

describe('a thumbnail', () => {
  const cover = (name: string) => ({
    name,
    width: 1,
    height: 1,
    boxWidth: 1,
    boxHeight: 1,
    objectFit: 'cover' as const,
    format: 'jpeg' as const,
    url: `/images/${name}`,
  })
  const preview = picture({ copies: ['tiny', 'desktop', 'mobile'].map(cover) })

  it('[CORE-5-049] of what a post links to is the desktop copy, up to 768 px the mobile one', () => {
    const html = renderToString(<Thumbnail image={preview} size="preview" />)
    expect(html).toContain('<source media="(max-width: 768px)" srcSet="/images/mobile"/>')
    expect(html).toContain('src="/images/desktop"')
  })

  it('[CORE-5-049] of a compact row is the tiny copy', () => {
    const html = renderToString(<Thumbnail image={picture()} size="tiny" />)
    expect(html).toContain('size=120x120')
    expect(html).not.toContain('<source')
  })

  it('[CORE-5-050] without its copy is the original', () => {
    const html = renderToString(
      <Thumbnail image={{ ...preview, copies: [cover('mobile')] }} size="preview" />,
    )
    expect(html).toContain('src="/images/0123.jpeg?sig=x"')
    expect(html).not.toContain('<source')
  })
})
