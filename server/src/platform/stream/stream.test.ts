import { once } from 'node:events'
import { get } from 'node:http'
import type { Socket } from 'node:net'
import { contract } from '@cheyi/contract/index'
import { idsOf } from '@cheyi/domain/permission'
import { MINUTE } from '@cheyi/domain/time'
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { newClient } from '../../kernel/db/pools.ts'
import { emit } from '../../kernel/events.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { listening, openTab, type Tab, type Told, ticketOf } from '../../testing/stream.ts'
import { book } from '../../testing/world/bookings.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import type { World } from '../../testing/world/world.ts'

sharedMerchant({ cars: 20, other: true, poolSize: 8 })
const tabs: Tab[] = []
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.close()
  t.clock.set(TEST_NOW)
})

const open = async (token: string, options: Parameters<typeof openTab>[2] = {}): Promise<Tab> => {
  const tab = await openTab(t, token, options)
  tabs.push(tab)
  return tab
}
const about = (orderId: string) => (told: Told) => told.event === 'order.changed' && told.data.orderId === orderId
const ordersOf = (tab: Tab) => tab.told.filter(({ event }) => event === 'order.changed').map(({ data }) => data.orderId)

/**
 * A notice to all users of the merchant: after it, no earlier event can arrive. A stream begins at the horizon of running
 * transactions, which other tests hold back, so events from before it was opened may arrive until then.
 */
let marks = 0
async function mark(world: World, ...seen: readonly Tab[]): Promise<void> {
  const title = `mark ${++marks}`
  const { rows } = await t.root.query('select id from account where merchant_id = $1', [world.merchantId])
  await inContext(t, world, 'owner', (ctx) =>
    emit(ctx, 'notify', title, { type: 1, level: 1, title }, { accountIds: rows.map((row) => row.id) }),
  )
  t.kernel.wake.notify()
  await Promise.all(seen.map((tab) => tab.until(({ data }) => data.title === title)))
}

describe('an order', () => {
  it('is sent to users who may see it, with its position and no customer data', async () => {
    const [owner, foreign] = [await open(w.tokens.owner), await open(other.tokens.owner)]
    await mark(other, foreign)
    const before = foreign.told.length
    const { orderId, status } = await book(t, w)
    const told = await owner.until(about(orderId))
    expect(told.data).toEqual({ orderId, orderKind: 1, status, version: expect.any(Number) })
    expect(told.id).toMatch(/^[0-9a-f]{8}\.\d+\.\d+$/)
    await owner.until(({ event, data }) => event === 'todo.changed' && (data.codes as string[]).includes('arrange'))
    // Stock that the test's cars changed before may be told late.
    await owner.until(
      ({ event, data }) =>
        event === 'stock.changed' && data.storeId === w.stores.hongqiao && data.modelId === w.models.lavida,
    )
    await mark(other, foreign)
    expect(foreign.told.slice(before).map(({ event }) => event)).toEqual(['notify'])
    // One transaction gives one event.
    expect(ordersOf(owner)).toEqual([orderId])
  })

  it('of another store is not sent, nor are counters that others are responsible for', async () => {
    const [fleet, finance] = [await open(w.tokens.fleet), await open(w.tokens.finance)]
    await mark(w, fleet)
    const before = fleet.told.length
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, w.stores.hangzhou],
    )
    t.kernel.wake.notify()
    await fleet.until(({ event }) => event === 'auth.changed')
    const { orderId } = await book(t, w)
    await finance.until(about(orderId))
    await mark(w, fleet, finance)
    expect(fleet.told.slice(before).map(({ event }) => event)).toEqual(['auth.changed', 'notify'])
    const jobs = finance.told.flatMap(({ data }) => (data.codes as string[] | undefined) ?? [])
    expect(jobs).not.toContain('arrange')
  })
})

