/*
 * Loaded into a server of the campaign before its own code (`node --import`), which stays as it is shipped: its vendors are asked
 * through the campaign's line (`line.ts`), and the clock of its process is moved when the campaign says so.
 */

import { moveClock } from './moved-clock.ts'

const line = process.env.FAULTS_LINE!
const ask = globalThis.fetch
globalThis.fetch = (to, init) => {
  const { origin, pathname, search } = new URL(to instanceof Request ? to.url : to)
  const headers = new Headers(init?.headers)
  headers.set('x-line-to', origin)
  return ask(`${line}${pathname}${search}`, { ...init, headers })
}

process.on('message', (said: { readonly shiftMs?: number }) => {
  if (said?.shiftMs !== undefined) moveClock(said.shiftMs)
})
// Waiting for the campaign's word must not keep the process alive.
process.channel?.unref()
