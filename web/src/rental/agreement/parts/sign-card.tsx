import { isHand, type PenPoint, packHand } from '@cheyi/domain/rental/agreement/handwriting'
import { useEffect, useEffectEvent, useState } from 'react'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { Binding } from '../../../platform/customer-link/parts/as-written.tsx'
import { SmsCodeInput, useSmsCode } from '../../../platform/session/parts/sms-code-input.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Button, Card, Stack } from '../../../ui/layout.tsx'
import { SignaturePad } from '../../../ui/media/later.tsx'
import { say } from '../../../words/words.ts'

interface SignCardProps {
  page: OutputOf<typeof calls.agreement.signPage>
  token: string
  /** The customer has already confirmed, above the document, that they read and sign it. */
  agreed?: boolean
  /** Called with the picture of the signature. */
  onSigned: (hand: Blob | null) => void
}

/** Below the end of the document: consent, which sends the code to the customer's phone, the code, and the signature. */
export function SignCard({ page, token, agreed = false, onSigned }: SignCardProps) {
  const [agree, setAgree] = useState(false)
  const [hand, setHand] = useState<readonly (readonly PenPoint[])[]>([])
  const [picture, setPicture] = useState<Blob | null>(null)
  const send = useWrite(calls.agreement.signCode)
  const sign = useWrite(calls.agreement.sign)
  const sms = useSmsCode(() => send.run({ t: token }))
  const reason = !agree ? say('请先勾选签署确认') : (sms.reason ?? (isHand(hand) ? undefined : say('请先签名')))

  function consent(given: boolean) {
    setAgree(given)
    if (given && !sms.sent) sms.ask()
  }
  const consented = useEffectEvent(() => consent(true))
  useEffect(() => {
    if (agreed) consented()
  }, [agreed])
  async function submit() {
    if (!(await sign.run({ t: token, smsCode: sms.code, agree, hand: packHand(hand) }))) return
    feedback.toast(say('签署完成'))
    onSigned(picture)
  }
  return (
    <Card pad title={say('签署')}>
      <Stack gap={16}>
        <Checkbox checked={agree} onChange={({ target }) => consent(target.checked)}>
          <Binding text={page.paper.consent} />
        </Checkbox>
        <SmsCodeInput of={sms} phoneTail={page.phoneTail} sending={send.pending} />
        <SignaturePad
          label={say('手写签名')}
          onChange={(png, lines) => {
            setHand(lines)
            setPicture(png)
          }}
        />
        <Button variant="primary" size="l" loading={sign.pending} reason={reason} onClick={() => void submit()}>
          {say('确认签署')}
        </Button>
      </Stack>
    </Card>
  )
}
