/*
 * Loaded into a server of the campaign before its own code (`node --import`), which stays as it is shipped: its vendors are asked
 * through the campaign's line (`line.ts`), and the clock of its process is moved when the campaign says so.
 */

const line = process.env.FAULTS_LINE!
const ask = globalThis.fetch
globalThis.fetch = (to, init) => {
  const { origin, pathname, search } = new URL(to instanceof Request ? to.url : to)
  const headers = new Headers(init?.headers)
  headers.set('x-line-to', origin)
  return ask(`${line}${pathname}${search}`, { ...init, headers })
}

let shift = 0
const now = () => machine.now() + shift
const machine = Date
globalThis.Date = new Proxy(machine, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})

process.on('message', (said: { readonly shiftMs?: number }) => {
  shift = said?.shiftMs ?? shift
})
// Waiting for the campaign's word must not keep the process alive.
process.channel?.unref()

export {}