describe('records', () => {
  it('that are saved are sent to users who may open their page, once per type of page', async () => {
    const [manager, clerk, foreign] = [
      await open(w.tokens.manager),
      await open(w.tokens.clerk),
      await open(other.tokens.owner),
    ]
    await mark(other, foreign)
    const before = foreign.told.length
    const scope = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
    await t.call(
      contract.price.saveCalendar,
      { ...scope, from: '2026-12-24', to: '2026-12-25', price: 99_900 },
      { token: w.tokens.owner },
    )
    expect(await manager.until(({ event }) => event === 'record.changed')).toMatchObject({ data: { feature: 'price' } })
    await mark(w, manager, clerk)
    await mark(other, foreign)
    expect(manager.told.filter(({ event }) => event === 'record.changed')).toHaveLength(1)
    expect(clerk.told.map(({ event }) => event)).not.toContain('record.changed')
    expect(foreign.told.slice(before).map(({ event }) => event)).toEqual(['notify'])
  })
})

describe('order of delivery', () => {
  it('two transactions that commit out of order are both sent once, the earlier first', async () => {
    const tab = await open(w.tokens.owner)
    const [slow, quick] = await Promise.all(
      [1, 2].map(async () => {
        const client = newClient({ connectionString: t.database.migratorUrl })
        await client.connect()
        return client
      }),
    )
    const insert = (client: pg.Client, id: string) =>
      client.query(
        `insert into event (merchant_id, type, ref, data) values ($1, 'order.changed', $2,
           jsonb_build_object('orderId', $2::text, 'orderKind', 1, 'status', 3, 'version', 1, 'was', null))`,
        [w.merchantId, id],
      )
    const looks = vi.spyOn(t.kernel.pools.side, 'query')
    await slow!.query('begin')
    await insert(slow!, 'slow')
    await insert(quick!, 'quick')
    t.kernel.wake.notify()
    // The node queries twice and finds the later one, but may not send it yet.
    await inTheEnd(() =>
      expect(looks.mock.calls.filter(([text]) => String(text).includes('events_after')).length).toBeGreaterThan(1),
    )
    expect(ordersOf(tab)).toEqual([])
    await slow!.query('commit')
    t.kernel.wake.notify()
    await tab.until(about('quick'))
    await mark(w, tab)
    expect(ordersOf(tab)).toEqual(['slow', 'quick'])
    looks.mockRestore()
    await Promise.all([slow!.end(), quick!.end()])
  })

  it('a second node sends its clients what was written through the first', async () => {
    const node = await buildApp({
      config: t.kernel.config,
      addresses: t.database.addresses,
      clock: t.clock,
      log: pino({ level: 'silent' }),
      poolSize: 2,
    })
    const here = await open(w.tokens.owner)
    const there = await open(w.tokens.owner, { app: node })
    const { orderId } = await book(t, w)
    await Promise.all([here.until(about(orderId)), there.until(about(orderId))])
    await node.close()
    await there.ended
  })
})

describe('a client that reconnects', () => {
  it('gets the missed events after its position, once', async () => {
    const tab = await open(w.tokens.owner)
    const first = await book(t, w)
    await tab.until(about(first.orderId))
    await mark(w, tab)
    const { place } = tab
    tab.close()
    const second = await book(t, w)
    const third = await book(t, w)
    const again = await open(w.tokens.owner, { after: place! })
    await again.until(about(third.orderId))
    await mark(w, again)
    expect(ordersOf(again)).toEqual([second.orderId, third.orderId])
  })

  it('after more than ten minutes reloads everything', async () => {
    const tab = await open(w.tokens.owner)
    const { place } = tab
    tab.close()
    await book(t, w)
    t.clock.set(TEST_NOW + 11 * MINUTE)
    const again = await open(w.tokens.owner, { after: place! })
    expect(again.told).toMatchObject([{ event: 'reset', id: expect.any(String) }])
  })

  it('reloads everything if all events it knew were deleted', async () => {
    const tab = await open(w.tokens.owner)
    const { place } = tab
    tab.close()
    await book(t, w)
    t.clock.set(TEST_NOW + 90 * MINUTE)
    const before = new Date(TEST_NOW + 30 * MINUTE)
    await t.jobs.pools.side.query('select purge_events($1)', [before])
    // One row of those remains and shows that there were more.
    expect((await t.root.query('select 1 from event where at < $1', [before])).rowCount).toBe(1)
    const again = await open(w.tokens.owner, { after: place! })
    expect(again.told).toMatchObject([{ event: 'reset' }])
    await mark(w, again)
    again.close()
    const newer = await open(w.tokens.owner, { after: again.place! })
    expect(newer.told).toEqual([])
  })

  it('for the first time gets the events since it began to load its data', async () => {
    await t.root.query('delete from event')
    const before = await open(w.tokens.owner)
    const early = await book(t, w)
    await before.until(about(early.orderId))
    t.clock.set(TEST_NOW + 20_000)
    const late = await book(t, w)
    const tab = await open(w.tokens.owner, { ago: 5_000 })
    await tab.until(about(late.orderId))
    expect(ordersOf(tab)).not.toContain(early.orderId)
  })
})

