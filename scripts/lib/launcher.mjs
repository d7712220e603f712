import { readFileSync } from 'node:fs'

/**
 * Calls `onGone` when npm, which launched this script, has ended without telling it: npm passes SIGTERM to the shell
 * it started the script with, the shell dies of it and passes nothing on; after `kill -9` nobody does. Launched
 * otherwise (a service manager, a terminal) a script outlives its parent as usual.
 * @param {() => void} onGone
 */
export function watchLauncher(onGone) {
  if (!process.env.npm_lifecycle_event) return
  const before = launchers()
  const timer = setInterval(() => {
    if (launchers() === before) return
    clearInterval(timer)
    onGone()
  }, 250)
  timer.unref()
}

/** Our parent's number and, where that is npm's shell and the system tells, npm's own. An orphan's parent changes. */
function launchers() {
  const parent = process.ppid
  if (process.platform !== 'linux') return `${parent}`
  try {
    const isShell = readFileSync(`/proc/${parent}/cmdline`, 'utf8').split('\0')[1] === '-c'
    const [, grandparent] = /PPid:\s*(\d+)/.exec(readFileSync(`/proc/${parent}/status`, 'utf8')) ?? []
    return isShell ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
