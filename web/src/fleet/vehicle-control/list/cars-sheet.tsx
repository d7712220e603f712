import './cars-sheet.css'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { calls, type InputOf } from '../../../kernel/call/calls.ts'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { LOOK_AGAIN } from '../parts/car-words.ts'
import { carColumns, carLink } from './car-columns.tsx'

/** Pixels that the grip is pulled before the sheet follows. */
const PULLED = 24

interface CarsSheetProps {
  readonly asked: InputOf<typeof calls.vehicleControl.page>
  /** Above the cars: how many are on the map, and the key of its signs. */
  readonly head: ReactNode
}

/** On a phone, the cars of the map in a sheet over it: pulled up by its grip, or by a tap, it takes most of the page. */
export function CarsSheet({ asked, head }: CarsSheetProps) {
  const [isTall, setTall] = useState(false)
  const from = useRef(0)
  const list = useListPage(calls.vehicleControl.page, asked, {
    noun: '车辆',
    keyOf: ({ vehicleId }) => vehicleId,
    every: LOOK_AGAIN,
  })
  return (
    <section className="cars-sheet" data-tall={isTall || undefined} aria-label="车辆">
      <button
        type="button"
        className="cars-sheet-grip"
        aria-label={isTall ? '收起车辆列表' : '展开车辆列表'}
        aria-expanded={isTall}
        onPointerDown={({ clientY }: PointerEvent) => {
          from.current = clientY
        }}
        onPointerUp={({ clientY }: PointerEvent) => {
          const up = from.current - clientY
          if (Math.abs(up) > PULLED) setTall(up > 0)
        }}
        onClick={({ clientY, detail }) => {
          if (detail === 0 || Math.abs(from.current - clientY) <= PULLED) setTall(!isTall)
        }}
      />
      <Items
        of={list}
        first={list.first}
        columns={carColumns}
        unit="辆"
        link={carLink}
        head={
          <Stack gap={4} pad={[0, 12, 10]}>
            {head}
          </Stack>
        }
      />
    </section>
  )
}
