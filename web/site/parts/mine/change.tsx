/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { formatClock, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { useState } from 'preact/hooks'
import { say, translate } from '../../../src/words/words.ts'
import { ask } from '../../ask.ts'
import type { ChangePrice, Rental } from '../../view.ts'
import { textOf } from '../code-fields.tsx'
import { Problem } from '../problem.tsx'
import { Line } from './trip-card.tsx'
import { useAct } from './use-act.ts'

/** Other times for a rental: first what they cost, then the change. In use it is the return that moves. */
export function Change({ site, rental }: { readonly site: string; readonly rental: Rental }) {
  const act = useAct()
  const [open, setOpen] = useState(false)
  const [priced, setPriced] = useState<ChangePrice | null>(null)
  const { orderId, change } = rental
  if (change === null) return null
  const name = change === 'trip' ? say('修改时间') : translate('续租')
  if (!open)
    return (
      <button type="button" class="second" onClick={() => setOpen(true)}>
        {name}
      </button>
    )
  const price = (form: HTMLFormElement) =>
    act.run(async () => {
      const times = {
        ...(change === 'trip' && { pickupAt: momentOf(form, 'pickup') }),
        returnAt: momentOf(form, 'return'),
      }
      setPriced(await ask(site, 'changePrice', { orderId, ...times }))
    })
  const confirm = ({ quoteId }: ChangePrice) =>
    act.run(async () => {
      const { url } = await ask(site, 'change', { orderId, quoteId })
      if (url === null) location.reload()
      else location.assign(url)
    })
  return (
    <form
      class="inner"
      onSubmit={(event) => {
        event.preventDefault()
        void price(event.currentTarget)
      }}
      onInput={() => setPriced(null)}
    >
      <h2>{name}</h2>
      {change === 'trip' && <Moment name="pickup" label={say('取车时间')} at={rental.pickupAt} />}
      <Moment name="return" label={change === 'trip' ? say('还车时间') : say('新还车时间')} at={rental.returnAt} />
      {priced !== null && (
        <>
          {priced.lines.map((line) => (
            <Line key={line.name} name={translate(line.name)} text={signed(line.amount)} />
          ))}
          <p class="sum">{differenceText(priced.difference)}</p>
        </>
      )}
      <Problem text={act.problem} />
      {priced === null ? (
        <button type="submit" disabled={act.busy}>
          {say('查看差价')}
        </button>
      ) : (
        <button type="button" disabled={act.busy} onClick={() => void confirm(priced)}>
          {change === 'trip' ? say('确认修改') : say('确认续租并付款')}
        </button>
      )}
      <button type="button" class="second" onClick={() => setOpen(false)}>
        {say('不修改')}
      </button>
    </form>
  )
}

const signed = (fen: number): string => (fen < 0 ? `−${formatMoney(-fen)}` : formatMoney(fen))

function differenceText(fen: number): string {
  if (fen === 0) return say('费用不变')
  if (fen < 0) return say('减少 {price}，已付的差价由门店退还', { price: formatMoney(-fen) })
  return say('需加付 {price}', { price: formatMoney(fen) })
}

const momentOf = (form: HTMLFormElement, name: string): number => {
  const time = textOf(form, `${name}Time`)
  return startOfDate(textOf(form, `${name}Day`)) + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE
}

function Moment({ name, label, at }: { readonly name: string; readonly label: string; readonly at: number }) {
  return (
    <fieldset>
      <legend>{label}</legend>
      <input
        type="date"
        name={`${name}Day`}
        required
        defaultValue={localDate(at)}
        aria-label={`${label} ${say('日期')}`}
      />
      <input
        type="time"
        name={`${name}Time`}
        required
        defaultValue={formatClock(at)}
        aria-label={`${label} ${say('时刻')}`}
      />
    </fieldset>
  )
}
