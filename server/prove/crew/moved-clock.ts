/* The clock of a process, moved against the machine's. Loaded before the code of a server, which stays as it is shipped. */

let shift = 0
const now = () => machine.now() + shift
const machine = Date
globalThis.Date = new Proxy(machine, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})

export function moveClock(shiftMs: number): void {
  shift = shiftMs
}
