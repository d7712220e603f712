import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    damagePhotoMissing: { code: 8101, message: '请上传损伤照片' },
    damageAmountZero: { code: 8102, message: '定损金额须大于0' },
    damageClosed: { code: 8103, message: '车损单已完结' },
  },
  audit: {
    features: { damage: '车损' },
  },
} as const satisfies Manifest
