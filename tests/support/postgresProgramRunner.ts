import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
// Below node_modules, so that it finds the packages it imports.
const outDir = `${root}node_modules/.cache/folkmoot-tests`

/** Builds a program that plain Node can run, and returns its path. */
export async function buildPostgresProgram(): Promise<string> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: 'tests/support/postgresProgram.ts',
      outDir,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: `postgres-program-${process.pid}.mjs` } },
    },
  })
  return `${outDir}/postgres-program-${process.pid}.mjs`
}

export type PostgresProgram = {
  process: ChildProcess
  /** Resolves with its next message. */
  heard(): Promise<unknown>
  /** Sends a request and resolves with the answer. */
  tell(line: string): Promise<unknown>
  killed(): Promise<void>
  ended(): Promise<void>
}

/** Starts the program in a process group of its own, as a terminal would. */
export function startPostgresProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): PostgresProgram {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exit = once(child, 'exit')
  const heard = async () => {
    const { value, done } = await lines.next()
    return done ? 'nothing more' : JSON.parse(value)
  }
  const ended = async () => {
    child.stdin.end()
    await exit
  }
  return {
    process: child,
    heard,
    tell: (line) => {
      child.stdin.write(`${line}\n`)
      return heard()
    },
    killed: async () => {
      child.kill('SIGKILL')
      await exit
    },
    ended,
  }
}
