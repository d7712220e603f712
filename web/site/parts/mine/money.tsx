/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { payKinds, payWays } from '@cheyi/domain/money/payment/codes'
import type { DepositState } from '@cheyi/domain/sales/site/deposit-state'
import { formatDateTime, localDate } from '@cheyi/domain/time'
import { type PlainPhrase, say, translate } from '../../../src/words/words.ts'
import type { Rental } from '../../view.ts'
import { Line } from './trip-card.tsx'

const states: Readonly<Record<DepositState, PlainPhrase>> = {
  open: '待交',
  later: '还车时收',
  never: '不收取',
  waived: '免押',
  held: '已交',
  frozen: '已预授权',
  comingBack: '待退',
  back: '已退还',
  taken: '已抵扣',
  ended: '授权已到期',
}

const stateOf = (state: DepositState): string => say(states[state] as '待交')

/** How each deposit stands, what was taken from it, and when the rest comes back. */
export function DepositsCard({ rental }: { readonly rental: Rental }) {
  if (rental.deposits.length === 0) return null
  return (
    <section class="card">
      <h2>{say('押金')}</h2>
      {rental.deposits.map(({ kind, amount, state, taken, backAt }) => (
        <div key={kind}>
          <Line name={translate(depositKinds.text(kind))} text={`${formatMoney(amount)} · ${stateOf(state)}`} />
          {taken > 0 && <p class="quiet">{say('已抵扣 {price}', { price: formatMoney(taken) })}</p>}
          {backAt !== null && <p class="quiet">{say('{date} 前退还', { date: localDate(backAt) })}</p>}
        </div>
      ))}
    </section>
  )
}

/** What was paid and what is owed; prices of a platform and of a company are not the customer's. */
export function MoneyCard({ rental }: { readonly rental: Rental }) {
  const { paid, owed, payments } = rental
  if (paid === 0 && owed === 0 && payments.length === 0) return null
  return (
    <section class="card">
      <h2>{say('付款记录')}</h2>
      {payments.map(({ at, payKind, payWay, amount, back }) => (
        <div key={`${at}${payKind}${amount}`}>
          <Line
            name={
              back ? say('退款 {what}', { what: translate(payKinds.text(payKind)) }) : translate(payKinds.text(payKind))
            }
            text={`${back ? '−' : ''}${formatMoney(amount)}`}
          />
          <p class="quiet">{`${formatDateTime(at)} · ${translate(payWays.text(payWay))}`}</p>
        </div>
      ))}
      {owed > 0 && <Line name={say('还需支付')} text={formatMoney(owed)} />}
      {owed < 0 && <Line name={say('待退给您')} text={formatMoney(-owed)} />}
    </section>
  )
}
