import {
  type PickupType,
  pickupType,
  pickupTypes,
  type ReturnType,
  returnType,
  returnTypes,
} from '@cheyi/domain/booking/order/codes'
import { formatTerm } from '@cheyi/domain/booking/order/sold/length'
import type { EnumItem } from '@cheyi/domain/enumeration'
import { formatCharged, formatLength } from '@cheyi/domain/length'
import { rentalDays } from '@cheyi/domain/pricing/quote/calendar/days'
import { endOfTerm, monthSpan } from '@cheyi/domain/pricing/quote/long/months'
import { addDays, DAY, localDate, parseDateTime } from '@cheyi/domain/time'
import { lazy } from 'react'
import { usePicking } from '../../../../kernel/page/picking.ts'
import { useMay } from '../../../../kernel/user.ts'
import { open } from '../../../../page/open.ts'
import { DateRangeField } from '../../../../ui/date/date-range-field.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { PickRow } from '../../../../ui/field/pick-row.tsx'
import { ChipRadios } from '../../../../ui/frame/chips.tsx'
import { LazyArea } from '../../../../ui/frame/skeleton.tsx'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { Box, Card, Row, Text } from '../../../../ui/layout.tsx'
import { Money } from '../../../../ui/show/money.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { oneWayBar, withAddress } from '../form.ts'
import { rangeOfTimes, type Times, timesOfRange, usualLengths, weekendDays, wholeDays } from '../times.ts'
import type { Booking } from '../use-booking.ts'

// Loaded later because most customers come to the store.
const AddressRow = lazy(() => import('./address-row.tsx'))

export function TripCard({ booking }: { booking: Booking }) {
  const { entered, enter, leave, trip, stores, problems, quote } = booking
  const mayHandOver = useMay('order.pickup')
  const { store, returnStore } = trip
  const isOneWay = store !== undefined && returnStore !== undefined && store.id !== returnStore.id
  const toStore = trip.pickupType === pickupType.store
  const backToStore = trip.returnType === returnType.store
  async function pickUp() {
    const picked = await open(() => import('../sheet/handover-sheet.tsx'), {
      end: '取车',
      stores: stores.map(({ id, name, address }) => ({ id, name, note: address })),
      storeId: store?.id,
      types: offered(pickupTypes.items, store?.pickupModes),
      chosen: trip.pickupType,
      onType: (type) => enter({ pickup: { ...entered.pickup, type: type as PickupType } }),
    })
    if (picked) enter(picked)
  }
  async function bringBack() {
    const picked = await open(() => import('../sheet/handover-sheet.tsx'), {
      end: '还车',
      stores: stores.map((one) => ({
        id: one.id,
        name: one.name,
        note: one.address,
        reason: store && oneWayBar(store, one),
      })),
      storeId: returnStore?.id,
      types: offered(returnTypes.items, returnStore?.returnModes),
      chosen: trip.returnType,
      onType: (type) => enter({ return: { ...entered.return, type: type as ReturnType } }),
    })
    if (picked) enter({ returnStoreId: picked.storeId === store?.id ? null : picked.storeId })
  }

  return (
    <Card data-rstep={1}>
      {mayHandOver && entered.long === null && (
        <Box pad={[12, 16, 4]}>
          <Segmented
            label="何时取车"
            options={[
              { value: 'later', label: '预订' },
              { value: 'now', label: '现在就走' },
            ]}
            value={entered.walkIn ? 'now' : 'later'}
            onChange={(when) => enter({ walkIn: when === 'now', times: null })}
          />
        </Box>
      )}
      <PickRow
        label="取车门店"
        value={store?.name}
        error={problems.storeId}
        tags={store && <Tag tone="primary">{pickupTypes.text(trip.pickupType)}</Tag>}
        onClick={() => void pickUp()}
      />
      {!toStore && (
        <LazyArea>
          <AddressRow
            end="取车"
            cityCode={store?.cityCode ?? ''}
            place={entered.pickup}
            onPlace={(place) => enter({ pickup: { ...entered.pickup, ...place } })}
            onAddress={(address) => enter({ pickup: withAddress(entered.pickup, address) })}
            onLeave={() => leave('pickup')}
            error={problems.pickup}
            metres={quote?.pickupDistanceM}
            estimated={quote?.pickupEstimated ?? false}
          />
        </LazyArea>
      )}
      <PickRow
        label="还车门店"
        value={returnStore?.name}
        placeholder="同取车门店"
        error={problems.returnStoreId}
        tags={
          returnStore && (
            <>
              {isOneWay && <Tag tone="warning">异店</Tag>}
              <Tag tone="primary">{returnTypes.text(trip.returnType)}</Tag>
            </>
          )
        }
        onClick={() => void bringBack()}
      />
      {!backToStore && (
        <LazyArea>
          <AddressRow
            end="还车"
            cityCode={returnStore?.cityCode ?? ''}
            place={entered.return}
            onPlace={(place) => enter({ return: { ...entered.return, ...place } })}
            onAddress={(address) => enter({ return: withAddress(entered.return, address) })}
            onLeave={() => leave('return')}
            error={problems.return}
            metres={quote?.returnDistanceM}
            estimated={quote?.returnEstimated ?? false}
          />
        </LazyArea>
      )}
      <TimesRow booking={booking} />
      <TripSum booking={booking} />
    </Card>
  )
}

