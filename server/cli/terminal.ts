import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Terminal } from './command.ts'

/** How often progress is printed when standard error is not a terminal. */
const progressIntervalMs = 5000

/** The standard streams of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  const showsInPlace = stderr.isTTY === true
  let shown = ''
  let lastLineAt = -Infinity
  const clear = () => {
    if (shown) stderr.write('\r\x1b[K')
    shown = ''
  }
  return {
    isInteractive: stdin.isTTY === true,
    say(line) {
      clear()
      stdout.write(`${line}\n`)
    },
    report(line) {
      clear()
      stderr.write(`${line}\n`)
    },
    showProgress(line) {
      if (showsInPlace) {
        clear()
        shown = line.slice(0, (stderr.columns ?? 80) - 1)
        stderr.write(shown)
      } else if (line && performance.now() - lastLineAt > progressIntervalMs) {
        lastLineAt = performance.now()
        stderr.write(`${line}\n`)
      }
    },
    readInput: () => text(stdin),
    async askSecret(question) {
      if (stdin.isTTY) stderr.write(question)
      // readline echoes the input to its output, so the output discards everything.
      const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
      const editor = createInterface({ input: stdin, output: discard, terminal: stdin.isTTY === true })
      // readline puts the terminal into raw mode, where Ctrl-C sends no signal.
      editor.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      const answer = once(editor, 'line').then(([line]) => String(line))
      const end = once(editor, 'close').then(() => '')
      const secret = await Promise.race([answer, end])
      editor.close()
      if (stdin.isTTY) stderr.write('\n')
      return secret
    },
  }
}
