import { expect, test } from './support/test.ts'

test.describe('a test fails', () => {
  test('when hydration does not match the HTML of the server', async ({ page, watched }) => {
    await page.route('/communities', async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace('>Communities</h1>', '>Something else</h1>')
      await route.fulfill({ response: answer, body: html })
    })
    await page.goto('/communities')
    await expect.poll(watched.problems).toEqual([expect.stringMatching(/^uncaught: .*#418/)])
    watched.forgive(/#418/)
  })

  test('when a page throws, writes to the console or violates the content security policy', async ({
    page,
    watched,
  }) => {
    await page.goto('/communities')
    await page.evaluate(() => {
      console.warn('a warning')
      console.error('an error')
      setTimeout(() => {
        throw new Error('an accident')
      })
    })
    await expect
      .poll(watched.problems)
      .toEqual([
        expect.stringContaining('a warning'),
        expect.stringContaining('an error'),
        'uncaught: an accident',
      ])
    watched.forgive(/a warning|an error|an accident/)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.src = 'https://elsewhere.invalid/script.js'
      document.body.append(script)
    })
    await expect
      .poll(watched.problems)
      .toContainEqual(expect.stringContaining('content security policy: script-src-elem'))
    watched.forgive(/elsewhere\.invalid/)
  })

  test('when a page contacts another host', async ({ page, watched }) => {
    await page.route('/communities', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<img src="https://elsewhere.invalid/dot.png">' }),
    )
    await page.goto('/communities')
    await expect.poll(watched.problems).toContainEqual('foreign: https://elsewhere.invalid/dot.png')
    watched.forgive(/elsewhere\.invalid|ERR_/)
  })
})
