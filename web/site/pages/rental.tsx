/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { formatClock, formatDateTime } from '@cheyi/domain/time'
import { useState } from 'preact/hooks'
import { say } from '../../src/words/words.ts'
import { ask, Refused } from '../ask.ts'
import { Lines } from '../parts/lines.tsx'
import { nextText, statusText } from '../parts/status.ts'
import type { Rental, View } from '../view.ts'

/** One rental: how it stands, the next thing to do, and what it costs. */
export function RentalPage({ site, rental }: Extract<View, { kind: 'rental' }>) {
  const [problem, setProblem] = useState<string | null>(null)
  const { orderId, status, due, payUntil } = rental
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Refused ? error.message : say('网络不稳定，请稍后再试'))
    }
  }
  return (
    <>
      <section class="card">
        <h1>{statusText(status)}</h1>
        <p>{nextText(status)}</p>
        {payUntil !== null && (
          <p class="why">{say('请在 {clock} 前付款，超时自动取消', { clock: formatClock(payUntil) })}</p>
        )}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {due > 0 && (
          <button
            type="button"
            onClick={() => void act(async () => location.assign((await ask(site, 'pay', { orderId })).payUrl))}
          >
            {say('去支付 {price}', { price: formatMoney(due) })}
          </button>
        )}
        {rental.penalty !== null && <Cancel site={site} rental={rental} act={act} />}
        {rental.penalty === null && (
          <a class="button second" href={`/s/${site}`}>
            {say('再订一次')}
          </a>
        )}
      </section>
      <section class="card">
        <h2>{rental.model}</h2>
        <p class="line">
          <span>{say('取车时间')}</span>
          <span>{formatDateTime(rental.pickupAt)}</span>
        </p>
        <p class="line">
          <span>{say('还车时间')}</span>
          <span>{formatDateTime(rental.returnAt)}</span>
        </p>
        <p class="line">
          <span>{rental.storeName}</span>
          {rental.storePhone !== '' && <a href={`tel:${rental.storePhone}`}>{say('拨打电话')}</a>}
        </p>
        <p class="quiet">{rental.storeAddress}</p>
        {rental.returnStoreName !== rental.storeName && (
          <p class="line">
            <span>{say('还车门店')}</span>
            <span>{rental.returnStoreName}</span>
          </p>
        )}
        {rental.plate !== '' && (
          <p class="line">
            <span>{say('车牌')}</span>
            <span>{rental.plate}</span>
          </p>
        )}
        <p class="line">
          <span>{say('订单号')}</span>
          <span>{rental.orderNo}</span>
        </p>
      </section>
      <Lines title={say('费用明细')} lines={rental.lines} total={rental.total} />
    </>
  )
}

interface CancelProps {
  readonly site: string
  readonly rental: Rental
  readonly act: (work: () => Promise<unknown>) => Promise<void>
}

/** What cancelling costs is said before it is done. */
function Cancel({ site, rental, act }: CancelProps) {
  const [asked, setAsked] = useState(false)
  const penalty = rental.penalty ?? 0
  if (!asked)
    return (
      <button type="button" class="second" onClick={() => setAsked(true)}>
        {say('取消预订')}
      </button>
    )
  return (
    <fieldset class="choice">
      <legend>{say('取消预订')}</legend>
      <p>{penalty === 0 ? say('现在取消不收费') : say('现在取消收取 {price}', { price: formatMoney(penalty) })}</p>
      {rental.refund > 0 && <p>{say('已付款退还 {price}', { price: formatMoney(rental.refund) })}</p>}
      <button
        type="button"
        onClick={() =>
          void act(async () => {
            await ask(site, 'cancel', { orderId: rental.orderId, penalty })
            location.reload()
          })
        }
      >
        {say('确认取消')}
      </button>
      <button type="button" class="second" onClick={() => setAsked(false)}>
        {say('不取消')}
      </button>
    </fieldset>
  )
}
