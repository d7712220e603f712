import { expect, it } from 'vitest'
import { advance } from '../../advance.ts'
import { can } from '../../step.ts'
import { lifecycles, plateKind, lifecycle as s } from './codes.ts'
import { lacksForService, type ReadyFacts, vehicleSteps } from './lifecycle.ts'

const ready: ReadyFacts = {
  plate: '沪A12345',
  plateKind: plateKind.ordinary,
  plateExpireOn: null,
  vin: '1M8GDM9AXKP042788',
  modelOpen: true,
  storeOpen: true,
  papers: { compulsory: [{ startOn: null, endOn: '2026-11-20' }], inspectionExpireOn: '2026-11-20' },
  today: '2026-11-20',
}
const idle = { ordered: false, openTickets: 0 }

it('allows renting with everything it needs, also on the last valid day', () => {
  expect(lacksForService(ready)).toEqual([])
})

it.each([
  ['车牌号', { plate: '沪A1' }],
  ['临牌有效期', { plateKind: plateKind.temporary, plateExpireOn: '2026-11-19' }],
  ['车架号', { vin: 'LSV' }],
  ['车型', { modelOpen: false }],
  ['门店', { storeOpen: false }],
  ['交强险', { papers: { ...ready.papers, compulsory: [] } }],
  ['交强险', { papers: { ...ready.papers, compulsory: [{ startOn: '2026-11-21', endOn: '2027-11-20' }] } }],
  ['年检', { papers: { ...ready.papers, inspectionExpireOn: '2026-11-19' } }],
  ['年检', { papers: { ...ready.papers, inspectionExpireOn: null } }],
] as const)('names %s', (name, changed) => {
  const facts = { ...ready, ...changed }
  expect(lacksForService(facts)).toEqual([name])
  expect(() => advance(vehicleSteps, 'publish', s.waiting, facts)).toThrow(`${name}未完善或已过期，不能上架`)
})

it('names everything that is missing at once', () => {
  const nothing = { ...ready, vin: '', papers: { compulsory: [], inspectionExpireOn: null } }
  expect(lacksForService(nothing)).toEqual(['车架号', '交强险', '年检'])
})

const moves = lifecycles.values.map((from) => [
  from,
  ...(['publish', 'withdraw', 'dispose'] as const).map((action) =>
    action === 'publish' ? can(vehicleSteps, action, from, ready).ok : can(vehicleSteps, action, from, idle).ok,
  ),
])
it.each([
  [s.waiting, true, false, true],
  [s.inService, false, true, false],
  [s.off, true, false, true],
  [s.disposed, false, false, false],
])('from %s: publish %s, withdraw %s, dispose %s', (...row) => expect(moves).toContainEqual(row))

it.each([
  { ordered: true, openTickets: 0 },
  { ordered: false, openTickets: 1 },
])('keeps a car in use from being withdrawn: %o', (busy) => {
  for (const [action, from] of [
    ['withdraw', s.inService],
    ['dispose', s.off],
  ] as const)
    expect(can(vehicleSteps, action, from, busy)).toMatchObject({ ok: false, key: 'vehicleBusy' })
})
