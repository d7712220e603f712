import type { CarPlace } from '@cheyi/domain/fleet/vehicle-control/place'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { calls, type InputOf, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { tellBoxes } from '../../../kernel/call/live.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { FilterLine } from '../../../page/list/list-head.tsx'
import { Menu } from '../../../page/list/list-page.tsx'
import type { Filter } from '../../../page/list/types.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Note, Row, Stack } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { later } from '../../../ui/media/later.tsx'
import { LOOK_AGAIN, useWatch } from '../parts/car-words.ts'
import { LookLine } from '../parts/look-line.tsx'
import { vehicleControlScreens } from '../screens.ts'
import type { View } from './draw-cars.ts'
import { carFilters, useWays } from './filters.ts'
import { LookSwitch } from './look-switch.tsx'
import { legend, withNewPositions } from './map-words.ts'
import './cars-sheet.css'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { carColumns, carLink } from './car-columns.tsx'

const CarsMap = later(() => import('./cars-map.tsx'))

/** Interval for a full reload, because the stream does not report cars that went offline, alarms, or added and removed cars. */
const ALL_AGAIN_MS = 60_000

/** The filtered cars on a map; the stream moves them. */
export function MapPage() {
  const values = useScreen(vehicleControlScreens.list) as Readonly<Record<string, string>>
  const patch = usePatch()
  const wide = useWide()
  const ways = useWays()
  const asked = {
    keyword: values.keyword || undefined,
    ...Object.fromEntries(carFilters.map((filter) => [filter.name, filter.read(values)])),
  }
  const answer = useRead(calls.vehicleControl.map, asked, { keepPrevious: true, every: ALL_AGAIN_MS })
  const [told, setTold] = useState<ReadonlyMap<string, CarPlace>>(new Map())
  const view = useRef<View | null>(null)
  const see = useWatch((cars) =>
    setTold((known) => new Map([...known, ...cars.map((car) => [car.vehicleId, car] as const)])),
  )
  const counts = answer.data?.counts
  const said = (
    <>
      <Note num>{answer.data && placedText(answer.data)}</Note>
      {answer.data !== undefined && answer.data.withheld > 0 && (
        <LookLine
          text={`${answer.data.withheld} 辆在租车未显示`}
          onDone={async () => {
            await answer.refetch()
            await tellBoxes()
          }}
        />
      )}
      <Legend />
    </>
  )
  const isBeside = (filter: Filter) => filter.beside || (wide && filter.besideWhenWide)
  return (
    <Page
      fill
      right={
        <>
          <RefreshButton onRefresh={() => void answer.refetch()} />
          <Menu acts={ways} />
        </>
      }
      head={
        <>
          <LookSwitch />
          <FilterLine
            search={
              <Search
                value={values.keyword ?? ''}
                onChange={(keyword) => patch({ keyword })}
                placeholder="车牌"
                hotkey
              />
            }
          >
            {carFilters
              .filter((filter) => isBeside(filter) && (wide || !filter.seldom || filter.read(values) !== undefined))
              .map(({ name, Field }) => (
                <Field key={name} values={values} patch={patch} counts={counts} />
              ))}
          </FilterLine>
          {carFilters
            .filter((filter) => !isBeside(filter))
            .map(({ name, Field }) => (
              <Field key={name} values={values} patch={patch} counts={counts} />
            ))}
        </>
      }
      footer={
        wide && (
          <Stack gap={2} pad={[8, 12]} fill="surface" line>
            {said}
          </Stack>
        )
      }
    >
      <div className={wide ? 'cars-map' : 'cars-map cars-on-map'}>
        <Answer of={answer}>
          {({ cars }) => (
            <CarsMap
              cars={withNewPositions(cars, told)}
              view={view}
              onBox={see}
              onCar={(vehicleId) => go(vehicleControlScreens.detail, { vehicleId })}
              onFail={() => patch({ look: 'list' })}
            />
          )}
        </Answer>
        {!wide && <CarsSheet asked={asked} head={said} />}
      </div>
    </Page>
  )
}

const Legend = () => (
  <Row gap={8} wrap>
    {legend.map(({ fill, text, name }) => (
      <Row key={name} gap={4}>
        <svg width={16} height={16} aria-hidden="true">
          <circle cx={8} cy={8} r={8} fill={fill} />
          <text x={8} y={11.5} textAnchor="middle" fontSize={10} fill="#fff">
            {text}
          </text>
        </svg>
        <Note>{name}</Note>
      </Row>
    ))}
  </Row>
)

const placedText = ({ cars, placeless }: OutputOf<typeof calls.vehicleControl.map>): string =>
  [`${cars.length} 辆在地图上`, placeless > 0 && `${placeless} 辆没有定位`].filter(Boolean).join('，')

/** Pixels that the grip is pulled before the sheet follows. */
const PULLED = 24

interface CarsSheetProps {
  readonly asked: InputOf<typeof calls.vehicleControl.page>
  /** Above the cars: how many are on the map, and the key of its signs. */
  readonly head: ReactNode
}

/** On a phone, the cars of the map in a sheet over it: pulled up by its grip, or by a tap, it takes most of the page. */
function CarsSheet({ asked, head }: CarsSheetProps) {
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
