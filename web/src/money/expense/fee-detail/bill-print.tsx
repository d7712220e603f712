import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { formatDateTime } from '@cheyi/domain/time'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { type Bill, basisOf, depositAmount, enteredWords, sumsOf } from './bill-words.ts'

interface BillPrintProps {
  readonly bill: Bill
  readonly merchantName: string
  /** Time of printing, epoch milliseconds. */
  readonly at: number
  /** Called when the print dialog was closed, with or without printing. */
  readonly onDone: () => void
}

/**
 * The bill for the print dialog, which can also save a PDF. It is rendered beside the app, and the app is hidden while printing: a
 * page with its own scroll area would be cut off at the height of the window.
 */
export function BillPrint({ bill, merchantName, at, onDone }: BillPrintProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    document.body.toggleAttribute('data-printing', true)
    window.print()
    return () => {
      document.body.removeAttribute('data-printing')
      window.removeEventListener('afterprint', onDone)
    }
  }, [onDone])
  const { orderNo, contactName, plate, groups, deposits } = bill
  return createPortal(
    <article className="bill-print num">
      <h1>{merchantName} 费用明细</h1>
      <p>
        订单 {orderNo} · {contactName}
        {plate && ` · ${displayPlate(plate)}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">费用</th>
            <th scope="col">说明</th>
            <th scope="col">金额</th>
          </tr>
        </thead>
        {groups.map(({ group, name, subtotal, lines }) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                {name}
              </th>
              <th>{formatMoney(subtotal)}</th>
            </tr>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have the same text, and lines are never reordered.
              <tr key={index}>
                <td>{line.name}</td>
                <td>{[basisOf(line), enteredWords(line)].filter(Boolean).join('，')}</td>
                <td>{formatMoney(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        ))}
        <tfoot>
          {sumsOf(bill).map(({ label, fen }) => (
            <tr key={label}>
              <th scope="row" colSpan={2}>
                {label}
              </th>
              <th>{formatMoney(fen)}</th>
            </tr>
          ))}
        </tfoot>
      </table>
      {deposits.length > 0 && (
        <p>
          押金（另计）：
          {deposits.map((row) => `${row.name} ${formatMoney(depositAmount(row))} ${row.state}`).join('；')}
        </p>
      )}
      <p>打印时间 {formatDateTime(at)}</p>
    </article>,
    document.body,
  )
}
