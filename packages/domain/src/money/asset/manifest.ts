import type { Manifest } from '../../manifest.ts'

export const manifest = {
  closingPoints: {
    carsToDispose: { step: 6, mayAccept: true },
  },
  audit: {
    features: { asset: '固定资产' },
    records: { assetDisposal: '车辆处置', carLoan: '车辆贷款' },
    fields: {
      assetsPosted: '成本记入账簿',
      assetsFrom: '起始月份',
      disposedOn: '处置日期',
      buyer: '购买方',
      proceeds: '处置收入',
      disposalTax: '处置计税',
      received: '已到账',
      lender: '贷款机构',
      principal: '贷款本金',
    },
  },
} as const satisfies Manifest
