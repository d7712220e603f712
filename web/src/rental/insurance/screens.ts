import { id, maybeId, screen, text } from '../../kernel/page/screen.ts'

export const insuranceScreens = {
  list: screen({
    path: '/insurance',
    name: 'insurance.list',
    title: '保险案件',
    words: '出险 报案 定损 理赔 赔款 事故 保险',
    permission: ['damage.record'],
    search: { keyword: text, group: text, storeId: text, vehicleId: maybeId },
    holds: ['/insurance/detail', '/insurance/create'],
    holdScroll: true,
    beside: ['/insurance/detail'],
    live: true,
    file: 'rental/insurance/list',
  }),
  detail: screen({
    path: '/insurance/detail',
    name: 'insurance.detail',
    title: '保险案件详情',
    permission: ['damage.record'],
    parent: '/insurance',
    search: { caseId: id },
    live: true,
    file: 'rental/insurance/detail',
  }),
  /** Of a car, of a case of damage, or neither: then the car is chosen. `at`, `place`: of an alarm, the minute in ms. */
  create: screen({
    path: '/insurance/create',
    name: 'insurance.create',
    title: '登记出险',
    begins: [{ label: '登记出险', with: {} }],
    permission: ['damage.create'],
    parent: '/insurance',
    search: { vehicleId: maybeId, damageId: maybeId, at: text, place: text },
    narrow: true,
    file: 'rental/insurance/create',
  }),
}
