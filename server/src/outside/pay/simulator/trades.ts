import { randomBytes } from 'node:crypto'
import type { PayProviderName } from '../../../kernel/pay-port.ts'
import type { SimBack, SimHold, SimState, SimTrade } from './state.ts'

export type Asked = Pick<
  SimTrade,
  'provider' | 'outTradeNo' | 'subject' | 'amount' | 'notifyUrl' | 'expiresAt' | 'hold' | 'payer' | 'authCode'
>

/**
 * How a trade, or its part `back`, is notified; `amount`: a different sum than was moved; `key` and `serial`: the
 * signing key and the serial number that it claims.
 */
export interface Told {
  readonly now: number
  readonly back?: SimBack | undefined
  readonly amount?: number
  readonly key: string
  readonly serial: string
}

/** Operations on trades that both protocols share. */
export type Bank = ReturnType<typeof bankOf>

/** The page where a payer decides about a trade or a hold. */
export const payerPage = (no: string): string => `/simulated-pay?no=${no}`

/** WeChat's number of a payment; for a hold it is the number of the payment that completed it, not that of the hold. */
export const transactionOf = ({ providerNo, hold }: SimTrade): string =>
  hold === undefined ? providerNo : `${providerNo}01`

/** Up to this amount (fen) a payment code needs no password, as with both providers. */
const WITHOUT_PASSWORD = 100_000

/** The part of a hold that is neither captured nor released. */
export const restOf = ({ amount, hold }: SimTrade): number =>
  [...(hold?.captures ?? []), ...(hold?.letGo ?? [])].reduce((left, part) => left - part.amount, amount)

/** Refunds and releases that are accepted and not done. */
export const waitingBack = ({ refunds, hold }: SimTrade): SimBack[] =>
  [...refunds, ...(hold?.letGo ?? [])].filter(({ waits }) => waits)

/** Amount that the simulator moves: the one asked for, with the fault `wrongAmount` one fen less, which it reports. */
const movedAmount = ({ fault }: SimTrade, amount: number): number => (fault === 'wrongAmount' ? amount - 1 : amount)

export function bankOf(state: SimState, { now, save }: { now: () => number; save: () => Promise<void> }) {
  const find = (provider: PayProviderName, outTradeNo: string) => {
    const trade = state.trades.find((one) => one.provider === provider && one.outTradeNo === outTradeNo)
    if (trade?.state === 'waiting' && trade.expiresAt <= now()) trade.state = 'closed'
    return trade
  }
  const goingBack = (trade: SimTrade, no: string, amount: number): SimBack => ({
    no,
    amount: movedAmount(trade, amount),
    at: now(),
    ...(trade.fault === 'pendingRefunds' ? { waits: true } : {}),
  })
  return {
    now,
    state,
    /** A repeated number returns the same trade; undefined if the shop is refused. */
    async open(asked: Asked): Promise<SimTrade | undefined> {
      if (state.fault === 'refuse') return undefined
      const known = find(asked.provider, asked.outTradeNo)
      if (known !== undefined) return known
      const trade: SimTrade = {
        ...asked,
        no: randomBytes(9).toString('base64url'),
        providerNo: `${asked.provider === 'wechat' ? '42' : '20'}${String(now())}${String(++state.serial).padStart(8, '0')}`,
        at: now(),
        state: 'waiting',
        fault: state.fault,
        paidAt: null,
        refunds: [],
      }
      state.trades.unshift(trade)
      await save()
      return trade
    },
    /**
     * Charges a customer's code: at once up to a limit, above it after the payer agrees. `badCode`: the code was
     * already used for another payment, `refused`: the shop is refused.
     */
    async charge(asked: Asked): Promise<SimTrade | 'badCode' | 'refused'> {
      const used = state.trades.find((one) => one.authCode === asked.authCode)
      if (used !== undefined && used.outTradeNo !== asked.outTradeNo) return 'badCode'
      const trade = await this.open(asked)
      if (trade === undefined) return 'refused'
      if (trade.state === 'waiting' && trade.amount <= WITHOUT_PASSWORD && state.fault !== 'undecided') {
        trade.state = 'succeeded'
        trade.paidAt = now()
        await save()
      }
      return trade
    },
    trade: find,
    byNumber: (no: string) => state.trades.find((one) => one.providerNo === no && one.hold !== undefined),
    /** A capture by its number, with its hold. */
    captured(no: string): [SimTrade, SimHold['captures'][number]] | undefined {
      for (const trade of state.trades) {
        const part = trade.hold?.captures.find((one) => one.no === no)
        if (part !== undefined) return [trade, part]
      }
      return undefined
    },
    /** The hold of 支付分 that was completed by a payment with that number. */
    collected: (id: string) =>
      state.trades.find((one) => one.provider === 'wechat' && one.hold?.captures[0]?.paid && transactionOf(one) === id),
    refunded: (provider: PayProviderName, no: string) =>
      state.trades.find((one) => one.provider === provider && one.refunds.some((refund) => refund.no === no)),
    /** @returns false for a paid one */
    async close(trade: SimTrade): Promise<boolean> {
      if (trade.state === 'succeeded') return false
      trade.state = 'closed'
      await save()
      return true
    },
    /** A repeated number is refunded once; `of`: the capture of a hold that is refunded. */
    async refund(trade: SimTrade, no: string, amount: number, of?: { readonly no: string; readonly amount: number }) {
      if (trade.refunds.some((one) => one.no === no)) return 'repeated'
      if (trade.fault === 'refuseRefund' || state.fault === 'refuseRefund') return 'refused'
      const before = trade.refunds.filter((one) => one.of === of?.no)
      const left = (of ?? trade).amount - before.reduce((sum, one) => sum + one.amount, 0)
      if (trade.state !== 'succeeded' || amount <= 0 || amount > left) return 'tooMuch'
      const back = { ...goingBack(trade, no, amount), ...(of && { of: of.no }) }
      trade.refunds.push(back)
      await save()
      return back.waits ? 'undecided' : 'done'
    },
    /** Captures from a hold and leaves the rest unchanged; a repeated number counts once. */
    async capture(trade: SimTrade, no: string, amount: number) {
      const { captures } = trade.hold!
      if (captures.some((one) => one.no === no)) return 'repeated'
      if (trade.fault === 'refuseCapture' || state.fault === 'refuseCapture') return 'refused'
      if (trade.state !== 'succeeded' || amount <= 0 || amount > restOf(trade)) return 'tooMuch'
      const paid = trade.fault !== 'undecided' && state.fault !== 'undecided'
      captures.push({ no, amount: movedAmount(trade, amount), at: now(), paid })
      await save()
      return paid ? 'done' : 'undecided'
    },
    /** Releases a part of a hold; a repeated number counts once. */
    async letGo(trade: SimTrade, no: string, amount: number) {
      const { letGo } = trade.hold!
      if (letGo.some((one) => one.no === no)) return 'repeated'
      if (trade.fault === 'refuseRefund' || state.fault === 'refuseRefund') return 'refused'
      if (trade.state !== 'succeeded' || amount <= 0 || amount > restOf(trade)) return 'tooMuch'
      const { waits, ...gone } = goingBack(trade, no, amount)
      // 支付分 releases at once.
      const back: SimBack = waits && !trade.hold!.credit ? { ...gone, waits } : gone
      letGo.push(back)
      await save()
      return back.waits ? 'undecided' : 'done'
    },
  }
}
