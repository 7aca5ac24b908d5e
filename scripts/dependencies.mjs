/**
 * Checks what a site runs: the licences in package-lock.json, and known vulnerabilities as `npm audit` knows them. An
 * unreachable registry is reported but is not a failure, so that the checks pass without a network.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assessAudit, unknownLicences } from './lib/dependencies.mjs'
import { root, runForOutput } from './lib/project.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const licences = unknownLicences(lock.packages)
for (const { name, licence } of licences)
  console.error(
    `${name} has the licence "${licence}", which is not among those that AGPL-3.0 may be combined with.`,
  )

const audit = assessAudit(await runForOutput('npm', ['audit', '--omit=dev', '--json'], { timeoutMs: 60_000 }))
for (const line of audit.problems) console.error(line)
console.log(audit.remark)
process.exitCode = licences.length + audit.problems.length > 0 ? 1 : 0
