import './scan-pay-code.css'
import { normaliseAuthCode, paymentMethodOfCode } from '@cheyi/domain/money/payment/online/auth-code'
import { useEffect, useRef } from 'react'
import { paymentCharge } from '../../../form/calls/payment-charge.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { readsCodes, watchCodes } from '../../../kernel/media/barcode.ts'
import { hasCamera } from '../../../kernel/media/camera.ts'
import { useCamera } from '../../../kernel/media/use-camera.ts'
import { type Asks, useOpened } from '../../../page/opened.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'

interface ScanProps extends Asks<string> {
  readonly paymentId: string
  /** Amount in fen. */
  readonly amount: number
}

/**
 * Reads the payment code on the phone of the customer, by camera, by a scanner that types it, or typed manually, and charges it.
 * Answers the id of the payment that charges.
 */
export default function ScanPayCodeSheet({ paymentId, amount, answer }: ScanProps) {
  const form = useEntry(paymentCharge, {
    start: { paymentId },
    toInput: (value) => ({ ...value, authCode: normaliseAuthCode(value.authCode ?? '') }),
    also: ({ authCode }) => ({
      authCode: !!authCode && paymentMethodOfCode(authCode) === null && '这不是微信或支付宝的付款码，请核对数字',
    }),
    onSent: (charged) => answer(charged.paymentId),
  })
  const { authCode } = form.fields
  return (
    <EntrySheet title="扫客户付款码" of={form} action="收款">
      <Stack gap={12} align="center">
        <Money fen={amount} size="display" />
        {readsCodes() && hasCamera() && (
          <Sight
            onCode={(text) => {
              authCode.set(text)
              void form.send()
            }}
          />
        )}
      </Stack>
      <form onSubmit={form.submit}>
        <TextField of={authCode} inputMode="numeric" placeholder="微信或支付宝「收付款」里的数字" />
      </form>
      <Note>请客户打开微信或支付宝的「收付款」，扫描付款码；也可用扫码枪，或输入付款码下方的数字。</Note>
    </EntrySheet>
  )
}

/** The camera image; it runs until a payment code is recognized. */
function Sight({ onCode }: { readonly onCode: (code: string) => void }) {
  const { open } = useOpened()
  const video = useRef<HTMLVideoElement>(null)
  const { stream, failed } = useCamera(open)
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    const sight = video.current
    if (sight === null || stream === undefined) return
    sight.srcObject = stream
    return watchCodes(sight, (text) => {
      const code = normaliseAuthCode(text)
      if (paymentMethodOfCode(code) === null) return false
      latest.current(code)
      return true
    })
  }, [stream])
  if (failed) return <Note>相机没有打开，请在浏览器设置中允许使用相机，或输入数字</Note>
  return <video ref={video} className="scan-pay-code" autoPlay playsInline muted aria-label="相机画面" />
}
