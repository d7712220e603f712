import { pickupType, returnType, source } from '@cheyi/domain/booking/order/codes'
import { depositMode } from '@cheyi/domain/money/deposit/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import {
  bookingInput,
  changedForm,
  type Entered,
  emptyForm,
  freeInput,
  modeOf,
  oneWayBar,
  quoteInput,
  type Store,
  tripOf,
  withAddress,
} from './form.ts'
import { renter, serviceOf, storeOf } from './testing.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!
const hongqiao = storeOf('101')
const pudong = storeOf('102', { returnModes: [returnType.store] })
const openedAt = at('20 09:41')
const from = (stores: readonly Store[], currentStoreId: string | null = null) => ({ stores, currentStoreId, openedAt })
const form = (change: Partial<Entered>): Entered => ({ ...emptyForm, ...change })

describe('gaps of the form', () => {
  it('are filled from the store of the app and the next half hour', () => {
    const trip = tripOf(emptyForm, from([hongqiao, pudong], '102'))
    expect(trip.store?.id).toBe('102')
    expect(trip.returnStore?.id).toBe('102')
    expect(trip.times).toEqual([at('20 10:00'), at('21 10:00')])
    expect(trip.pickupType).toBe(pickupType.store)
  })
  it('stay at the store of the form once it is begun, though another store is looked at', () => {
    const begun = changedForm(emptyForm, { name: '欧阳如故' }, '102')
    expect(tripOf(begun, from([hongqiao, pudong], '101')).store?.id).toBe('102')
    expect(changedForm(begun, { storeId: '101' }, '102').storeId).toBe('101')
  })
  it('take the only store there is', () => expect(tripOf(emptyForm, from([hongqiao])).store?.id).toBe('101'))
  it('leave the choice of several', () => expect(tripOf(emptyForm, from([hongqiao, pudong])).store).toBeUndefined())
  it('give way where a store does not come to the door', () => {
    const entered = form({ storeId: '101', returnStoreId: '102', return: { ...emptyForm.return, type: 2 } })
    expect(tripOf(entered, from([hongqiao, pudong])).returnType).toBe(returnType.store)
  })
})

it('knows where a car may be brought back', () => {
  expect(oneWayBar(hongqiao, hongqiao)).toBeUndefined()
  expect(oneWayBar(hongqiao, pudong)).toBeUndefined()
  expect(oneWayBar(storeOf('101', { oneWayStoreIds: ['103'] }), pudong)).toBe('不支持还到该门店')
  expect(oneWayBar(storeOf('101', { allowOneWay: false }), pudong)).toBe('取车门店不支持异店还车')
})

it('drops the place of an address that is rewritten, not of one that is completed', () => {
  const placed = { type: pickupType.delivery, address: '申长路 688 号', lng: 121.3, lat: 31.2, placed: '申长路 688 号' }
  expect(withAddress(placed, '申长路 688 号 3 楼').lng).toBe(121.3)
  expect(withAddress(placed, '世纪大道 1 号').lng).toBeNull()
  expect(withAddress({ ...placed, placed: '' }, '世纪大道 1 号').lng).toBe(121.3)
})

describe('what is asked', () => {
  const stores = from([hongqiao, pudong], '101')
  const entered = form({ modelId: '7', services: { seat: 2, old: 1, none: 0 } })
  const trip = tripOf(entered, stores)

  it('needs a store and both ends', () => {
    expect(freeInput(emptyForm, tripOf(emptyForm, from([hongqiao, pudong])))).toBeNull()
    const emptied = form({ times: [] })
    expect(freeInput(emptied, tripOf(emptied, stores))).toBeNull()
    expect(freeInput(entered, trip)).toMatchObject({ storeId: '101', from: at('20 10:00'), priced: true })
  })
  it('needs a model for a price', () => expect(quoteInput(emptyForm, trip, [])).toBeNull())
  it('names the chosen services that are offered', () => {
    expect(quoteInput(entered, trip, [serviceOf('seat'), serviceOf('none')])?.services).toEqual([
      { code: 'seat', qty: 2 },
    ])
    expect(quoteInput(entered, trip, undefined)).toBeNull()
  })
  it('waits for the place of a delivery', () => {
    const delivery = { ...emptyForm.pickup, type: pickupType.delivery, address: ' 申长路 688 号 ' }
    const halfway = form({ modelId: '7', pickup: delivery })
    expect(quoteInput(halfway, tripOf(halfway, stores), [])).toBeNull()
    const placed = form({ modelId: '7', pickup: { ...delivery, lng: 121.3, lat: 31.2 } })
    expect(quoteInput(placed, tripOf(placed, stores), [])).toMatchObject({
      pickupType: pickupType.delivery,
      pickupAddress: '申长路 688 号',
      pickupLng: 121.3,
      pickupLat: 31.2,
    })
  })
  it('sends no address for a pickup at the store', () => {
    const left = form({ modelId: '7', pickup: { ...emptyForm.pickup, address: '申长路', lng: 1, lat: 2 } })
    expect(quoteInput(left, tripOf(left, stores), [])).not.toHaveProperty('pickupAddress')
  })
})

describe('what is sent', () => {
  const sending = { submit: true, quote: { quoteId: '5', total: 86400 }, depositMode: depositMode.offline, draft: null }

  it('is the contact alone when no document was entered', () => {
    const input = bookingInput(form({ phone: '13761084429', name: ' 徐子墨 ' }), sending)
    expect(input).toMatchObject({ contactName: '徐子墨', contactPhone: '13761084429', expectTotal: 86400 })
    expect(input.person).toBeUndefined()
    expect(input.codriverIds).toBeUndefined()
  })
  it('is a new customer with a document', () => {
    const input = bookingInput(
      form({ phone: '13761084429', name: '徐子墨', identityNo: '11010519491231002x' }),
      sending,
    )
    expect(input.person).toMatchObject({ name: '徐子墨', identityNo: '11010519491231002X' })
  })
  it('is a known customer by id', () => {
    const input = bookingInput(form({ phone: '13761084429', name: '徐子墨', renter, identityNo: 'x' }), sending)
    expect(input.renterId).toBe('9')
    expect(input.person).toBeUndefined()
  })
  it('names a channel number for channels only', () => {
    expect(bookingInput(form({ channelOrderNo: 'C1' }), sending).channelOrderNo).toBeUndefined()
    expect(bookingInput(form({ channelOrderNo: ' C1 ', source: source.travel }), sending).channelOrderNo).toBe('C1')
  })
  it('keeps in a draft what is fit to be kept', () => {
    const draft = { orderId: '77', version: 3 }
    const input = bookingInput(form({ phone: '1376', name: '徐' }), { ...sending, submit: false, draft })
    expect(input).toMatchObject({ submit: false, orderId: '77', version: 3, contactName: '徐' })
    expect(input.contactPhone).toBeUndefined()
    expect(input.expectTotal).toBeUndefined()
  })
  it('falls back to a deposit mode that is offered', () => {
    expect(modeOf(null, [depositMode.online, depositMode.waived])).toBe(depositMode.online)
    expect(modeOf(depositMode.waived, [depositMode.offline])).toBe(depositMode.offline)
    expect(modeOf(depositMode.waived, [depositMode.offline, depositMode.waived])).toBe(depositMode.waived)
    expect(modeOf(null, [])).toBe(depositMode.offline)
  })
})
