import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    templateMissing: { code: 5401, message: '未配置合同模板' },
    agreementIncomplete: { code: 5402, message: '合同信息不完整：{项}' },
    agreementSigned: { code: 5403, message: '合同已签署，不能重新生成' },
    agreementSmsTooFrequent: { code: 5404, message: '短信发送过于频繁' },
    sampleNotPrinted: { code: 5406, message: '样张暂时无法生成，请稍后重试' },
  },
  audit: {
    features: { agreement: '合同' },
    records: { agreement: '合同', agreementTemplate: '合同模板', certificate: '证书', stamp: '印章' },
  },
} as const satisfies Manifest
