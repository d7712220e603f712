import type { PermissionKey } from '@cheyi/domain/permission'
import { operatorKeys } from '@cheyi/domain/platform/operator/rights'
import { describe, expect, it } from 'vitest'
import { contract } from './index.ts'
import { type Call, isOpenToOperators } from './kernel/call.ts'

const calls: [string, Call][] = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)
const writes = calls.filter(([, { effect, tenant }]) => effect === 'write' && tenant !== 'none')
const keysOf = ({ permission }: Call): readonly PermissionKey[] => (typeof permission === 'string' ? [] : permission)

/** All of them, for a reviewer. */
const open = [
  'agreement.previewTemplate',
  'arrange.plan',
  'driver.arrange',
  'inventory.endTurnaround',
  'inventory.readSign',
  'inventory.save',
  'inventory.saveDocument',
  'inventory.setLifecycle',
  'media.complete',
  'media.part',
  'media.presign',
  'media.upload',
  'merchant.saveSetting',
  'model.save',
  'model.setStatus',
  'order.saveRemark',
  'price.adjust',
  'price.begin',
  'price.cancelPlan',
  'price.copy',
  'price.follow',
  'price.saveCalendar',
  'price.saveLong',
  'price.saveRule',
  'price.saveTiers',
  'price.undoCalendar',
  'stock.repack',
  'stock.stopRemove',
  'stock.stopSave',
  'store.save',
  'store.setStatus',
  'terms.saveDamagePrice',
  'terms.saveFee',
  'terms.saveService',
]

describe('writes of operators for a merchant', () => {
  it('every write says whether they may make it', () => {
    expect(writes.filter(([, { operators }]) => operators === undefined).map(([name]) => name)).toEqual([])
  })

  it('these are open to them', () => {
    expect(
      writes
        .filter(([, call]) => isOpenToOperators(call))
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(open)
  })

  it('a write that does not say so is refused', () => {
    const { operators, ...undecided } = contract.store.save as Call
    expect(operators).toBe(true)
    expect(isOpenToOperators(undecided)).toBe(false)
    expect(isOpenToOperators(contract.reconcile.clear)).toBe(false)
  })

  it('a write that they may make needs a permission of operators', () => {
    const shut = writes.filter(
      ([, call]) =>
        isOpenToOperators(call) && call.permission !== 'signedIn' && !keysOf(call).some((key) => operatorKeys.has(key)),
    )
    expect(shut.map(([name]) => name)).toEqual([])
  })

  it('operators have no permission that only allows refused writes, since its buttons would not work', () => {
    const idle = [...operatorKeys].filter((key) => {
      const behind = calls.filter(([, call]) => keysOf(call).includes(key))
      return behind.length > 0 && !behind.some(([, call]) => isOpenToOperators(call))
    })
    expect(idle).toEqual([])
  })
})
