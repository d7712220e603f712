import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { logIn, reportBody, terminalAt } from '../../src/testing/terminal.ts'
import type { Caller } from './caller.ts'
import type { Journal } from './journal.ts'

/* Terminals that report each second and keep a report until it is acknowledged, as real ones do. */

const TERMINALS = 50
const EVERY_MS = 1000
const ANSWER_MS = 40_000
/** First of their numbers: the range belongs to no phone operator. */
const FIRST_PHONE = 10_800_000_000

export interface Device {
  readonly deviceId: string
  readonly phone: string
  readonly terminalId: string
}

export async function enterDevices(caller: Caller): Promise<Device[]> {
  const rows = Array.from({ length: TERMINALS }, (_, n) => ({
    phone: `${FIRST_PHONE + n}`,
    terminalId: `P${n}`.padEnd(7, '0'),
  }))
  const { devices } = await caller.ask(contract.vehicleControl.deviceSave, { rows })
  return devices.map(({ deviceId }, n) => ({ deviceId, ...rows[n]! }))
}

/** One of them, until the load ends. */
export async function report(device: Device, port: () => number, journal: Journal, stop: AbortSignal): Promise<void> {
  for (let n = 0; !stop.aborted; ) {
    const terminal = await terminalAt(port(), device.phone).catch(() => undefined)
    try {
      if (terminal) {
        await logIn(terminal, device.terminalId)
        for (; !stop.aborted; n++) {
          const at = Math.floor(Date.now() / 1000) * 1000
          const body = reportBody({ at, lat: 31.2 + (n % 1000) / 10_000, speed: 40 })
          const closed = terminal.closed.then(() => undefined)
          const result = await Promise.race([terminal.answer(terminal.say(up.position, body), ANSWER_MS), closed])
          if (result === undefined) break
          if (result === 0) journal.add('position', `${device.deviceId} ${at}`)
          await after(EVERY_MS)
        }
      }
    } catch {
      // Not answered, or the link has ended: it logs in again.
    } finally {
      terminal?.end()
    }
    await after(EVERY_MS)
  }
}
