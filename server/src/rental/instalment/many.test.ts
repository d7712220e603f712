import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { copyOrder } from '../../testing/months/many.ts'
import { type Mortal, mortalServer } from '../../testing/mortal/mortal.ts'
import { startServer, stopServers } from '../../testing/servers.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { driveLong, longMerchant } from '../../testing/world/long.ts'
import { t, w } from '../../testing/world/merchant.ts'

/*
 * Many instalments that fall due at once: each is billed once and its customer told once, whoever runs the jobs and whoever is
 * killed. INSTALMENTS=100000 says what they take, and that their number costs no memory.
 */

const MANY = Number(process.env.INSTALMENTS ?? 40)
/** Four days after the second row of L1 was due: it is billed, and the first reminder of a late one goes out. */
const LATE = '2027-03-04T10:30:00+08:00'

longMerchant()
afterEach(() => booksAgree(t))

/** Out since the end of January, with its second row to bill, as many as that. */
async function out(orders: number): Promise<void> {
  const orderId = await driveLong(t, w)
  await copyOrder(t, w, orderId, orders - 1)
}

/** What stands of the second rows, and of what their customers were told. */
async function done() {
  const { rows } = await t.root.query(
    `select (select count(*)::int from instalment where merchant_id = $1 and seq = 2 and billed_fen = amount_fen) as billed,
       (select count(*)::int from ledger_txn where merchant_id = $1 and journal = 1 and posted_on = '2027-03-04') as posted,
       (select count(*)::int from outbox where merchant_id = $1 and kind = 'instalmentLate') as told,
       (select count(distinct order_id)::int from outbox where merchant_id = $1 and kind = 'instalmentLate') as orders`,
    [w.merchantId],
  )
  return rows[0] as { billed: number; posted: number; told: number; orders: number }
}
const once = (orders: number) => ({ billed: orders, posted: orders, told: orders, orders })

/** A process that writes down every few seconds what it holds of memory, in MB: all of it, and what of its heap lives. */
const probe = `import { appendFileSync } from 'node:fs'
  setInterval(() => { gc(); const { rss, heapUsed } = process.memoryUsage(); appendFileSync(process.env.PROBE + process.pid, [rss, heapUsed].map((n) => (n / 2 ** 20).toFixed(0)).join(' ') + '\\n') }, ${MANY < 1000 ? 1000 : 10_000}).unref()`

describe('many instalments', () => {
  const servers: Mortal[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.end()
  })

  it('are done by jobs that hold no more of them than a hundred', { timeout: 3 * 3_600_000 }, async () => {
    await out(MANY)
    const folder = await mkdtemp(join(tmpdir(), 'cheyi-probe-'))
    vi.stubEnv('PROBE', join(folder, 'p'))
    vi.stubEnv('NODE_OPTIONS', `--expose-gc --import=data:text/javascript,${encodeURIComponent(probe)}`)
    servers.push(await mortalServer(t), await mortalServer(t))
    vi.unstubAllEnvs()
    t.clock.set(Date.parse(LATE))
    const [one, two] = servers as [Mortal, Mortal]
    const timed = async (what: string, work: () => Promise<unknown>) => {
      const begun = performance.now()
      await work()
      if (process.env.INSTALMENTS !== undefined)
        console.info(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    }
    await timed('billed', () => one.run('instalment'))
    await timed('reminded by two', () => Promise.all([one.run('instalmentReminder'), two.run('instalmentReminder')]))
    expect(await done()).toEqual(once(MANY))
    await timed('again', () => Promise.all([one.run('instalment'), two.run('instalmentReminder')]))
    expect(await done()).toEqual(once(MANY))
    const { rows } = await t.root.query(
      'select max(version) as most from instalment where merchant_id = $1 and seq = 2',
      [w.merchantId],
    )
    expect(rows[0].most).toBeLessThanOrEqual(3)
    if (process.env.INSTALMENTS !== undefined)
      for (const pid of await readdir(folder)) {
        const looks = (await readFile(join(folder, pid), 'utf8')).trim().split('\n')
        const at = [0, 0.1, 0.25, 0.5, 0.75, 0.9].map((share) => looks[Math.floor(share * looks.length)])
        console.info(`${pid} RSS and heap, MB: ${[...at, looks.at(-1)].join(', ')}`)
      }
    await rm(folder, { recursive: true })
  })

  it('are done once by two servers, and the rest by who starts after both were killed', async () => {
    const orders = 30
    await out(orders)
    const folder = await mkdtemp(join(tmpdir(), 'cheyi-many-'))
    const start = (name: string) =>
      startServer({
        DATA_DIR: join(folder, name),
        DATABASE_URL: t.database.migratorUrl,
        KEY_FILE: t.kernel.config.keyFile,
        MEDIA_DIR: join(folder, 'media'),
        CLOCK: LATE,
      })
    const both = await Promise.all(['a', 'b'].map(start))
    await inTheEnd(async () => expect((await done()).told).toBeGreaterThanOrEqual(orders / 3))
    for (const server of both) server.process.kill('SIGKILL')
    await Promise.all(both.map((server) => server.ended()))
    expect((await done()).told).toBeLessThan(orders)
    // Two minutes later nobody holds the hour any more.
    await t.root.query(`update schedule_run set lease_until = '-infinity'`)
    both[0] = await start('a')
    await inTheEnd(async () => {
      // What failed would be due again tomorrow.
      expect(both[0]!.output()).not.toContain('job failed')
      const { told, billed } = await done()
      expect([told >= orders, billed]).toEqual([true, orders])
    })
    // Whoever comes back finds nothing to do.
    both[1] = await start('b')
    await stopServers(both)
    expect(await done()).toEqual(once(orders))
    await rm(folder, { recursive: true })
  }, 120_000)
})
