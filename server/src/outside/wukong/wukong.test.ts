import { afterEach, describe, expect, it } from 'vitest'
import { wukongClient } from './client.ts'
import { openWukong } from './port.ts'
import { wukongSimulator } from './simulator/simulator.ts'

let now = 1_800_000_000_000
const open = { simulator: [] as { close(): Promise<void> }[] }
afterEach(async () => {
  for (const one of open.simulator.splice(0)) await one.close()
})

describe('the exchange with the partner', () => {
  it('answers a code once, within a minute', async () => {
    const port = openWukong({ wukong: undefined, simulators: 'loopback' }, () => now)
    open.simulator.push({ close: port.close! })
    const code = await port.issue!('u-1')
    expect(await port.exchange(code)).toEqual({ partnerUserId: 'u-1' })
    expect(await port.exchange(code)).toBeUndefined()
    const late = await port.issue!('u-1')
    now += 60_000
    expect(await port.exchange(late)).toBeUndefined()
  })

  it('is with nobody where no demo is and no account either', async () => {
    const port = openWukong({ wukong: undefined, simulators: 'off' }, () => now)
    expect(port.issue).toBeUndefined()
    expect(await port.exchange('wk_made_up')).toBeUndefined()
  })

  it('refuses another secret, a clock that is off, and is not fooled by a made-up code', async () => {
    const simulator = wukongSimulator({ appId: 'a', secret: 's', now: () => now })
    open.simulator.push(simulator)
    const ask = (secret: string, at: number, code: string) =>
      wukongClient({ appId: 'a', secret, url: simulator.url, now: () => at }).exchange(code)
    expect(await ask('x', now, simulator.issue('u'))).toBeUndefined()
    expect(await ask('s', now - 61_000, simulator.issue('u'))).toBeUndefined()
    expect(await ask('s', now, 'wk_made_up')).toBeUndefined()
    expect(await ask('s', now, simulator.issue('u'))).toEqual({ partnerUserId: 'u' })
  })

  it('says so when the partner is away', async () => {
    const client = wukongClient({ appId: 'a', secret: 's', url: () => 'http://127.0.0.1:9', now: () => now })
    await expect(client.exchange('x')).rejects.toThrow('渠道拒绝：合作渠道暂时无法访问')
  })
})
