import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { changeSettings } from '../support/access.ts'
import { type Forum, startForum } from '../support/forum.ts'
import { readHtml, textOf } from '../support/html.ts'

const origin = 'https://forum.example'
const pages = {
  '/about': 'About Folkmoot',
  '/guidelines': 'Guidelines',
  '/moderator-guidelines': 'Moderator guidelines',
  '/terms': 'Terms',
  '/privacy-policy': 'Privacy policy',
  '/markdown_guide': 'Markdown guide',
  '/markdown-guide': 'Markdown guide',
}

let forum: Forum
let app: FastifyInstance

beforeAll(async () => {
  forum = await startForum({ SITE_URL: origin })
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

describe('the static pages', () => {
  // [CORE-2-024] [CORE-2-025] [CORE-2-026] [CORE-2-027] [CORE-2-028] [CORE-2-029] [ACC-2-090]
  it.each(Object.entries(pages))('are readable without JavaScript: %s', async (address, title) => {
    const answer = await app.inject(address)
    expect(answer.statusCode).toBe(200)
    const page = readHtml(answer.body)
    expect(page.all('h1').map(textOf)).toEqual([title])
    expect(page.all('title').map(textOf)).toContain(`${title} · Folkmoot`)
    expect(page.all('link', { rel: 'canonical' })[0]?.attribs.href).toBe(
      origin + address.replace('markdown-guide', 'markdown_guide'),
    )
    expect(page.all('meta', { name: 'description' })[0]?.attribs.content).toMatch(/^\w.{40,}/)
    expect(page.all('h2', {}, page.all('main')[0]).length).toBeGreaterThan(2)
  })

  it('the Contact page says who runs the site and how to reach them, which the footer then links to', async () => {
    const admin = await forum.member('contact_admin', { isAdmin: true })
    const read = async () => readHtml((await app.inject('/contact-us')).body)
    const textIn = (page: Awaited<ReturnType<typeof read>>) => page.all('article').map(textOf).join()
    const contactLinks = (page: Awaited<ReturnType<typeof read>>) =>
      page.all('a', { href: '/contact-us' }, page.all('footer')[0]).length
    const silent = await read()
    expect(textIn(silent)).toContain("haven't published contact details yet")
    expect(silent.all('h2', {}, silent.all('main')[0])).toEqual([])
    expect(contactLinks(silent)).toBe(0)
    await changeSettings(admin, {
      providerName: 'Moss *Society*',
      providerAddress: 'Road 1\n10000 Town',
      authoritiesEmail: 'law@forum.example',
      contactLanguages: ['English', 'Deutsch'],
      dataProtectionOfficer: 'Ada\nRoad 2',
    })
    await expect.poll(async () => contactLinks(await read())).toBe(1)
    const page = await read()
    const said = textIn(page)
    for (const fact of [
      'Moss *Society*',
      'Road 1',
      '10000 Town',
      'English, Deutsch',
      'Data protection officer',
    ])
      expect(said).toContain(fact)
    expect(page.all('a', { href: 'mailto:law@forum.example' })).toHaveLength(1)
    expect(said).not.toMatch(/Legal representative|About the site, your|haven't published/)
  })

  // [CORE-0-001] [CORE-1-016] [CORE-1-017] [CORE-1-018] [CORE-1-019] [CORE-1-020] [ACC-2-086] [ACC-2-087]
  // [ACC-2-088] [ACC-2-089]
  it('the About page describes the site', async () => {
    const communities = ['DiscoApp', 'Diskette', 'DiscuitMeta', 'DiscuitSuggestions']
    for (const name of communities) await forum.community(name)
    const admin = await forum.member('about_admin', { isAdmin: true })
    expect((await app.inject('/about')).body).not.toMatch(/non-profit|Donat|donation/)
    await changeSettings(admin, { donationFunded: true, donationUrl: 'https://give.example/' })
    const page = readHtml((await app.inject('/about')).body)
    const [about] = page.all('main')
    for (const fact of [
      'a non-profit, open-source community discussion forum in the style of a link aggr',
      'No ads, no tracking.',
      'Funded by donations.',
      'Not federated.',
      'No native video.',
      'can be installed as an app',
    ])
      expect(textOf(about)).toContain(fact)
    expect(page.all('a', { href: 'https://give.example/' }, about).map(textOf)).toEqual(['Donate'])
    for (const name of communities)
      expect(page.all('a', { href: `/${name}` }, about).map(textOf)).toEqual([`/${name}`])
  })
})
