import './second-factor.css'
import { Suspense } from 'react'
import { secondFactorConfirm } from '../../../form/calls/second-factor-confirm.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { MainButton } from '../../../ui/button.tsx'
import { Box, Note, Stack } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { figures, SignInput } from '../parts/sign-input.tsx'

interface EnrolProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: readonly string[]) => void
}

/** The secret as a QR code and as text; a first code proves that the authenticator app has it. */
export function Enrol({ secret, uri, onDone }: EnrolProps) {
  const form = useEntry(secondFactorConfirm, { onSent: ({ recoveryCodes }) => onDone(recoveryCodes) })
  return (
    <Stack as="form" gap={12} ref={form.frame} bare onSubmit={form.submit} noValidate>
      <Card pad title="1. 用身份验证器应用扫码">
        <Suspense fallback={<div className="factor-qr" />}>
          <div className="factor-qr">
            <QrCode text={uri} label="两步验证密钥二维码" />
          </div>
        </Suspense>
        <Note>不能扫码时，在应用中手动输入密钥</Note>
        <Box as="code" top={4} className="factor-secret num">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Box>
      </Card>
      <Card pad title="2. 输入应用显示的验证码">
        <SignInput
          of={form.fields.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="6位验证码"
          className="num"
          maxLength={6}
          read={figures}
        />
      </Card>
      <MainButton type="submit" loading={form.pending}>
        确认开启
      </MainButton>
    </Stack>
  )
}
