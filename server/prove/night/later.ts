import { moveClock } from '../crew/moved-clock.ts'

/* Loaded into a server before its own code: it starts at NIGHT_AT (epoch ms), its clock goes on from there, and jumps when it is told to. */

const moveTo = (instant: number, machine: number) => moveClock(instant - machine)

moveTo(Number(process.env.NIGHT_AT), Date.now())
process.on('message', ({ instant, machine }: { readonly instant: number; readonly machine: number }) =>
  moveTo(instant, machine),
)
// Waiting for the next jump must not keep the process alive.
process.channel?.unref()
