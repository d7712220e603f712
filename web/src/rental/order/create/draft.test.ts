import { pickupType, reduceType, returnType, source } from '@cheyi/domain/booking/order/codes'
import { depositMode } from '@cheyi/domain/money/deposit/codes'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../arrange/parts/candidate.ts'
import { chosenCar, draftChanges, formOfDraft } from './draft.ts'
import { type BookingDraft, bookingInput, quoteInput, tripOf } from './form.ts'
import { renter, serviceOf, storeOf } from './testing.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!
const stores = [storeOf('101'), storeOf('102')]

describe('a draft', () => {
  const draft: BookingDraft = {
    orderId: '77',
    version: 3,
    storeId: '101',
    returnStoreId: '101',
    modelId: '7',
    pickupAt: at('21 10:00'),
    returnAt: at('23 10:00'),
    source: source.offline,
    pickupType: pickupType.delivery,
    returnType: returnType.store,
    pickupAddress: '申长路 688 号',
    pickupLng: 121.3,
    pickupLat: 31.2,
    returnAddress: '',
    returnLng: null,
    returnLat: null,
    services: [{ code: 'seat', qty: 1 }],
    reduces: [{ reduceType: reduceType.manual, amount: 1000 }],
    renterId: '9',
    codriverIds: ['12'],
    contactName: '徐子墨',
    contactPhone: '13761084429',
    channelOrderNo: null,
    remark: '机场接',
    payMode: payMode.offlineIn,
    depositMode: depositMode.waived,
    vehicleId: null,
    selfService: false,
    tags: ['企业'],
    payerName: '',
    payerTaxNo: '',
    company: null,
    long: null,
  }
  it('comes back as it was left', () => {
    const entered = formOfDraft(draft, renter)
    const trip = tripOf(entered, { stores, currentStoreId: null, openedAt: at('20 09:41') })
    expect(entered.returnStoreId).toBeNull()
    expect(trip.times).toEqual([draft.pickupAt, draft.returnAt])
    expect(quoteInput(entered, trip, [serviceOf('seat')])).toMatchObject({
      storeId: '101',
      pickupLng: 121.3,
      services: draft.services,
      reduces: draft.reduces,
    })
    const sent = bookingInput(entered, {
      submit: false,
      quote: { quoteId: '5', total: 1 },
      depositMode: depositMode.waived,
      draft,
    })
    expect(sent).toMatchObject({ renterId: '9', codriverIds: ['12'], remark: '机场接', tags: ['企业'], version: 3 })
  })
  it('asks for its car again while it is free, and says so when it is not', () => {
    const wished = { ...draft, vehicleId: '31' }
    const car = (group: Candidate['group']) => [{ vehicleId: '31', plate: '沪AF88213', group }] as Candidate[]
    const free = chosenCar(wished, car('available'))
    expect(free).toEqual({ vehicle: { vehicleId: '31', plate: '沪AF88213' }, problems: {} })
    expect(formOfDraft(wished, renter, free.vehicle).vehicle).toEqual(free.vehicle)
    expect(chosenCar(wished, car('conflict'))).toEqual({
      vehicle: null,
      problems: { vehicle: '原指定的 沪A·F88213 已不可用，可重新指定' },
    })
    expect(chosenCar(wished, []).problems.vehicle).toBe('原指定车辆已不可用，可重新指定')
    expect(chosenCar(wished, undefined).problems.vehicle).toBe('原指定车辆未能确认，可重新指定')
    expect(chosenCar(draft, undefined)).toEqual({ vehicle: null, problems: {} })
  })
  it('tells what somebody else changed', () => {
    expect(draftChanges(draft, { ...draft, version: 4 })).toEqual([])
    expect(draftChanges(draft, { ...draft, modelId: '8', remark: '' })).toEqual(['车型', '其他信息'])
  })
})
