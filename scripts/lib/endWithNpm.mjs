const parent = process.ppid
const checkMs = 250

/**
 * Calls `end` when npm, which runs this script, receives SIGTERM. npm passes SIGTERM to the shell between the two, and not every
 * shell passes it on. Without npm, the program that started the script may end before it.
 *
 * @param {() => void} end may be called after a signal has arrived, too.
 */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, checkMs)
  timer.unref()
}
