import type { Scene } from '../world/scene/scene.ts'
import { idsOf, type Samples } from './sample-ids.ts'

/* Rules of commissions and statements of employees. */

export function commissionSamples(scene: Scene): Pick<Samples, 'commission' | 'cashAhead'> {
  const id = idsOf(scene)
  return {
    cashAhead: {
      overview: [{}],
      rows: [{ kind: 3 }, { week: '2026-12-02' }],
      rowsExport: [{ kind: 1 }],
    },
    commission: {
      rules: [{}],
      ruleAdd: [
        { kind: 2, storeId: id('store.hongqiao'), roleId: id('role.fleet'), rateBp: 250, from: '2026-11-01' },
        { kind: 1, fen: 77_777_702, from: '2026-11-01' },
      ],
      ruleEnd: [{ ruleId: id('commissionRule'), to: '2026-12-01' }],
      statements: [{ month: '2026-10-01', accountId: id('ownerAccount') }],
      own: [{}],
      statement: [{ statementId: id('commissionStatement') }],
      make: [{ month: '2026-09-01' }],
      confirm: [{ statementId: id('commissionStatement'), version: 1 }],
    },
  }
}
