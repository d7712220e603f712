import { formatHours } from '@cheyi/domain/length'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { NEAR_BY_HAND } from '@cheyi/domain/rental/violation/match'
import { useState } from 'react'
import { tollMatch } from '../../../form/calls/toll-match.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { nearWords, spanWords } from '../../violation/parts/violation-words.ts'
import type { TollLine } from './toll-line.ts'

const way = { order: 1, car: 2, merchant: 3 } as const
const wayNames: Readonly<Record<number, string>> = { 1: '客户订单', 2: '按卡所属车辆', 3: '商家' }
const extent = { always: 1, fromHere: 2 } as const
const extentNames: Readonly<Record<number, string>> = { 1: '一直在这辆车上', 2: '这一笔起换到这辆车' }
const askMatch = asking(tollMatch, {
  way: { label: '由谁承担' } as Beside<number>,
  extent: { label: '这张卡' } as Beside<number>,
})

/** Records who bears a line: an order that had the car around then, the car of its card, or the merchant. */
export default function MatchSheet({ line, answer }: { readonly line: TollLine } & Asks<true>) {
  const now = useNow()
  const { lineId, version, vehicleId, cardNo, fen } = line
  const [keyword, search] = useState('')
  const near = useRead(calls.toll.around, { lineId })
  const cars = useRead(
    calls.toll.cars,
    { keyword: keyword || undefined },
    { keepPrevious: true, enabled: cardNo !== '' },
  )
  const carOptions = (cars.data ?? []).map((car) => ({
    value: car.vehicleId,
    label: displayPlate(car.plate),
    note: car.modelName,
  }))
  // Money back from the provider is never charged to an order.
  const values = [...(fen > 0 ? [way.order] : []), ...(cardNo !== '' ? [way.car] : []), way.merchant]
  const first = vehicleId === null && cardNo !== '' ? way.car : values[0]!
  const form = useEntry(askMatch, {
    start: { lineId, version, way: first, extent: extent.always },
    toInput: (value) => ({
      ...value,
      orderId: value.way === way.order ? value.orderId : null,
      vehicleId: value.way === way.car ? value.vehicleId : null,
      fromHere: value.way === way.car && value.extent === extent.fromHere,
    }),
    also: (_, value) => ({
      orderId: value.way === way.order && !value.orderId && '请选择订单',
      vehicleId: value.way === way.car && !value.vehicleId && '请选择车辆',
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
    <EntrySheet title="匹配账单行" of={form} action="确定" waits={near.data === undefined}>
      <CodeField of={fields.way} optional={false} codes={{ values, text: (one: number) => wayNames[one] ?? '' }} />
      {value.way === way.order &&
        (near.data?.length === 0 ? (
          <Notice tone="warning">前后{formatHours(NEAR_BY_HAND)}没有订单使用此车</Notice>
        ) : (
          <SelectField of={fields.orderId} optional={false} options={orders} />
        ))}
      {value.way === way.car && (
        <>
          <SelectField of={fields.vehicleId} optional={false} onSearch={search} options={carOptions} />
          {vehicleId !== null && (
            <CodeField
              of={fields.extent}
              optional={false}
              codes={{ values: Object.values(extent), text: (one: number) => extentNames[one] ?? '' }}
            />
          )}
          <Notice>
            卡 {cardNo} {value.extent === extent.fromHere ? '从这一笔起的' : '的其他'}
            账单行也按这辆车匹配，以后导入自动识别；已向客户收取的不变，先取消补款
          </Notice>
        </>
      )}
      {value.way === way.merchant && <Notice>不向客户收取，计入车辆费用</Notice>}
    </EntrySheet>
  )
}
