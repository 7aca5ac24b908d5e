import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Fault, faults, findClockLibrary } from './faults.ts'
import { type Round, runRounds } from './run.ts'

const usage = `npm run chaos -- [--rounds N]

Lets members write while the server, PostgreSQL or both are killed, the database stalls, the disk is full and the clock
of the server jumps, and compares what is stored with what was acknowledged after each of N rounds (100 unless said). Ends
with code 1 when something is lost, stored though refused, or counted wrong. Needs Linux. The full disk is a file system in
memory that only root can mount, the clock needs the package faketime; without them these faults are omitted, with a message.`

/** A full disk of this size is filled in a moment and has room for the database. */
const diskMib = 700

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, help: { type: 'boolean' } },
})
const count = Number(values.rounds)
if (values.help || !Number.isSafeInteger(count) || count < 1) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-chaos-'))
const isMounted = mountDisk()
if (!isMounted) console.log('The disk is never full: no file system can be mounted here.')
const movesClock = findClockLibrary() !== undefined
if (!movesClock) console.log('The clock of the server is not moved: the package faketime is not installed.')
const possible = faults.filter(
  (fault) => (isMounted || fault !== 'full disk') && (movesClock || fault !== 'server clock'),
)
const rounds: Round[] = []
try {
  await runRounds({
    dataDir,
    programs: resolve('dist/server'),
    faults: Array.from({ length: count }, (_, number) => possible[number % possible.length] as Fault),
    onRound(round) {
      rounds.push(round)
      for (const problem of round.problems)
        console.error(`round ${rounds.length}, ${round.fault}: ${problem}`)
      if (rounds.length % 10 === 0) console.log(`${rounds.length} rounds`)
    },
  })
} finally {
  if (isMounted) execFileSync('umount', [dataDir])
  rmSync(dataDir, { recursive: true, force: true })
}

console.log('fault              rounds  acknowledged  unknown  problems  serves again, p50 / max')
for (const fault of possible) {
  const own = rounds.filter((round) => round.fault === fault)
  if (own.length === 0) continue
  const times = own.map(({ servesAgainMs }) => servesAgainMs).sort((a, b) => a - b)
  const seconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`
  const sum = (value: (round: Round) => number) => own.reduce((total, round) => total + value(round), 0)
  console.log(
    [
      fault.padEnd(17),
      String(own.length).padStart(7),
      String(sum(({ acknowledged }) => acknowledged)).padStart(13),
      String(sum(({ unknown }) => unknown)).padStart(8),
      String(sum(({ problems }) => problems.length)).padStart(9),
      `  ${seconds(times[times.length >> 1])} / ${seconds(times.at(-1))}`,
    ].join(' '),
  )
}
process.exitCode = rounds.length < count || rounds.some(({ problems }) => problems.length > 0) ? 1 : 0

function mountDisk(): boolean {
  if (process.geteuid?.() !== 0) return false
  try {
    const options = `size=${diskMib}m,mode=755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'folkmoot-chaos', dataDir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
