import { localDate } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { Note, Notice, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

export type Channel = OutputOf<typeof calls.payment.channels>['list'][number]

/** Why the signatures of WeChat's responses cannot be verified; '' if they can. */
export function certificateFault({ certificates, certificatesFault, providerKeyId }: Channel): string {
  const byKey = providerKeyId.startsWith('PUB_KEY_ID_')
  const ended = certificates.length > 0 && certificates.every((one) => one.ended)
  if (ended && !byKey) return `平台证书已过期，无法核对收款结果${certificatesFault && `：${certificatesFault}`}`
  return certificatesFault && `平台证书更新失败：${certificatesFault}`
}

/** The certificates that WeChat signs with; WeChat replaces them without an action of the merchant. */
export function Certificates({ channel }: { readonly channel: Channel }) {
  const { certificates, certificatesAt } = channel
  const fault = certificateFault(channel)
  if (fault === '' && certificatesAt === null) return null
  return (
    <Stack gap={8}>
      {fault !== '' && <Notice tone="danger">{fault}</Notice>}
      {certificates.length > 0 && (
        <KeyValue
          rows={certificates.map(({ serial, to, ended }) => ({
            label: `平台证书 ${serial.slice(-8)}`,
            value: ended ? `${localDate(to)} 已过期` : `有效期至 ${localDate(to)}`,
          }))}
        />
      )}
      {certificatesAt !== null && <Note>平台证书自动更新，最近 {momentText(certificatesAt)}</Note>}
    </Stack>
  )
}
