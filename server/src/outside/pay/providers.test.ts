import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { NoAnswer, type NoticeArrived, PayRefused, payProviders } from '../../kernel/pay-port.ts'
import { openPay, simulatedPay } from './port.ts'

const now = Date.parse('2026-11-20T10:00:00+08:00')
const dataDir = mkdtempSync(join(tmpdir(), 'cheyi-pay-'))
const nowhere = 'http://127.0.0.1:1'
const vendors = {
  alipay: nowhere,
  wechatPay: nowhere,
  wechatAuthorize: nowhere,
  wechatQrConnect: nowhere,
  caih: nowhere,
  amap: nowhere,
  taobao: nowhere,
  jpush: nowhere,
  wechat: nowhere,
}
const port = openPay({ simulators: 'open', dataDir, vendors }, () => now)
const simulator = port.simulator!
const arrived: NoticeArrived[] = []
simulator.deliverBy(async (_, notice) => {
  arrived.push(notice)
  return { status: 200, type: 'text/plain', body: 'success' }
})
afterAll(async () => {
  await port.close?.()
  rmSync(dataDir, { recursive: true })
})

let serial = 0
const askOf = (client: 'h5' | 'web' | 'qr' = 'qr') => ({
  outTradeNo: `P2611200000${++serial}`,
  amount: 86900,
  subject: '租车费用',
  client,
  expiresAt: now + 600_000,
  notifyUrl: 'https://shop.example/callback',
  payerIp: '10.0.0.1',
})

