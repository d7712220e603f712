import { greatCircle } from '@cheyi/domain/platform/geo/distance'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Vendors } from '../../kernel/process/config.ts'
import { localServer } from '../local-server.ts'
import { amapPlaces, amapRoads, amapSign, type RoadAnswer } from './amap.ts'
import { heard, openMap } from './port.ts'
import { mapSimulator } from './simulator.ts'

const account = { key: 'key', secret: 'secret' }
const store = { lng: 121.3363, lat: 31.1979 }
const home = { lng: 121.4692, lat: 31.2323 }

/** What the vendor says next, and what it was asked. */
let says: object | string = {}
let asked = new URL('http://nobody')
const vendor = localServer((request, response) => {
  asked = new URL(request.url!, 'http://vendor')
  response.end(typeof says === 'string' ? says : JSON.stringify(says))
})
const simulator = mapSimulator(account)
afterAll(async () => {
  await Promise.all([vendor.close(), simulator.close()])
})

describe('distances', () => {
  const ask = amapRoads(account, { url: async () => `${await vendor.url()}/behind` })

  it('are asked for as its documents say, in the system of its maps', async () => {
    says = { status: '1', infocode: '10000', results: [{ origin_id: '1', dest_id: '1', distance: '15083' }] }
    expect(await ask(store, home)).toEqual({ metres: 15083 })
    expect(asked.pathname).toBe('/behind/v3/distance')
    const { sig, ...params } = Object.fromEntries(asked.searchParams)
    expect(params).toEqual({
      key: 'key',
      origins: '121.340859,31.195973',
      destination: '121.473738,31.230371',
      type: '1',
      output: 'JSON',
    })
    expect(sig).toBe(amapSign(params, 'secret'))
  })

  it('are signed over their parameters by name, with the secret behind them', () => {
    // md5 of a=23&b=12&d=48&f=8bbbbb
    expect(amapSign({ b: '12', f: '8', d: '48', a: '23' }, 'bbbbb')).toBe('2493ec5bf42a32050889d70c2abab338')
  })

  it.each([
    [
      { status: '1', results: [{ distance: '0', code: '1', info: '指定地点之间没有可以行车的道路' }] },
      { metres: null },
    ],
    [{ status: '0', info: 'INVALID_USER_SIGNATURE', infocode: '10007' }, { why: '10007' }],
    [{ status: '0', infocode: '上海市' }, { why: 'unknown' }],
    [{ status: '1', results: [{ distance: '0', info: '未知错误' }] }, { why: 'unknown' }],
    [{ status: '1', results: [] }, { why: 'unknown' }],
    [{ status: '1', results: [{ distance: [] }] }, { why: 'unknown' }],
    [{ status: '1', results: [{ distance: '-5' }] }, { why: 'unknown' }],
    ['null', { why: 'unknown' }],
    ['<html>', { why: 'SyntaxError' }],
  ] as const)('%o', async (answer, meaning) => {
    says = answer
    expect(await ask(store, home)).toEqual(meaning)
  })

  it('are none where nobody is', async () => {
    expect(await amapRoads(account, { url: () => 'http://127.0.0.1:9' })(store, home)).toEqual({ why: 'TypeError' })
  })
})

describe('places', () => {
  const ask = amapPlaces(account, { url: async () => vendor.url() })

  it('are asked for by name near a store, and come back in the system of stores', async () => {
    const tip = (name: string, address: unknown, location: unknown) => ({ name, district: '上海市', address, location })
    says = {
      status: '1',
      infocode: '10000',
      tips: [
        tip('人民广场', '黄浦区', '121.473738,30.230371'),
        tip('人民广场', [], '121.473738,31.230371'),
        // A bus line and a district have no position.
        tip('49路', '', []),
        tip('', '黄浦区', '121.473738,31.230371'),
      ],
    }
    const answer = await ask('人民广场', store)
    expect(asked.pathname).toBe('/v3/assistant/inputtips')
    expect(asked.searchParams.get('keywords')).toBe('人民广场')
    expect(asked.searchParams.get('location')).toBe('121.340859,31.195973')
    expect(answer).toMatchObject({ places: [{ address: '上海市黄浦区' }, { name: '人民广场', address: '上海市' }] })
    const [, found] = 'places' in answer ? answer.places : []
    expect(greatCircle(found!, home)).toBeLessThan(1)
  })

  it.each([
    [{ status: '0', infocode: '10044' }, '10044'],
    [{ status: '1' }, 'unknown'],
    ['<html>', 'SyntaxError'],
  ] as const)('are none after %o', async (answer, why) => {
    says = answer
    expect(await ask('人民广场', store)).toEqual({ why })
  })
})

