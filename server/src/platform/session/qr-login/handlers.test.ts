import type { AddressInfo } from 'node:net'
import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { holding } from '../../../testing/hostile/faults.ts'
import { inTheEnd } from '../../../testing/in-the-end.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { waitersOf } from './waiting.ts'

sharedMerchant({ poolSize: 8 })

const { create, status, scan, confirm, refuse } = contract.qrLogin

async function show(redirect?: string) {
  const qr = await t.call(create, { redirect }, {})
  const headers = { 'x-qr-secret': qr.pollSecret }
  return {
    ...qr,
    ask: (known?: number) => t.send(status, { qrId: qr.qrId, known }, { headers }),
    by: (call: typeof scan | typeof confirm | typeof refuse, token: string) =>
      t.send(call, { qrId: qr.qrId }, { token }),
  }
}

describe('a QR login', () => {
  it('works from the page to the phone and back, and returns its token once', async () => {
    const qr = await show('/order?status=3')
    expect(qr).toMatchObject({ expireIn: 120, qrText: `/scan-login?qr=${qr.qrId}` })
    expect((await qr.ask()).data).toEqual({ state: 0, token: null, redirect: '/order?status=3' })
    const { manager } = w.tokens
    expect((await qr.by(scan, manager)).data).toMatchObject({ merchantName: '测试租车', device: '未知设备' })
    expect((await qr.ask()).data).toMatchObject({ state: 1, token: null })
    await qr.by(confirm, manager)
    const { data } = await qr.ask()
    expect(data).toMatchObject({ state: 3, redirect: '/order?status=3' })
    const { token } = data as { token: string }
    expect(await t.call(contract.session.userInfo, {}, { token })).toMatchObject({ roleNames: ['店长'] })
    expect((await qr.ask()).data).toMatchObject({ state: 3, token: null })
    const { rows } = await t.root.query('select * from login_qr order by id desc limit 1')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('waits for the phone in one long call', async () => {
    const qr = await show()
    const waiting = qr.ask(0)
    await qr.by(scan, w.tokens.clerk)
    expect((await waiting).data).toMatchObject({ state: 1 })
  })

  it('shows the scanning user where the request comes from', async () => {
    const cityOf = async (ip: string) => {
      const qr = await show()
      await t.root.query('update login_qr set ip = $1 where id = (select max(id) from login_qr)', [ip])
      return ((await qr.by(scan, w.tokens.clerk)).data as { city: string | null }).city
    }
    expect(await cityOf('120.24.78.68')).toBe('广东省深圳市')
    expect(await cityOf('127.0.0.1')).toBe('内网IP')
  })

  it('belongs to the user who scanned it', async () => {
    const qr = await show()
    await qr.by(scan, w.tokens.manager)
    expect((await qr.by(scan, w.tokens.clerk)).errorCode).toBe(1008)
    expect((await qr.by(confirm, w.tokens.clerk)).errorCode).toBe(1008)
    expect((await qr.by(refuse, w.tokens.clerk)).errorCode).toBe(1008)
    // Repeating the scan changes nothing.
    expect((await qr.by(scan, w.tokens.manager)).success).toBe(true)
    expect((await qr.by(refuse, w.tokens.manager)).success).toBe(true)
    expect((await qr.ask()).data).toMatchObject({ state: 5, token: null })
    expect((await qr.by(confirm, w.tokens.manager)).errorCode).toBe(1008)
  })

  it('cannot be confirmed before it was scanned', async () => {
    const qr = await show()
    expect((await qr.by(confirm, w.tokens.manager)).errorCode).toBe(1008)
  })

  it('gives one session when it is confirmed twice and fetched twice at once', async () => {
    const qr = await show()
    await qr.by(scan, w.tokens.fleet)
    await Promise.all([qr.by(confirm, w.tokens.fleet), qr.by(confirm, w.tokens.fleet)])
    const before = await sessions()
    const answers = await Promise.all([qr.ask(), qr.ask(), qr.ask()])
    expect(answers.filter(({ data }) => (data as { token: string | null } | null)?.token)).toHaveLength(1)
    expect((await sessions()) - before).toBe(1)
  })

  it('expires after two minutes, and half a minute after a confirmation that was not fetched', async () => {
    const unseen = await show()
    const [seen, confirmed] = [await show(), await show()]
    await seen.by(scan, w.tokens.manager)
    await confirmed.by(scan, w.tokens.manager)
    t.clock.advance(MINUTE)
    await confirmed.by(confirm, w.tokens.manager)
    t.clock.advance(MINUTE / 2)
    expect((await confirmed.ask()).data).toMatchObject({ state: 4, token: null })
    t.clock.advance(MINUTE / 2)
    expect((await unseen.ask()).data).toMatchObject({ state: 4 })
    expect((await unseen.by(scan, w.tokens.manager)).errorCode).toBe(1008)
    expect((await seen.by(confirm, w.tokens.manager)).errorCode).toBe(1008)
  })

  it('returns nothing without the secret', async () => {
    const qr = await show()
    const other = await show()
    expect((await t.send(status, { qrId: qr.qrId })).errorCode).toBe(1008)
    const headers = { 'x-qr-secret': other.pollSecret }
    expect((await t.send(status, { qrId: qr.qrId }, { headers })).errorCode).toBe(1008)
    const events = await t.app.inject({ url: `/api/login/v1/qr/events?qrId=${qr.qrId}`, headers })
    expect(events.statusCode).toBe(204)
  })

  it('allows two waiting calls per code and ten per address, without database queries per page', async () => {
    const { main, side } = t.kernel.pools
    let asked = 0
    const count = () => asked++
    const pages = await Promise.all(Array.from({ length: 6 }, () => show()))
    for (const pool of [main, side]) pool.on('acquire', count)
    const waiting = pages.slice(0, 5).flatMap((qr) => [qr.ask(0), qr.ask(0)])
    const secondLook = waiting[0]!
    // A call before all ten are waiting would take one of their places.
    const { config } = t.kernel
    await inTheEnd(() => expect(waitersOf(config).taken).toBe(10))
    // Calls whose code or whose address has no free place are answered at once.
    const [sixth, first] = [pages[5]!, pages[0]!]
    expect((await sixth.ask(0)).errorCode).toBe(-7)
    expect((await first.ask(0)).errorCode).toBe(-7)
    expect((await sixth.ask()).data).toMatchObject({ state: 0 })
    const begun = asked
    await first.by(scan, w.tokens.clerk)
    const told = asked - begun
    expect((await secondLook).data).toMatchObject({ state: 1 })
    // One or two queries for all ten of them, not one each.
    expect(asked - begun - told).toBeLessThan(5)
    for (const pool of [main, side]) pool.off('acquire', count)
    await Promise.all(pages.slice(1, 5).map((qr) => qr.by(scan, w.tokens.clerk)))
    expect((await Promise.all(waiting)).map(({ data }) => (data as { state: number }).state)).toEqual(Array(10).fill(1))
    // Places are free now.
    const again = sixth.ask(0)
    await sixth.by(scan, w.tokens.clerk)
    expect((await again).data).toMatchObject({ state: 1 })
  })

  it('keeps no place for a page that disconnected while its code was looked up', async () => {
    const { port } = await listening()
    const qr = await show()
    const page = new AbortController()
    const lock = await holding(t, 'lock table login_qr')
    const opened = fetch(`http://127.0.0.1:${port}/api/login/v1/qr/events?qrId=${qr.qrId}`, {
      headers: { 'x-qr-secret': qr.pollSecret },
      signal: page.signal,
    }).catch((error: Error) => error.name)
    const left = new Promise((resolve) => t.app.server.once('request', (_, answer) => answer.once('close', resolve)))
    await inTheEnd(async () => expect(await lock.blocked()).toHaveLength(1))
    page.abort()
    await Promise.all([left, opened])
    const waiters = waitersOf(t.kernel.config)
    const entered = vi.spyOn(waiters, 'enter')
    await lock.release()
    await inTheEnd(() => expect(entered).toHaveReturned())
    expect(waiters.taken).toBe(0)
  })

  it('accepts only pages of our own', async () => {
    for (const redirect of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n\\evil',
    ])
      expect((await t.send(create, { redirect })).errorCode).toBe(-2)
  })

  it('sends each new state at once', { timeout: 20_000 }, async () => {
    const { port } = await listening()
    const qr = await show()
    const response = await fetch(`http://127.0.0.1:${port}/api/login/v1/qr/events?qrId=${qr.qrId}`, {
      headers: { 'x-qr-secret': qr.pollSecret },
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const states: number[] = []
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      for (const [, state] of chunk.matchAll(/"state":(\d)/g)) states.push(Number(state))
      if (states.at(-1) === 0) await qr.by(scan, w.tokens.manager)
      if (states.at(-1) === 1) await qr.by(confirm, w.tokens.manager)
    }
    expect(states).toEqual([0, 1, 2])
  })
})

/** Listens once for the whole file: an aborted request needs a real connection. */
async function listening(): Promise<AddressInfo> {
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  return t.app.server.address() as AddressInfo
}

const sessions = async (): Promise<number> =>
  Number((await t.root.query('select count(*) as n from login_session')).rows[0].n)
