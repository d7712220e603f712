import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { formatMoney } from '@cheyi/domain/money'
import { costCancel } from '../../../form/calls/cost-cancel.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import type { Cost } from './cost-columns.tsx'

/** Voids an entry that was wrong. */
export default reasonSheet(costCancel, ({ cost: { costId, version, kind, fen } }: { readonly cost: Cost }) => ({
  title: `作废${costKinds.text(kind)} ${formatMoney(fen)}`,
  action: '作废',
  variant: 'danger',
  usual: ['金额录错', '车辆录错', '重复登记'],
  start: { costId, version },
  toast: '费用已作废',
}))
