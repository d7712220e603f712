import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    instalmentSumWrong: { code: 4301, message: '分期合计与总额不一致' },
    instalmentSettled: { code: 4302, message: '该期已结清' },
    beyondInstalment: { code: 4303, message: '收款金额不能超过应收¥{n}' },
    earlierInstalmentFirst: { code: 4304, message: '请先收取前一期' },
    terminationChanged: { code: 4305, message: '退租金额已变化，请确认' },
    postponedAlready: { code: 4306, message: '该期不能再改期' },
  },
  audit: {
    features: { instalment: '分期' },
  },
} as const satisfies Manifest
