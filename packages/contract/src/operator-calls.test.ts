import type { PermissionKey } from '@cheyi/domain/permission'
import { operatorKeys } from '@cheyi/domain/platform/operator/rights'
import { describe, expect, it } from 'vitest'
import { contract } from './index.ts'
import type { Call } from './kernel/call.ts'
import { isOpenToOperators, operatorWrites } from './operator-calls.ts'

const calls: [string, Call][] = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)
const writes = calls.filter(([, { effect, tenant }]) => effect === 'write' && tenant !== 'none')
const keysOf = ({ permission }: Call): readonly PermissionKey[] => (typeof permission === 'string' ? [] : permission)

describe('writes of operators for a merchant', () => {
  it('every write is in exactly one list', () => {
    const decided = [...operatorWrites.may, ...operatorWrites.mayNot]
    expect(decided.toSorted()).toEqual(writes.map(([name]) => name).toSorted())
  })

  it('a write in no list is refused', () => {
    const undecided: Call = { ...contract.store.save }
    expect(isOpenToOperators(undecided)).toBe(false)
    expect(isOpenToOperators(contract.store.save)).toBe(true)
    expect(isOpenToOperators(contract.reconcile.clear)).toBe(false)
  })

  it('a listed write needs a permission of operators', () => {
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
