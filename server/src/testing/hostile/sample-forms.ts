import type { Contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { at } from '../at.ts'

/* Whole forms, as the screens send them, of things that every test's merchant has. */

/** When something is booked. */
export const stay = { pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') }

/** What a form of a store sends, as the tests' stores are. */
export const storeForm = {
  name: '虹桥机场店',
  code: 'HQ',
  cityCode: '310100',
  address: '虹桥路2550号',
  lat: 31.1979,
  lng: 121.3363,
  phones: ['021-62680000'],
  managerAccountId: null,
  hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '22:00' }],
  holidays: [],
  pickupModes: [1, 2, 3],
  returnModes: [1, 2, 3],
  serviceAreas: [],
  minLeadMinutes: 120,
  maxAdvanceDays: 180,
  minRentHours: 1,
  maxRentDays: 60,
  settings: { turnaroundMinutes: null, prepMinutes: null, graceMinutes: null, dayAfterMinutes: null },
  allowOneWay: true,
  oneWayStoreIds: [],
  photoIds: [],
} satisfies InputOf<Contract['store']['save']>

/** What a form of a model sends, as the tests' models are. */
export const modelForm = {
  brand: '大众',
  series: '朗逸',
  name: '大众朗逸',
  carType: 1,
  seats: 5,
  doors: 4,
  gearbox: 1,
  energy: 1,
  displacement: '1.5L',
  tankL: 48,
  licenceClass: 'C1',
  depositRent: 300_000,
  depositViolation: 200_000,
  mileageLimitKmPerDay: 300,
  overMileageFenPerKm: 100,
  imageIds: [],
} satisfies InputOf<Contract['model']['save']>
