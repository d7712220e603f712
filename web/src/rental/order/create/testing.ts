import { orderItemType, pickupTypes, returnTypes } from '@cheyi/domain/booking/order/codes'
import type { Renter, ServiceItem, Store } from './form.ts'

/* Helpers for the tests of this folder. */

/** Open from eight to eight, with every way of pickup and return. */
export const storeOf = (id: string, change: Partial<Store> = {}): Store => ({
  id,
  name: `门店${id}`,
  cityCode: '310100',
  cityName: '上海',
  address: '申虹路 1500 号',
  lat: 31.19,
  lng: 121.32,
  phones: [],
  status: 1,
  hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '20:00', outOfHours: false, crossMidnight: false }],
  pickupModes: [...pickupTypes.values],
  returnModes: [...returnTypes.values],
  allowOneWay: true,
  oneWayStoreIds: [],
  minRentHours: 24,
  maxRentDays: 60,
  maxAdvanceDays: 180,
  ...change,
})

export const serviceOf = (code: string): ServiceItem => ({
  id: code,
  code,
  name: code,
  description: '',
  itemType: orderItemType.extraService,
  unit: 'order',
  price: 3000,
  maxQty: 2,
  capDays: null,
  mandatory: false,
  handling: false,
  storeIds: [],
  modelIds: [],
  sources: [],
  sort: 0,
  enabled: true,
  version: 1,
})

export const renter: Renter = {
  personId: '9',
  name: '徐子墨',
  phone: '137****4429',
  identityType: 1,
  identityNo: '310104********0032',
  licenceClass: 'C1',
  licenceExpire: null,
  verifyStatus: 1,
  blacklist: false,
  orderCount: 2,
}
