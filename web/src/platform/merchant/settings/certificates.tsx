import { localDate } from '@cheyi/domain/time'
import { momentText } from '../../../kernel/now.ts'
import { Note, Notice, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { type Channel, certificateFault } from '../parts/certificate-fault.ts'

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
