import { parseArgs } from 'node:util'
import { type Fault, faults, type Round, runGrowth } from './run.ts'

const usage = `npm run growth -- [--rounds N] [--seed S] [--fault NAME]

Starts a forum on many machines on this one: PostgreSQL with two standbys, one of them delayed by five seconds, PgBouncer, HAProxy and
Valkey where they are installed, a store for images, three servers with two workers each. Members and moderators act through the
balancer while one part after the other is killed, N in all (${faults.length} unless said, each once), or always the one that is named:
${faults.join(', ')}. Ends with code 1 when an acknowledged write is lost, an answer is wrong, or members cannot write again within ten seconds. Needs Linux.`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: String(faults.length) },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    fault: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const count = Number(values.rounds)
const seed = Number(values.seed)
const only = faults.filter((fault) => values.fault === undefined || fault === values.fault)
if (
  values.help ||
  !Number.isSafeInteger(count) ||
  count < 1 ||
  !Number.isSafeInteger(seed) ||
  only.length === 0
) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const chosen = Array.from({ length: count }, (_, number) => only[number % only.length] as Fault)
const rounds: Round[] = []
try {
  await runGrowth({
    root: process.cwd(),
    servers: 3,
    faults: chosen,
    seed,
    bounds: { writesAgainMs: 10_000, everywhereMs: 1000, eventMs: 5000 },
    onStart: ({ missing }) => {
      console.log(`seed ${seed}${missing.length > 0 ? `; not installed: ${missing.join(', ')}` : ''}`)
    },
    onRound(round) {
      rounds.push(round)
      for (const problem of round.problems)
        console.error(`round ${rounds.length}, ${round.fault}: ${problem}`)
      console.log(
        `round ${rounds.length}: ${round.fault}, writing again after ${seconds(round.writesAgainMs)}`,
      )
    },
  })
} catch (error) {
  console.error(error)
  process.exitCode = 1
}

const columns = [
  'fault',
  'rounds',
  'acknowledged',
  'unknown',
  'failed reads',
  'problems',
  'writing again, p50 / max',
  'everywhere, max',
]
const lines = faults.flatMap((fault) => {
  const own = rounds.filter((round) => round.fault === fault)
  if (own.length === 0) return []
  const sum = (value: (round: Round) => number) => own.reduce((total, round) => total + value(round), 0)
  const times = own.map(({ writesAgainMs }) => writesAgainMs).sort((a, b) => a - b)
  return [
    [
      fault,
      own.length,
      sum(({ acknowledged }) => acknowledged),
      sum(({ unknown }) => unknown),
      sum(({ failedReads }) => failedReads),
      sum(({ problems }) => problems.length),
      `${seconds(times[times.length >> 1])} / ${seconds(times.at(-1))}`,
      seconds(Math.max(...own.map(({ everywhereMs }) => everywhereMs))),
    ],
  ]
})
for (const line of [columns, columns.map((_, at) => (at === 0 ? '---' : '--:')), ...lines])
  console.log(`| ${line.join(' | ')} |`)
if (rounds.some(({ problems }) => problems.length > 0)) process.exitCode = 1

function seconds(ms = 0): string {
  return `${(ms / 1000).toFixed(1)} s`
}
