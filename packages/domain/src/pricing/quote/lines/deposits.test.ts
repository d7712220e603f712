import { describe, expect, it } from 'vitest'
import type { DepositPolicy } from '../rules.ts'
import { depositLines, depositPolicy } from './deposits.ts'

describe('deposits', () => {
  const policy = (fields: Partial<DepositPolicy>): DepositPolicy => ({
    storeId: null,
    modelId: null,
    source: null,
    rentalFen: 1,
    violationFen: 2,
    modes: [1],
    waiveTypes: [],
    holdDays: null,
    ...fields,
  })
  const where = { storeId: 'S1', modelId: 'M1', source: 2 }

  it('uses the most specific policy', () => {
    const all = policy({})
    const source = policy({ source: 2 })
    const store = policy({ storeId: 'S1' })
    const model = policy({ modelId: 'M1' })
    const storeSource = policy({ storeId: 'S1', source: 2 })
    const other = policy({ storeId: 'S2', modelId: 'M1', source: 2 })
    expect(depositPolicy([all, source, store, model, storeSource, other], where)).toBe(storeSource)
    expect(depositPolicy([all, source, store, model, other], where)).toBe(model)
    expect(depositPolicy([all, source, store], where)).toBe(store)
    expect(depositPolicy([all, source], where)).toBe(source)
    expect(depositPolicy([other], where)).toBeNull()
  })

  it("uses the model's amount for an empty one", () => {
    const lines = depositLines(
      { depositPolicies: [policy({ rentalFen: null })], modelDeposits: { rentalFen: 300000, violationFen: 200000 } },
      where,
    )
    expect(lines?.map((row) => row.amount)).toEqual([300000, 2])
    const modelDeposits = { rentalFen: null, violationFen: null }
    expect(depositLines({ depositPolicies: [], modelDeposits }, where)).toBeNull()
    expect(depositLines({ depositPolicies: [policy({ rentalFen: 0 })], modelDeposits }, where)?.[0]?.amount).toBe(0)
  })
})
