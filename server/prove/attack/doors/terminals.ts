import { once } from 'node:events'
import { gbkOf } from '@cheyi/domain/fleet/vehicle-control/jt808/gbk'
import { writeMessage } from '@cheyi/domain/fleet/vehicle-control/jt808/message'
import { up } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import { startGateway } from '../../../src/testing/gateway-process.ts'
import { enterDevices, logIn, register, reportBody, terminalAt } from '../../../src/testing/terminal.ts'
import { SCENE_NOW } from '../../../src/testing/world/scene/scene.ts'
import { waitUntil } from '../../crew/wait-until.ts'
import type { Ground } from '../ground.ts'
import { differing, rowsOf } from '../rows.ts'
import type { Door } from './door.ts'

/** A device of the attacker, and nobody's, that speak for one of the victim. */
export async function terminals({ t, attacker, victim, root }: Ground, door: Door): Promise<void> {
  const complain = door.complain
  const [theirs] = await enterDevices(t, victim.w.merchantId, [null], { phoneFrom: 13_977_000_000 })
  const [own] = await enterDevices(t, attacker.w.merchantId, [null], { phoneFrom: 13_988_000_000 })
  const { child, port } = await startGateway(t)
  try {
    // The true terminal has its code.
    const true_ = await terminalAt(port, theirs!.phone)
    const code = await logIn(true_, theirs!.terminalId)
    true_.end()
    await true_.closed
    // Whoever speaks for its device raises the alarm 设备身份不符 at the victim, who has to know of it.
    const picture = () => rowsOf(root, victim.w.merchantId, ['audit', 'audit_chain', 'number_block', 'alarm'])
    // The gateway writes that its link has ended when it has a moment.
    let before: Record<string, string> = {}
    const isStill = async () => {
      const now = await picture()
      const changed = differing(before, now)
      before = now
      return changed.length === 0
    }
    await waitUntil('the link of the true terminal has ended', isStill, 60_000, 1500)
    const body = reportBody({ at: SCENE_NOW, lat: 1, lng: 1 })
    const tried = async (what: string, attempt: () => Promise<boolean>) => {
      door.held(`terminal: ${what}`, await attempt().catch(() => true))
      const after = await picture()
      const changed = differing(before, after)
      door.row.changed += changed.length
      if (changed.length > 0) complain(`changed: terminal ${what}: ${changed.join(' ')}`)
      before = after
    }
    door.row.calls = 1
    await tried('reports without a login', async () => {
      const terminal = await terminalAt(port, theirs!.phone)
      const result = await terminal.answer(terminal.say(up.position, body), 2000).finally(() => terminal.end())
      return result !== 0
    })
    for (const guess of [
      '',
      '0',
      code.slice(0, -1),
      `${code}0`,
      code.toUpperCase() + code,
      "' or 1=1 --",
      theirs!.phone,
    ])
      await tried(`logs in by ${JSON.stringify(guess)}`, async () => {
        const terminal = await terminalAt(port, theirs!.phone)
        const result = await terminal
          .answer(terminal.say(up.authenticate, gbkOf(guess)), 2000)
          .finally(() => terminal.end())
        return result !== 0
      })
    for (const terminalId of [theirs!.terminalId, own!.terminalId, 'T9'])
      await tried(`registers as ${terminalId}`, async () => {
        const terminal = await terminalAt(port, theirs!.phone)
        const { result, code } = await register(terminal, terminalId, 2000).finally(() => terminal.end())
        return result !== 0 || code === ''
      })
    await tried('reports for another number over the link of an own device', async () => {
      const terminal = await terminalAt(port, own!.phone)
      await logIn(terminal, own!.terminalId)
      terminal.write(writeMessage({ id: up.position, v2019: false, phone: theirs!.phone, serial: 77, body }))
      terminal.write(
        writeMessage({ id: up.authenticate, v2019: false, phone: theirs!.phone, serial: 78, body: gbkOf(code) }),
      )
      const result = await terminal.answer(77, 2000).finally(() => terminal.end())
      return result !== 0
    })
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}