describe.each(payProviders)('%s', (name) => {
  const open = async () => port.provider(await simulator.account(name))
  const noOf = async (outTradeNo: string) => (await simulator.trades()).find((one) => one.outTradeNo === outTradeNo)!.no

  it('makes a code, is paid, tells so, and pays back in parts', async () => {
    const provider = await open()
    const ask = askOf()
    const link = await provider.create(ask)
    const no = await noOf(ask.outTradeNo)
    expect(link).toEqual({ url: null, qr: `/simulated-pay?no=${no}` })
    expect(await provider.query(ask.outTradeNo)).toMatchObject({ state: 'waiting' })
    expect(await provider.create(ask)).toEqual(link)

    await simulator.act(no, 'approve')
    const paid = { outTradeNo: ask.outTradeNo, state: 'succeeded', amount: 86900, paidAt: now }
    expect(provider.read(arrived.at(-1)!)).toMatchObject({ about: 'trade', outNo: ask.outTradeNo, trade: paid })
    expect(await provider.query(ask.outTradeNo)).toMatchObject(paid)
    expect(await provider.close(ask.outTradeNo)).toMatchObject({ state: 'succeeded' })

    const back = { outTradeNo: ask.outTradeNo, total: 86900, reason: '退款', notifyUrl: ask.notifyUrl }
    const first = { ...back, outRefundNo: `R${serial}1`, amount: 80000 }
    expect(await provider.queryRefund(first)).toMatchObject({ state: 'unknown' })
    expect(await provider.refund(first)).toMatchObject({ state: 'succeeded', at: now })
    expect(await provider.queryRefund(first)).toMatchObject({ state: 'succeeded', at: now })
    // Asked again under its own number it is paid back once; another one would be too much.
    await provider.refund(first)
    await expect(provider.refund({ ...back, outRefundNo: `R${serial}2`, amount: 7000 })).rejects.toThrow(PayRefused)
    expect((await simulator.trades())[0]).toMatchObject({ refunded: 80000 })
  })

  const codeOf = () => `${name === 'alipay' ? '28' : '13'}${String(++serial).padStart(16, '0')}`
  const chargeOf = (amount: number) => {
    const { client: _, ...ask } = askOf()
    return { ...ask, amount, authCode: codeOf(), storeId: '7' }
  }

  it("takes money by the customer's own code, once, and asks for a password above a sum", async () => {
    const provider = await open()
    const small = chargeOf(86900)
    expect(await provider.charge(small)).toMatchObject({
      state: 'succeeded',
      amount: 86900,
      outTradeNo: small.outTradeNo,
    })
    expect(await provider.charge(small)).toMatchObject({ state: 'succeeded' })
    await expect(provider.charge({ ...chargeOf(100), authCode: small.authCode })).rejects.toThrow(PayRefused)

    const large = chargeOf(286900)
    expect(await provider.charge(large)).toMatchObject({ state: 'waiting', outTradeNo: large.outTradeNo })
    await simulator.act(await noOf(large.outTradeNo), 'approve')
    expect(await provider.query(large.outTradeNo)).toMatchObject({ state: 'succeeded', amount: 286900 })
    // Paid meanwhile: it stays so.
    expect(await provider.reverse(large.outTradeNo)).toMatchObject({ state: 'succeeded', amount: 286900 })

    const given = chargeOf(286900)
    await provider.charge(given)
    expect(await provider.reverse(given.outTradeNo)).toMatchObject({ state: 'closed' })
    expect(await simulator.act(await noOf(given.outTradeNo), 'approve')).toMatchObject({ state: 'closed' })
    expect(await provider.reverse(chargeOf(1).outTradeNo)).toMatchObject({ state: 'unknown' })
  })

  it("does not know whether a customer's code was charged when the answer is lost", async () => {
    const provider = await open()
    const ask = chargeOf(86900)
    await simulator.fail('timeOutAfterSuccess')
    await expect(provider.charge(ask)).rejects.toThrow(NoAnswer)
    await simulator.fail('none')
    expect(await provider.query(ask.outTradeNo)).toMatchObject({ state: 'succeeded', amount: 86900 })
  })

  it('leads a browser to its page', async () => {
    const provider = await open()
    const { url, qr } = await provider.create({ ...askOf('h5'), returnUrl: 'https://shop.example/back' })
    expect(qr).toBeNull()
    expect(url).toMatch(
      name === 'alipay' ? /^\/api\/simulation\/v1\/pay\/gateway\.do\?.*sign=/ : /^\/simulated-pay\?no=.*redirect_url=/,
    )
  })

  it("leads a desktop's browser to a page of its own, or lets it scan a code", async () => {
    const provider = await open()
    const ask = askOf('web')
    const { url, qr } = await provider.create(ask)
    if (name === 'wechat') return expect([url, qr]).toEqual([null, expect.stringMatching(/^\/simulated-pay\?no=/)])
    const query = new URL(url!, 'http://x').searchParams
    expect([qr, query.get('method')]).toEqual([null, 'alipay.trade.page.pay'])
    const page = await simulator.browse('gateway.do', String(query))
    const no = await noOf(ask.outTradeNo)
    expect(page).toBe(`/simulated-pay?no=${no}`)
    await simulator.act(no, 'approve')
    expect(await provider.query(ask.outTradeNo)).toMatchObject({ state: 'succeeded', amount: 86900 })
    query.set('biz_content', query.get('biz_content')!.replace('869.00', '0.01'))
    expect(await simulator.browse('gateway.do', String(query))).toBeUndefined()
  })

  it('is asked where the configuration says, and sends browsers there', async () => {
    const [account, url] = [await simulator.account(name), await simulator.url()]
    const set = { ...vendors, alipay: `${url}/gateway.do`, wechatPay: url }
    const provider = openPay({ simulators: 'off', dataDir, vendors: set }, () => now).provider(account)
    const ask = askOf()
    await provider.create(ask)
    expect(await provider.query(ask.outTradeNo)).toMatchObject({ state: 'waiting' })
    const away = openPay({ simulators: 'off', dataDir, vendors }, () => now).provider(account)
    await expect(away.query(ask.outTradeNo)).rejects.toThrow(NoAnswer)
    const sent =
      name === 'alipay'
        ? (await away.create(askOf('h5'))).url
        : away.inApp!.authorizeUrl({ redirectUrl: 'https://shop.example', state: 's' })
    expect(sent).toMatch(/^http:\/\/127\.0\.0\.1:1\?/)
  })

  it('closes what nobody paid, and what it never heard of', async () => {
    const provider = await open()
    const ask = askOf()
    expect(await provider.query(ask.outTradeNo)).toMatchObject({ state: 'unknown' })
    await provider.create(ask)
    expect(await provider.close(ask.outTradeNo)).toMatchObject({ state: 'closed' })
    expect(await simulator.act(await noOf(ask.outTradeNo), 'approve')).toMatchObject({ state: 'closed' })
  })

  it('is not believed when another signed, and nothing is decided while it is away', async () => {
    const provider = await open()
    const ask = askOf()
    await provider.create(ask)
    const no = await noOf(ask.outTradeNo)
    await simulator.fail('forge', no)
    await simulator.act(no, 'approve')
    expect(provider.read(arrived.at(-1)!)).toBeUndefined()
    expect(await provider.query(ask.outTradeNo)).toMatchObject({ state: 'waiting' })

    const stranger = {
      ...(await simulator.account(name)),
      privateKey: (await simulator.account(payProviders[1 - payProviders.indexOf(name)]!)).privateKey,
    }
    await expect(port.provider(stranger).query(ask.outTradeNo)).rejects.toThrow(PayRefused)
    await simulator.fail('down')
    await expect(provider.query(ask.outTradeNo)).rejects.toThrow(NoAnswer)
    await simulator.fail('none')
    expect(await provider.query(ask.outTradeNo)).toMatchObject({ state: 'waiting' })
  })

  it('may do what it was asked and not say so', async () => {
    const provider = await open()
    const ask = askOf()
    await simulator.fail('timeOutAfterSuccess')
    await expect(provider.create(ask)).rejects.toThrow(NoAnswer)
    await simulator.fail('none')
    expect((await provider.create(ask)).qr).toBe(`/simulated-pay?no=${await noOf(ask.outTradeNo)}`)
  })
})

it('WeChat refuses whose clock is more than five minutes off, who believes none of its answers either', async () => {
  const account = await simulator.account('wechat')
  const by = (off: number) => simulatedPay(simulator.url, () => now + off * 60_000).provider(account)
  for (const off of [-4, 4]) expect(await by(off).query('P1')).toMatchObject({ state: 'unknown' })
  for (const off of [-6, 6]) await expect(by(off).query('P1')).rejects.toThrow(new PayRefused('SIGN_ERROR', '签名错误'))
})

it.each(['no json', 'null', '"text"', '[]', '7', '{}', '{"id":"1","resource":null}'])(
  'a notification that WeChat signed and that tells nothing is none: %s',
  async (body) => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const provider = port.provider({
      ...(await simulator.account('wechat')),
      providerKey: pair.publicKey.export({ type: 'spki', format: 'pem' }) as string,
      providerKeyId: 'PUB_KEY_ID_7',
      certificates: [],
    })
    const timestamp = String(now / 1000)
    const signature = sign('sha256', Buffer.from(`${timestamp}\nn\n${body}\n`), pair.privateKey).toString('base64')
    const headers = {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': 'n',
      'wechatpay-serial': 'PUB_KEY_ID_7',
      'wechatpay-signature': signature,
    }
    expect(provider.read({ headers, body })).toBeUndefined()
  },
)
