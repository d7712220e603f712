import { formatHours } from '@cheyi/domain/length'
import { matchType, matchTypes } from '@cheyi/domain/rental/violation/codes'
import { NEAR_BY_HAND } from '@cheyi/domain/rental/violation/match'
import { violationMatch } from '../../../form/calls/violation-match.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { nearWords, spanWords, type Violation } from '../parts/violation-words.ts'

const { byHand, staff, merchant } = matchType
const ways = {
  values: [byHand, staff, merchant],
  text: (value: number) => (value === byHand ? '客户订单' : matchTypes.text(value)),
} as const

const askMatch = asking(violationMatch, { way: { label: '谁的责任' } as Beside<number> })

/** Matches a violation to its driver: an order that had the car around then, an employee, or the merchant itself. */
export default function MatchSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const now = useNow()
  const { violationId, version, vehicleId } = violation
  const near = useRead(calls.violation.around, { violationId })
  const people = useRead(calls.violation.people, {})
  const form = useEntry(askMatch, {
    start: { violationId, version, way: vehicleId === null ? staff : byHand },
    toInput: (value) => ({
      ...value,
      orderId: value.way === byHand ? value.orderId : null,
      matchType: value.way === staff || value.way === merchant ? value.way : null,
      accountId: value.way === staff ? value.accountId : null,
    }),
    also: (_, { way, orderId, accountId }) => ({
      orderId: way === byHand && !orderId && '请选择订单',
      accountId: way === staff && !accountId && '请选择员工',
    }),
    toast: '已匹配',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  const orders = (near.data ?? []).map((one) => ({
    value: one.orderId,
    label: `${one.orderNo} ${one.renterName}`,
    note: `${spanWords(one, now)} · ${one.minutes === 0 ? '用车时间内' : nearWords(one)}`,
  }))
  return (
    <EntrySheet title="匹配违章" of={form} action="确定" waits={near.data === undefined}>
      <CodeField of={fields.way} optional={false} codes={ways} />
      {value.way === byHand &&
        (near.data?.length === 0 ? (
          <Notice tone="warning">违章时间前后{formatHours(NEAR_BY_HAND)}没有订单使用此车</Notice>
        ) : (
          <SelectField of={fields.orderId} optional={false} options={orders} />
        ))}
      {value.way === staff && (
        <SelectField
          of={fields.accountId}
          optional={false}
          search
          options={(people.data ?? []).map(({ accountId, name }) => ({ value: accountId, label: name }))}
        />
      )}
      {value.way === merchant && <Notice>违章由商家自行处理和承担，不通知客户</Notice>}
    </EntrySheet>
  )
}
