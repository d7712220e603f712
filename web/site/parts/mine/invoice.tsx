/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { invoiceStatuses } from '@cheyi/domain/money/invoice/invoice'
import { useState } from 'preact/hooks'
import { say, translate } from '../../../src/words/words.ts'
import { ask } from '../../ask.ts'
import type { Rental } from '../../view.ts'
import { textOf } from '../code-fields.tsx'
import { Problem } from '../problem.tsx'
import { Line } from './trip-card.tsx'
import { useAct } from './use-act.ts'

/** Invoices of the rental, and a request for one over what is not invoiced yet. */
export function InvoiceCard({ site, rental }: { readonly site: string; readonly rental: Rental }) {
  const act = useAct()
  const [open, setOpen] = useState(false)
  const { orderId, invoices, invoiceable } = rental
  if (invoices.length === 0 && invoiceable === 0) return null
  return (
    <section class="card">
      <h2>{say('发票')}</h2>
      {invoices.map(({ status, title, amount, number }) => (
        <div key={`${title}${number}${amount}`}>
          <Line name={title} text={`${formatMoney(amount)} · ${translate(invoiceStatuses.text(status))}`} />
          {number !== '' && <p class="quiet">{say('发票号码 {no}', { no: number })}</p>}
        </div>
      ))}
      {invoiceable > 0 && !open && (
        <button type="button" class="second" onClick={() => setOpen(true)}>
          {say('申请发票 {price}', { price: formatMoney(invoiceable) })}
        </button>
      )}
      {open && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const form = event.currentTarget
            const taxNo = textOf(form, 'taxNo')
            void act.run(async () => {
              await ask(site, 'askInvoice', { orderId, title: textOf(form, 'title'), ...(taxNo !== '' && { taxNo }) })
              location.reload()
            })
          }}
        >
          <label>
            <span>{say('发票抬头')}</span>
            <input name="title" maxLength={100} required />
          </label>
          <label>
            <span>{say('税号（公司必填）')}</span>
            <input name="taxNo" maxLength={20} autoComplete="off" />
          </label>
          <Problem text={act.problem} />
          <button type="submit" disabled={act.busy}>
            {say('提交申请')}
          </button>
        </form>
      )}
    </section>
  )
}