describe('a database that was restored to an earlier time', () => {
  /** Changes the answers to the query of the horizon. */
  const changedHorizon = (change: (row: { xid: string; life: string }) => object) => {
    const { side } = t.kernel.pools
    const query = side.query.bind(side) as (...args: unknown[]) => Promise<{ rows: { xid: string; life: string }[] }>
    return vi.spyOn(side, 'query').mockImplementation((async (...args: unknown[]) => {
      const found = await query(...args)
      if (!String(args[0]).includes('pg_walfile_name')) return found
      return { ...found, rows: found.rows.map((row) => ({ ...row, ...change(row) })) }
    }) as never)
  }

  it('with another timeline: clients reload everything, and get new events', async () => {
    const tab = await open(w.tokens.owner)
    await mark(w, tab)
    const promoted = changedHorizon(() => ({ life: '0badcafe' }))
    try {
      t.kernel.wake.notify()
      const reset = await tab.until(({ event }) => event === 'reset')
      expect(reset.id).toMatch(/^0badcafe\./)
      const { orderId } = await book(t, w)
      expect((await tab.until(about(orderId))).id).toMatch(/^0badcafe\./)
      expect(tab.told.filter(({ event }) => event === 'reset')).toHaveLength(1)
    } finally {
      promoted.mockRestore()
    }
    // The earlier history is a different one again.
    t.kernel.wake.notify()
    await tab.until(({ event, id }) => event === 'reset' && !id!.startsWith('0badcafe'))
  })

  it('with lower transaction numbers: clients reload everything and get new events', async () => {
    const ahead = changedHorizon(({ xid }) => ({ xid: String(BigInt(xid) + 1_000_000n) }))
    const tab = await open(w.tokens.owner)
    ahead.mockRestore()
    t.kernel.wake.notify()
    await tab.until(({ event }) => event === 'reset')
    const { orderId } = await book(t, w)
    await tab.until(about(orderId))
  })

  it('while a client was disconnected: it reloads everything', async () => {
    const tab = await open(w.tokens.owner)
    const [life, xid] = tab.place!.split('.') as [string, string]
    tab.close()
    const back = async (after: string) => {
      const again = await open(w.tokens.owner, { after })
      const { orderId } = await book(t, w)
      await again.until(about(orderId))
      return again.told.filter(({ event }) => event === 'reset').length
    }
    expect(await back(`${life}.${xid}.0`)).toBe(0)
    expect(await back(`${life}.${BigInt(xid) + 1_000_000n}.0`)).toBe(1)
    expect(await back(`0badcafe.${xid}.0`)).toBe(1)
    // The format of servers before this release.
    expect(await back(`${xid}.0`)).toBe(1)
  })
})

