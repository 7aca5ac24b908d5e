import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Terminal } from './command.ts'

/** Without a terminal, progress becomes a line of the log every so often. */
const progressLineEveryMs = 5000

/** The terminal, or the pipes and files, that this process was started with. */
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
      } else if (line && performance.now() - lastLineAt > progressLineEveryMs) {
        lastLineAt = performance.now()
        stderr.write(`${line}\n`)
      }
    },
    async askSecret(question) {
      if (stdin.isTTY) stderr.write(question)
      // The line editor repeats what is typed to its output, so it gets one that shows nothing.
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
      const editor = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY === true })
      // In this mode Ctrl-C is a key like any other; it must still end the program.
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
