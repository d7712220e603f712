import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    stillOwed: { code: 4009, message: '仍有¥{n}未收' },
    pickupBlocked: { code: 5001, message: '取车条件未满足：{项}' },
    mileageBelowPickup: { code: 5002, message: '还车里程不能小于取车里程' },
    photosIncomplete: { code: 5003, message: '验车照片不完整' },
    vehicleNotReturned: { code: 5004, message: '该车辆未归还' },
    depositUnpaid: { code: 5005, message: '押金未收齐' },
    personUnverified: { code: 5006, message: '证件未核验，不能取车' },
    agreementUnsigned: { code: 5007, message: '合同未签署' },
    tooManyReissued: { code: 5008, message: '附件数量超过20个' },
    reissueExpired: { code: 5009, message: '已超过补传期限' },
    settlementChanged: { code: 5010, message: '结算金额已变化，请确认' },
  },
  audit: {
    features: { pickupReturn: '取还车' },
  },
} as const satisfies Manifest
