import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { NoticeArrived, PayProviderName, PaySimulator, SimulatedTrade } from '../../../kernel/pay-port.ts'
import { localServer } from '../../local-server.ts'
import { authorizePage, exchangeCode } from '../../wechat-user-simulator.ts'
import { alipayAnswer, alipayBillFile, alipayNotice, BILL_FILE } from './alipay.ts'
import { signingOf, turnCertificates } from './certificates.ts'
import { contractOf, type Kept, openState, type SimBack, type SimState, type SimTrade } from './state.ts'
import { type Bank, bankOf, restOf, type Told, waitingBack } from './trades.ts'
import { wechatAnswer, wechatNotice } from './wechat.ts'
import { bridgePage, pageAccountOf } from './wechat-app.ts'

export const GATEWAY = '/gateway.do'

/** Both payment providers over their own protocols, with their own keys, and the payer's pages. It can simulate their failures. */
export function paySimulator({
  dataDir,
  keptTrades,
  now,
}: {
  readonly dataDir: string
  /** How many trades it remembers, the newest; 300 unless told. */
  readonly keptTrades?: number
  readonly now: () => number
}): PaySimulator & { close(): Promise<void> } {
  const memory = openState(dataDir, keptTrades)
  let post: Parameters<PaySimulator['deliverBy']>[0] | undefined

  const server = localServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const state = await memory.get()
    if (state.down) return void response.destroy()
    const bank = bankOf(state, { now, save: memory.save })
    const body = await text(request)
    const send = await answerOf(state, bank, request, body)
    // The request was processed, but gets no response.
    if (timesOut(state, request, body)) return void response.destroy()
    response.writeHead(send.status, send.headers).end(send.body)
  }

  async function answerOf(state: SimState, bank: Bank, request: IncomingMessage, body: string) {
    const url = new URL(request.url ?? '/', 'http://pay')
    if (url.pathname === GATEWAY) {
      const form = Object.fromEntries(new URLSearchParams(body))
      const origin = `http://${request.headers.host}`
      const { json = '' } = await alipayAnswer(bank, contractOf(state, 'alipay'), form, origin)
      return { status: 200, headers: { 'content-type': 'application/json;charset=utf-8' }, body: json }
    }
    if (url.pathname === BILL_FILE) {
      const file = alipayBillFile(bank, contractOf(state, 'alipay'), url.searchParams)
      return {
        status: file === undefined ? 404 : 200,
        headers: { 'content-type': 'application/zip' },
        body: file ?? '',
      }
    }
    if (url.pathname === '/sns/oauth2/access_token') {
      const node = exchangeCode(pageAccountOf(bank, contractOf(state, 'wechat')), url.searchParams)
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(node) }
    }
    return wechatAnswer(bank, contractOf(state, 'wechat'), {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      authorization: String(request.headers.authorization ?? ''),
      serial: String(request.headers['wechatpay-serial'] ?? ''),
      body,
    })
  }

  const noticeOf = (state: SimState, trade: SimTrade, by: Partial<Omit<Told, 'now'>> = {}): NoticeArrived => {
    const contract = contractOf(state, trade.provider)
    const tell = trade.provider === 'alipay' ? alipayNotice : wechatNotice
    const { serial, privateKey } = signingOf(state, contract)
    return tell(contract, trade, { now: now(), key: privateKey, serial, ...by })
  }

  /** A notification without the expected answer is stored, and sent again by `flush`. */
  async function tell(state: SimState, { url, arrived }: Kept): Promise<void> {
    const reply = await post?.(url, arrived).catch(() => undefined)
    if (reply?.status === 200 && /success/i.test(reply.body)) return
    state.kept.push({ url, arrived })
  }

  async function notify(state: SimState, trade: SimTrade, back?: SimBack): Promise<void> {
    const one = (by?: { amount: number }) => ({
      url: trade.notifyUrl,
      arrived: noticeOf(state, trade, { back, ...by }),
    })
    // WeChat sends no notification of a charge by the customer's code.
    if (trade.fault === 'lose' || trade.notifyUrl === '') return
    if (trade.fault === 'delay') return void state.kept.push(one())
    if (trade.fault === 'wrongAmount') return tell(state, one({ amount: (back ?? trade).amount + 1 }))
    const notice = one()
    for (let times = trade.fault === 'repeat' ? 3 : 1; times > 0; times--) await tell(state, notice)
  }

  const shown = (trade: SimTrade): SimulatedTrade => ({
    ...trade,
    refunded: trade.refunds.reduce((sum, { amount, waits }) => (waits ? sum : sum + amount), 0),
    held: trade.hold === undefined || trade.state !== 'succeeded' ? 0 : restOf(trade),
    captured: (trade.hold?.captures ?? []).reduce((sum, { amount, paid }) => (paid ? sum + amount : sum), 0),
    isHold: trade.hold !== undefined,
  })

  return {
    url: server.url,
    close: server.close,
    async account(provider: PayProviderName) {
      const state = await memory.get()
      const { account } = contractOf(state, provider)
      await memory.save()
      return account
    },
    async browse(page, search) {
      const state = await memory.get()
      const query = new URLSearchParams(search)
      const bank = bankOf(state, { now, save: memory.save })
      if (page === 'authorize') return authorizePage(pageAccountOf(bank, contractOf(state, 'wechat')), query)
      if (page === 'bridge') return bridgePage(bank, contractOf(state, 'wechat'), query)
      return (await alipayAnswer(bank, contractOf(state, 'alipay'), Object.fromEntries(query))).to
    },
    trades: async () => (await memory.get()).trades.map(shown),
    async act(no, act, fen) {
      const state = await memory.get()
      const trade = state.trades.find((one) => one.no === no)
      if (trade === undefined) return undefined
      if (act === 'refundThere') {
        const left = trade.amount - shown(trade).refunded
        const back = {
          no: `console${trade.refunds.length + 1}${trade.no}`,
          amount: Math.min(fen ?? left, left),
          at: now(),
        }
        if (trade.state !== 'succeeded' || trade.hold !== undefined || back.amount <= 0) return shown(trade)
        trade.refunds.push(back)
        await memory.save()
        await notify(state, trade, back)
        await memory.save()
        return shown(trade)
      }
      if (trade.state === 'waiting' && act === 'approve' && trade.fault === 'forge') {
        // A forged notification of a payment that did not happen.
        const forged = { ...trade, state: 'succeeded' as const, paidAt: now() }
        await post?.(trade.notifyUrl, noticeOf(state, forged, { key: strangersKey() }))
        return shown(trade)
      }
      for (const back of waitingBack(trade)) {
        if (act !== 'approve') continue
        const done = { ...back, waits: false, at: now() }
        if (trade.fault === 'forge') {
          const told = { ...trade, refunds: [done], ...(trade.hold && { hold: { ...trade.hold, letGo: [done] } }) }
          await post?.(trade.notifyUrl, noticeOf(state, told, { back: done, key: strangersKey() }))
          return shown(trade)
        }
        Object.assign(back, done)
        await memory.save()
        await notify(state, trade, back)
        await memory.save()
      }
      if (trade.hold !== undefined && trade.state === 'succeeded') {
        const ended = { no: 'expired', amount: restOf(trade), at: now() }
        const ends = (act === 'expire' || act === 'takeBack') && ended.amount > 0
        if (ends) trade.hold.letGo.push(ended)
        // The payer pays the captured amounts.
        const owed = act === 'approve' ? trade.hold.captures.filter(({ paid }) => !paid) : []
        for (const one of owed) one.paid = true
        await memory.save()
        if (owed.length > 0 && trade.provider === 'wechat') await notify(state, trade)
        // 支付分 has no notification of it, and Alipay notifies the expiry at another address.
        if (ends && act === 'takeBack' && trade.provider === 'alipay') await notify(state, trade, ended)
        await memory.save()
        return shown(trade)
      }
      if (trade.state === 'waiting') {
        trade.state = act === 'approve' && trade.expiresAt > now() ? 'succeeded' : 'closed'
        if (trade.state === 'succeeded') trade.paidAt = now()
        await memory.save()
        if (trade.state === 'succeeded') await notify(state, trade)
        await memory.save()
      }
      return shown(trade)
    },
    async fail(fault, no) {
      const state = await memory.get()
      const trade = state.trades.find((one) => one.no === no)
      if (no === undefined) state.down = fault === 'down'
      if (trade !== undefined) trade.fault = fault
      else if (fault !== 'down') state.fault = fault
      await memory.save()
    },
    async flush() {
      const state = await memory.get()
      for (const kept of state.kept.splice(0).toReversed()) await tell(state, kept)
      await memory.save()
    },
    async certificates(step) {
      const state = await memory.get()
      await turnCertificates(state, step, now())
      await memory.save()
    },
    deliverBy(given) {
      post = given
    },
  }
}

let stranger: string | undefined
function strangersKey(): string {
  stranger ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  return stranger
}

/** Only requests that change something lose their answer. */
const timesOut = (state: SimState, request: IncomingMessage, body: string): boolean =>
  state.fault === 'timeOutAfterSuccess' && request.method === 'POST' && !/query|close/.test(body)