/** The ways that a store offers; all of them until the store is known. */
const offered = (items: readonly EnumItem[], modes: readonly number[] | undefined) =>
  items.filter(({ value }) => modes?.includes(value) ?? true)

/** Lengths in months offered for a long rental. */
const usualTerms = [1, 3, 6, 12] as const
const MOST_TERM_DAYS = 1100

function wholeMonths([from, to]: Times): number | null {
  if (from === undefined || to === undefined) return null
  const { months, extraDays } = monthSpan(localDate(from), localDate(to))
  return extraDays === 0 ? months : null
}

/** Pickup and return time, with buttons for the usual lengths. */
function TimesRow({ booking }: { booking: Booking }) {
  const { entered, enter, trip, problems, now, terms } = booking
  const long = entered.long !== null
  const picking = usePicking()
  const [from, to] = trip.times
  const today = localDate(now)
  const lengths: readonly number[] = long ? usualTerms : usualLengths
  const chosen = long ? wholeMonths(trip.times) : wholeDays(trip.times)
  return (
    <>
      <Field label="用车时间" error={problems.times} group>
        <DateRangeField
          value={rangeOfTimes(trip.times)}
          onChange={(range) => enter({ times: timesOfRange(range) })}
          today={today}
          disablePast
          labels={['取车', '还车']}
          max={
            trip.store && addDays(today, trip.store.maxAdvanceDays + (long ? MOST_TERM_DAYS : trip.store.maxRentDays))
          }
          open={picking.open}
          onOpenChange={(open) => (open ? picking.show() : picking.close())}
          placeholder="请选择取还车时间"
          defaultTimes={['10:00', '10:00']}
          lengthOf={(start, end) => {
            const [first, last] = [parseDateTime(start) ?? 0, parseDateTime(end) ?? 0]
            if (long) return formatTerm(first, last)
            const { days, overHours } = rentalDays(first, last, terms)
            return formatCharged(days, overHours)
          }}
        />
      </Field>
      {from !== undefined && to !== undefined && (
        <Box pad={[0, 4, 4]}>
          <ChipRadios
            label="租期"
            options={lengths.map((value) => ({ value, label: long ? `${value}个月` : `${value}天` }))}
            value={lengths.find((length) => length === chosen)}
            onChange={(length) => enter({ times: [from, long ? endOfTerm(from, length) : from + length * DAY] })}
          />
        </Box>
      )}
    </>
  )
}

/** The length, the delivery fee, and the notes of the price rules. */
function TripSum({ booking }: { booking: Booking }) {
  const { entered, trip, terms, minutes, quote, problems } = booking
  const [from, to] = trip.times
  if (from === undefined || to === undefined || to <= from) return null
  const long = entered.long !== null
  const { days, overHours } = rentalDays(from, to, terms)
  const weekends = long ? 0 : weekendDays(from, days)
  const oneWay = quote?.lines.find(({ code }) => code === 'oneWay')
  const warnings = quote?.warnings.filter((text) => text !== problems.times) ?? []
  return (
    <Row gap={[6, 12]} pad={[0, 16, 14]} align="stretch" justify="between" wrap note num>
      <span>
        共{' '}
        <Text as="b" ink={1}>
          {long ? formatTerm(from, to) : formatCharged(days, overHours)}
        </Text>
        {!long && minutes % 1440 !== 0 && overHours === 0 && `（实际 ${formatLength(minutes)}）`}
        {weekends > 0 && `，含 ${weekends} 个周末日`}
      </span>
      {oneWay && (
        <span>
          异店还车费 <Money fen={oneWay.amount} free />
        </span>
      )}
      {warnings.map((text) => (
        <Text as="p" full ink="warning" key={text}>
          {text}
        </Text>
      ))}
    </Row>
  )
}