describe('the simulator', () => {
  const ask = (secret = 'secret', key = 'key', timeout = 1500) =>
    amapRoads({ key, secret }, { url: simulator.url, timeout })(store, home)
  beforeEach(() => simulator.tell('roads'))

  it('has roads longer than the straight line, by a corner', async () => {
    const { metres } = (await ask()) as { metres: number }
    const straight = greatCircle(store, home)
    expect(metres).toBeGreaterThan(straight)
    expect(metres).toBeLessThan(straight * Math.SQRT2)
  })

  it('refuses another key or secret, says that there is no road or no question left, or nothing', async () => {
    expect(await ask('other')).toEqual({ why: '10007' })
    expect(await ask('secret', 'other')).toEqual({ why: '10001' })
    simulator.tell('noRoad')
    expect(await ask()).toEqual({ metres: null })
    simulator.tell('quota')
    expect(await ask()).toEqual({ why: '10044' })
    simulator.tell('slow')
    expect(await ask('secret', 'key', 100)).toEqual({ why: 'TimeoutError' })
  })
})

describe('what was heard', () => {
  let now = 0
  let answer: RoadAnswer
  const port = heard(
    async () => answer,
    async () => ({ why: 'unknown' }),
    () => now,
  )

  it('is known for ten minutes, of these places alone', async () => {
    expect(port.heard(store, home)).toBeUndefined()
    answer = { metres: 15083 }
    expect(await port.ask(store, home)).toBeNull()
    expect(port.heard(store, home)).toBe(15083)
    expect(port.heard(home, store)).toBeUndefined()
    now += 600_000
    expect(port.heard(store, home)).toBeUndefined()
  })

  it('of no road, too; others are asked about', async () => {
    answer = { metres: null }
    expect(await port.ask(home, store)).toBeNull()
    expect(port.heard(home, store)).toBeNull()
    expect(port.heard(store, home)).toBeUndefined()
  })

  it('leaves who refused alone for a minute, and still knows what it heard before', async () => {
    answer = { metres: 7 }
    await port.ask(store, store)
    answer = { why: '10044' }
    expect(await port.ask(store, home)).toBe('10044')
    expect(port.heard(store, home)).toBeNull()
    expect(port.heard(store, store)).toBe(7)
    now += 60_000
    expect(port.heard(store, home)).toBeUndefined()
  })
})

describe('openMap', () => {
  const vendors = { amap: '' } as Vendors

  it('is nobody where there is neither a key nor a demo', () =>
    expect(openMap({ amap: undefined, vendors, simulators: 'off' }, Date.now)).toBeNull())

  it('asks the vendor even on a demo where there is a key', async () => {
    const port = openMap(
      { amap: account, vendors: { ...vendors, amap: await vendor.url() }, simulators: 'open' },
      Date.now,
    )!
    says = { status: '1', results: [{ distance: '5' }] }
    await port.ask(store, home)
    expect(port.heard(store, home)).toBe(5)
    expect(port.simulator).toBeUndefined()
  })

  it('is a simulator on a demo', async () => {
    const port = openMap({ amap: undefined, vendors, simulators: 'loopback' }, Date.now)!
    await port.ask(store, home)
    expect(port.heard(store, home)).toBeGreaterThan(10_000)
    expect(port.simulator!.asked()).toBe(1)
    await port.close?.()
  })
})
