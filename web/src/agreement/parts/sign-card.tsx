import { isHand, type PenPoint, packHand } from '@cheyi/domain/agreement/handwriting'
import { useState } from 'react'
import { calls, type OutputOf, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { useCountdown } from '../../session/parts/countdown.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextInput } from '../../ui/field/input.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SignaturePad } from '../../ui/media/later.tsx'
import { Card } from '../../ui/show/card.tsx'

interface SignCardProps {
  page: OutputOf<typeof calls.agreement.signPage>
  token: string
  /** With the picture of the hand, as it was drawn. */
  onSigned: (hand: Blob | null) => void
}

/** Below the paper's end: consent, which sends the code to the customer's own phone, the code, and the hand. */
export function SignCard({ page, token, onSigned }: SignCardProps) {
  const [agree, setAgree] = useState(false)
  const [smsCode, setCode] = useState('')
  const [hand, setHand] = useState<readonly (readonly PenPoint[])[]>([])
  const [picture, setPicture] = useState<Blob | null>(null)
  const [sent, setSent] = useState(false)
  const [wait, startWait] = useCountdown()
  const send = useWrite(calls.agreement.signCode)
  const sign = useWrite(calls.agreement.sign)
  const reason = !agree
    ? '请先勾选签署确认'
    : smsCode.length !== 6
      ? '请输入6位验证码'
      : isHand(hand)
        ? undefined
        : '请先签名'

  async function sendCode() {
    const answer = await send.run({ t: token })
    if (!answer) return
    setSent(true)
    startWait(answer.resendAfter)
    feedback.toast('验证码已发送')
  }
  async function submit() {
    if (!(await sign.run({ t: token, smsCode, agree, hand: packHand(hand) }))) return
    feedback.toast('签署完成')
    onSigned(picture)
  }
  return (
    <Card pad title="签署">
      <Stack gap={16}>
        <Checkbox
          checked={agree}
          onChange={({ target }) => {
            setAgree(target.checked)
            if (target.checked && !sent) void sendCode()
          }}
        >
          {page.paper.consent}
        </Checkbox>
        <TextInput
          look="box"
          aria-label="验证码"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder={`尾号 ${page.phoneTail} 收到的验证码`}
          className="num"
          maxLength={6}
          value={smsCode}
          onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
          suffix={
            <Button size="s" variant="text" loading={send.pending} disabled={wait > 0} onClick={() => void sendCode()}>
              {wait > 0 ? `${wait}秒后重发` : '获取验证码'}
            </Button>
          }
        />
        <SignaturePad
          label="手写签名"
          onChange={(png, lines) => {
            setHand(lines)
            setPicture(png)
          }}
        />
        <Button variant="primary" size="l" loading={sign.pending} reason={reason} onClick={() => void submit()}>
          确认签署
        </Button>
      </Stack>
    </Card>
  )
}
