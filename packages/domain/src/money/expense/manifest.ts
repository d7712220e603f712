import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    expenseSettled: { code: 5201, message: '费用已结算，不能修改' },
    autoFeeNeedsReason: { code: 5202, message: '修改系统费用请填写原因' },
  },
  audit: {
    features: { expense: '费用' },
    fields: { loweredBy: '调低金额' },
  },
} as const satisfies Manifest
