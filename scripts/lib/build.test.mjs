import { expect, it } from 'vitest'
import { whyBuildFailed } from './build.mjs'
import { run } from './project.mjs'

it.each([
  ['was killed', 'process.kill(process.pid, "SIGKILL")', /^The build was killed, most likely .* memory/],
  ['failed', 'process.exit(3)', /^The build failed; the reason is above\.$/],
])('says of a build that %s what to do', async (_case, program, sentence) => {
  expect(whyBuildFailed(await run(process.execPath, ['-e', program]))).toMatch(sentence)
})
