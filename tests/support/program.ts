import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface RunningProgram {
  readonly process: ChildProcess
  /** What it wrote. */
  log(): string
  kill(): Promise<void>
}

/**
 * Runs another program, such as a pooler, until `kill`, and at the longest as long as this process.
 *
 * @returns when it accepts connections at this port of 127.0.0.1.
 * @throws with its log when it ends before.
 */
export async function runProgram(
  path: string,
  args: readonly string[],
  { port, account }: { port: number; account?: { uid: number; gid: number } | null },
): Promise<RunningProgram> {
  let text = ''
  // The end of its input tells the shell that this process has ended.
  const watched =
    '"$@" </dev/null & child=$!; (cat >/dev/null; kill -KILL $child) <&3 2>/dev/null & wait $child'
  const child = spawn('/bin/sh', ['-c', `exec 3<&0; ${watched}`, 'sh', path, ...args], {
    cwd: '/',
    ...account,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const read = (chunk: Buffer) => {
    text += String(chunk)
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.stdin?.on('error', () => {})
  const ended = once(child, 'exit')
  const program: RunningProgram = {
    process: child,
    log: () => text,
    async kill() {
      if (child.exitCode !== null) return
      child.stdin?.end()
      await ended
    },
  }
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${path} has ended:\n${text}`)
    await pause(20)
  }
  return program
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
