import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { deviceKind } from '@cheyi/domain/fleet/vehicle-control/codes'
import { messageOf } from '@cheyi/domain/fleet/vehicle-control/testing/traccar-messages'
import { pino } from 'pino'
import { testApp } from '../src/testing/app.ts'
import { startTestCluster } from '../src/testing/cluster.ts'
import { startGateway, TRACKER_SECRET } from '../src/testing/gateway-process.ts'
import { enterDevices } from '../src/testing/terminal.ts'
import { copyCars } from '../src/testing/world/fleet.ts'
import { makeWorld } from '../src/testing/world/world.ts'
import type { Row } from './report/report.ts'

/*
 * Very many trackers behind one front-end: their positions come to the door of a gateway as a Traccar forwards them. What is judged are
 * counts, so that another load of the machine changes the duration only.
 */

export interface TrackersSize {
  readonly devices: number
  /** Positions a second, of all devices together. */
  readonly perSecond: number
  readonly seconds: number
}

/** A front-end forwards over few connections. */
const CONNECTIONS = 128
/** Positions are sent at this interval, ms. */
const TICK_MS = 50
/** Once a front-end waits for so many answers, it sends no more until some have come. */
const MOST_WAITING = 4000

export async function benchTrackers({ devices, perSecond, seconds }: TrackersSize): Promise<Row[]> {
  const cluster = await startTestCluster(pino({ level: 'silent' }), { durable: true })
  try {
    const t = await testApp({ cluster, now: Date.now() })
    try {
      const { merchantId, vehicles } = await makeWorld(t)
      const cars = await copyCars(t.root, { merchantId, like: vehicles.lavida[0]!.id, count: devices })
      const entered = await enterDevices(t, merchantId, cars, { phoneFrom: 990_000_000_000_000 })
      await t.root.query('update device set kind = $1', [deviceKind.gt06])
      await t.root.query('analyze')
      const { child, trackers } = await startGateway(t)
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
      const acknowledged: string[] = []
      const waits: number[] = []
      const refused = new Map<string, number>()
      const began = performance.now()
      const from = Date.now()
      let waiting = 0
      const sends: Promise<void>[] = []
      const send = async (n: number) => {
        const { deviceId, phone } = entered[n % devices]!
        // Each position of a device is a second after the one before, however late the machine is.
        const at = Math.floor(from / 1000) * 1000 - (all - n) * 10
        const fixTime = new Date(at).toISOString()
        const sent = performance.now()
        waiting++
        const said = await post(trackers, agent, {
          ...messageOf(phone, { fixTime, deviceTime: fixTime, speed: 20, attributes: { ignition: true } }, n % devices),
        }).catch((error: Error) => error.message)
        waiting--
        if (said === '200') {
          waits.push(performance.now() - sent)
          acknowledged.push(`${deviceId} ${at}`)
        } else refused.set(said, (refused.get(said) ?? 0) + 1)
      }
      const all = perSecond * seconds
      for (let n = 0; n < all; ) {
        const due = Math.min(all, Math.ceil(((performance.now() - began) / 1000) * perSecond))
        for (; n < due && waiting < MOST_WAITING; n++) sends.push(send(n))
        await after(TICK_MS)
      }
      await Promise.all(sends)
      const took = (performance.now() - began) / 1000
      agent.destroy()
      child.kill('SIGTERM')
      await once(child, 'exit')
      const { rows } = await t.root.query('select device_id, at from position where merchant_id = $1', [merchantId])
      const stored = new Set(rows.map(({ deviceId, at }) => `${deviceId} ${new Date(at).getTime()}`))
      const lost = acknowledged.filter((one) => !stored.has(one)).length
      const p99 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0
      const row = (what: string, name: string, ours: number, most: number, note = ''): Row => ({
        id: `trackers.${what}`,
        name: `经Traccar：${name}`,
        ours,
        unit: '',
        bar: { most },
        note,
      })
      const rate = Math.round(acknowledged.length / took)
      return [
        row(
          'unanswered',
          '没有应答的位置',
          all - acknowledged.length,
          0,
          `${all} 个位置，应答 ${acknowledged.length}，入库 ${stored.size}，${took.toFixed(0)} 秒（每秒 ${rate}），应答 p99 ${Math.round(p99)} ms${[...refused].map(([why, n]) => `，${why}：${n}`).join('')}`,
        ),
        row('lost', '应答后没有入库', lost, 0),
      ]
    } finally {
      await t.close()
    }
  } finally {
    await cluster.stop()
  }
}

/** @returns the status of the answer */
function post(port: number, agent: Agent, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TRACKER_SECRET}` }
    const asked = request({ host: '127.0.0.1', port, path: '/traccar', method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(`${answer.statusCode}`))
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}