describe('a client', () => {
  it('opens one stream with a ticket: a used, expired, invented or missing one gets 204', async () => {
    const ticket = await ticketOf(t, w.tokens.owner)
    expect((await open(w.tokens.owner, { ticket })).status).toBe(200)
    expect((await open(w.tokens.owner, { ticket })).status).toBe(204)
    expect((await open(w.tokens.owner, { ticket: 'x' })).status).toBe(204)
    const old = await ticketOf(t, w.tokens.owner)
    t.clock.set(TEST_NOW + 61_000)
    expect((await open(w.tokens.owner, { ticket: old })).status).toBe(204)
    expect(await t.send(contract.stream.ticket, {}, {})).toMatchObject({ errorCode: -9 })
  })

  it('with a sixth stream in one session closes the first', async () => {
    const six: Tab[] = []
    for (let n = 0; n < 6; n++) six.push(await open(w.tokens.manager))
    await six[0]!.ended
    expect(six[0]!.told).toMatchObject([{ event: 'full' }])
    await mark(w, ...six.slice(1))
  })

  it('that goes away while what it missed is read leaves no error behind', async () => {
    const warned = vi.spyOn(t.kernel.log, 'warn')
    const address = `${await listening(t.app)}/api/stream/v1/events?ago=1000&ticket=${await ticketOf(t, w.tokens.owner)}`
    await t.root.query('begin')
    await t.root.query('lock table event in access exclusive mode')
    const came: Socket[] = []
    const note = (socket: Socket) => void came.push(socket)
    t.app.server.on('connection', note)
    const going = get(address, { agent: false })
    const waiting = `select from pg_locks where relation = 'event'::regclass and not granted`
    await expect.poll(async () => (await t.root.query(waiting)).rows.length).toBeGreaterThan(0)
    // Connections of clients before it may arrive late.
    const socket = came.find(({ remotePort }) => remotePort === going.socket!.localPort)!
    t.app.server.off('connection', note)
    going.on('error', () => {}).destroy()
    await once(socket, 'close')
    await t.root.query('rollback')
    await open(w.tokens.owner)
    expect(warned.mock.calls.filter(([, message]) => message === 'a stream did not begin')).toEqual([])
    warned.mockRestore()
  })

  it('whose session ends loses its own streams, and no other', async () => {
    const colleague = await open(w.tokens.owner)
    const leaving = await open(w.tokens.service)
    await t.call(contract.session.logout, {}, { token: w.tokens.service })
    await leaving.ended
    expect(leaving.told).toMatchObject([{ event: 'auth.changed', data: { reason: 'session' } }])
    await mark(w, colleague)
    expect(colleague.told.map(({ event }) => event)).not.toContain('auth.changed')
  })

  it('that loses a right is notified at once, and gets no more events of that right', async () => {
    const [clerk, owner] = [await open(w.tokens.clerk), await open(w.tokens.owner)]
    const { rows } = await t.root.query(
      `update role set menu_ids = $2 where merchant_id = $1 and name = '店员' returning id`,
      [w.merchantId, idsOf(['order.remark'])],
    )
    expect(rows).toHaveLength(1)
    expect(await clerk.until(({ event }) => event === 'auth.changed')).toMatchObject({ data: { reason: 'role' } })
    const { orderId } = await book(t, w)
    await owner.until(about(orderId))
    await mark(w, clerk, owner)
    expect(ordersOf(clerk)).toEqual([])
    expect(owner.told.map(({ event }) => event)).not.toContain('auth.changed')
  })

  it('whose account is disabled gets no more events', async () => {
    const channel = await open(w.tokens.channel)
    await t.root.query(`update account set status = 0 where merchant_id = $1 and name = '测试channel'`, [w.merchantId])
    await channel.ended
    // Its sessions end with the account, and that is the last event it gets.
    expect(channel.told).toMatchObject([{ event: 'auth.changed', data: { reason: 'session' } }])
  })

  it('whose session has expired, which no event tells, is told when its rights are read again', async () => {
    const finance = await open(w.tokens.finance)
    // One statement: between two, the rights may be read again for another test's event.
    await t.root.query(
      `with expired as (
         update login_session set absolute_expire_at = $2 where account_id =
           (select id from account where merchant_id = $1 and name = '测试finance'))
       update role set menu_ids = $3 where merchant_id = $1 and letter = 'F'`,
      [w.merchantId, new Date(TEST_NOW - MINUTE), idsOf(['order.remark'])],
    )
    await finance.ended
    expect(finance.told).toMatchObject([
      { event: 'auth.changed', data: { reason: 'role' } },
      { event: 'auth.changed', data: { reason: 'session' } },
    ])
  })
})
