import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Channel = OutputOf<typeof calls.payment.channels>['list'][number]

/** Why the signatures of WeChat's responses cannot be verified; '' if they can. */
export function certificateFault({ certificates, certificatesFault, providerKeyId }: Channel): string {
  const byKey = providerKeyId.startsWith('PUB_KEY_ID_')
  const ended = certificates.length > 0 && certificates.every((one) => one.ended)
  if (ended && !byKey) return `平台证书已过期，无法核对收款结果${certificatesFault && `：${certificatesFault}`}`
  return certificatesFault && `平台证书更新失败：${certificatesFault}`
}
